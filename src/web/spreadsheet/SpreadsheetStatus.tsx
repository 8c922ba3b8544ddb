import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useT } from '../i18n/Language.tsx'
import { NativeSelect } from '../ui/form/NativeSelect.tsx'
import { colorOf } from '../ui/meaning.ts'
import { ColumnChooser } from './ColumnChooser.tsx'
import { searchedRows, type HeaderPlace } from './headers.ts'
import type { SpreadsheetState } from './use-spreadsheet.ts'

interface StateProps<Field extends string> {
  state: SpreadsheetState<Field>
}

/** Lets the user choose a sheet of a workbook; renders nothing for a single sheet. */
export function SheetChooser<Field extends string>({ state: { table, readAgain } }: StateProps<Field>) {
  const t = useT()
  const sheet = table?.sheet
  if (sheet === undefined || sheet.sheets.length < 2) return null
  return (
    <NativeSelect
      label={t('spreadsheet.sheet')}
      description={sheet.passedOver
        .map(({ name, why }) => t(`spreadsheet.passedOver.${why}`, { name }))
        .join(t('list.separator'))}
      maw={480}
      value={sheet.sheet ?? ''}
      data={sheet.sheets.map((name) => ({ value: name, label: name }))}
      onChange={(event) => void readAgain({ sheet: event.currentTarget.value })}
    />
  )
}

/** Lets the user choose the row of the column names, and says which rows above it are passed over. */
export function HeaderChooser<Field extends string>({ state: { table, setHeader } }: StateProps<Field>) {
  const t = useT()
  if (table === null || table.sheet.total === 0) return null
  const { sheet, place } = table
  const lineAt = (at: number) => String(sheet.rows[at]?.line ?? '')
  const choices: HeaderPlace[] = sheet.rows.slice(0, searchedRows).map((_, at) => ({ from: at, to: at }))
  if (place !== null && place.from !== place.to) choices.push(place)
  const valueOf = ({ from, to }: HeaderPlace) => `${from}-${to}`
  return (
    <NativeSelect
      label={t('spreadsheet.header')}
      maw={320}
      description={
        place !== null && place.from > 0 ? t('spreadsheet.header.above', { count: place.from }) : undefined
      }
      value={place === null ? '' : valueOf(place)}
      data={[
        { value: '', label: t('spreadsheet.header.none') },
        ...choices.map((each) => ({
          value: valueOf(each),
          label:
            each.from === each.to
              ? t('spreadsheet.header.row', { line: lineAt(each.to) })
              : t('spreadsheet.header.rows', { first: lineAt(each.from), last: lineAt(each.to) }),
        })),
      ]}
      onChange={(event) =>
        setHeader(choices.find((each) => valueOf(each) === event.currentTarget.value) ?? null)
      }
    />
  )
}

/** Shows the reading progress, or why the file cannot be read and the next step. */
export function ReadingStatus<Field extends string>({ state: { progress, error, stop } }: StateProps<Field>) {
  const t = useT()
  return (
    <>
      {progress !== null && (
        <Group gap="sm" wrap="nowrap">
          <Text size="sm">{t('spreadsheet.reading')}</Text>
          <Progress value={progress * 100} flex={1} aria-label={t('spreadsheet.reading')} />
          <Button size="compact-sm" variant="default" onClick={stop}>
            {t('action.cancel')}
          </Button>
        </Group>
      )}
      {error !== null && (
        <Alert color={colorOf('failed')} role="alert" title={t(`spreadsheet.error.${error}`)}>
          {t(`spreadsheet.error.${error}.next`)}
        </Alert>
      )}
    </>
  )
}

interface StatusProps<Field extends string> extends StateProps<Field> {
  label: (field: Field) => string
  /** Shown when a required column is missing. */
  missing: string
}

/** Shows the file's name, its sheets, its columns and the reading status, for use in a dialog. */
export function SpreadsheetStatus<Field extends string>({ state, label, missing }: StatusProps<Field>) {
  const t = useT()
  const { source, table } = state
  return (
    <Stack gap="sm">
      {source !== null && source.name !== null && (
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {source.name}
        </Text>
      )}
      <SheetChooser state={state} />
      <ReadingStatus state={state} />
      <HeaderChooser state={state} />
      <ColumnChooser state={state} label={label} missing={missing} />
      {table?.sheet.total === 0 && <Text size="sm">{t('spreadsheet.emptySheet')}</Text>}
    </Stack>
  )
}

import { Alert, Button, Group, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { useT } from '../i18n/Language.tsx'
import { ProgressRow } from '../ui/feedback/ProgressRow.tsx'
import { colorOf, textColorOf } from '../ui/text/meaning.ts'
import { ColumnChooser } from './ColumnChooser.tsx'
import { encodings } from './encoding.ts'
import { searchedRows, type HeaderPlace } from './headers.ts'
import { delimiters } from './sheet.ts'
import type { SpreadsheetState } from './use-spreadsheet.ts'

interface StateProps<Field extends string> {
  state: SpreadsheetState<Field>
}

/** Lets the user choose a sheet of a workbook; renders nothing for a single sheet. */
function SheetChooser<Field extends string>({ state: { table, readAgain } }: StateProps<Field>) {
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
function HeaderChooser<Field extends string>({ state: { table, setHeader } }: StateProps<Field>) {
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
function ReadingStatus<Field extends string>({ state: { progress, error, stop } }: StateProps<Field>) {
  const t = useT()
  return (
    <>
      {progress !== null && (
        <ProgressRow
          text={t('spreadsheet.reading')}
          label={t('spreadsheet.reading')}
          value={progress}
          button={t('action.cancel')}
          onClick={stop}
        />
      )}
      {error !== null && (
        <Alert color={colorOf('failed')} role="alert" title={t(`spreadsheet.error.${error}`)}>
          {t(`spreadsheet.error.${error}.next`)}
        </Alert>
      )}
    </>
  )
}

const delimiterNames = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'pipe',
  '~': 'tilde',
  '^': 'caret',
  ':': 'colon',
  ' ': 'space',
} as const satisfies Record<(typeof delimiters)[number], string>

/** Lets the user correct the encoding and the delimiter of a text file. */
function TextChoosers<Field extends string>({ state: { table, readAgain } }: StateProps<Field>) {
  const t = useT()
  const sheet = table?.sheet
  if (sheet === undefined) return null
  const { encoding, encodingChoices, delimiter } = sheet
  const declared = delimiters.some((each) => each === delimiter) ? [] : [delimiter ?? '']
  return (
    <>
      {encoding !== null && encodingChoices.length === 0 && (
        <NativeSelect
          label={t('spreadsheet.encoding')}
          value={encoding}
          data={encodings.map((value) => ({ value, label: t(`spreadsheet.encoding.${value}`) }))}
          onChange={(event) =>
            void readAgain({ encoding: encodings.find((each) => each === event.currentTarget.value) })
          }
        />
      )}
      {delimiter !== null && (
        <NativeSelect
          label={t('spreadsheet.delimiter')}
          value={delimiter}
          data={[
            ...delimiters.map((value) => ({
              value: value.slice(),
              label: t(`spreadsheet.delimiter.${delimiterNames[value]}`),
            })),
            ...declared.map((value) => ({ value, label: value })),
          ]}
          onChange={(event) => void readAgain({ delimiter: event.currentTarget.value })}
        />
      )}
    </>
  )
}

/** Lets the user choose the encoding by what the file's texts would be, when it is not certain. */
function EncodingChoices<Field extends string>({ state: { table, readAgain } }: StateProps<Field>) {
  const t = useT()
  const choices = table?.sheet.encodingChoices ?? []
  if (choices.length === 0) return null
  return (
    <Alert role="alert" title={t('spreadsheet.encoding.choose')}>
      <Stack gap="xs">
        <Text>{t('spreadsheet.encoding.choose.text')}</Text>
        <Stack component="ul" gap={6} m={0} p={0} style={{ listStyle: 'none' }}>
          {choices.map(({ encoding, samples }) => (
            <li key={encoding}>
              <Group gap="xs" justify="space-between">
                <Text fw={600} flex="1 1 12rem" style={{ overflowWrap: 'anywhere' }}>
                  {samples.join(' · ')}
                </Text>
                <Button size="compact-sm" flex="none" onClick={() => void readAgain({ encoding })}>
                  {t('spreadsheet.encoding.use', { encoding: t(`spreadsheet.encoding.${encoding}`) })}
                </Button>
              </Group>
            </li>
          ))}
        </Stack>
      </Stack>
    </Alert>
  )
}

/** Says what the sheet contains beside plain rows, and lets the user import its hidden rows. */
function SheetNotices<Field extends string>({ state: { table, readAgain } }: StateProps<Field>) {
  const t = useT()
  if (table === null) return null
  const { hiddenRows, mergedRows, garbled, openQuote, total } = table.sheet
  return (
    <>
      {garbled && <Alert title={t('spreadsheet.garbled')}>{t('spreadsheet.garbled.next')}</Alert>}
      {openQuote !== null && (
        <Alert role="alert" title={t('spreadsheet.openQuote', { line: String(openQuote) })}>
          {t('spreadsheet.openQuote.next')}
        </Alert>
      )}
      {hiddenRows.count > 0 && (
        <Group gap="sm">
          <Text c={textColorOf('attention')}>
            {t(hiddenRows.isRead ? 'spreadsheet.hidden.in' : 'spreadsheet.hidden.out', {
              count: hiddenRows.count,
            })}
          </Text>
          <Button size="compact-sm" onClick={() => void readAgain({ hiddenRows: !hiddenRows.isRead })}>
            {t(hiddenRows.isRead ? 'spreadsheet.hidden.leave' : 'spreadsheet.hidden.include')}
          </Button>
        </Group>
      )}
      {mergedRows > 0 && <Text>{t('spreadsheet.merged', { count: mergedRows })}</Text>}
      {total === 0 && <Alert title={t('spreadsheet.emptySheet')}>{t('spreadsheet.emptySheet.next')}</Alert>}
    </>
  )
}

/** Shows how a sheet is read (file, sheet, encoding, delimiter, header, columns), lets the user correct it, and says what it left out. */
export function SpreadsheetStatus<Field extends string>({ state }: StateProps<Field>) {
  const t = useT()
  const { source, table } = state
  const isEncodingCertain = table?.sheet.encodingChoices.length === 0
  return (
    <Stack gap="sm">
      {source !== null && (
        <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
          {source.name ?? t('import.pasted')}
        </Title>
      )}
      <SheetChooser state={state} />
      <ReadingStatus state={state} />
      <EncodingChoices state={state} />
      {isEncodingCertain && (
        <>
          <Group gap="md" align="flex-start">
            <TextChoosers state={state} />
            <HeaderChooser state={state} />
          </Group>
          <SheetNotices state={state} />
          <ColumnChooser state={state} />
        </>
      )}
    </Stack>
  )
}

import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Progress.css'
import '../../lib/feature-styles.ts'
import { useT } from '../../i18n/Language.tsx'
import { NativeSelect } from '../../ui/form/NativeSelect.tsx'
import { colorOf } from '../../ui/meaning.ts'
import type { SpreadsheetState } from './use-spreadsheet.ts'

/** Lets the user choose a sheet of a workbook; renders nothing for a single sheet. */
export function SheetChooser({ state: { sheet, readAgain } }: { state: SpreadsheetState }) {
  const t = useT()
  if (sheet === null || sheet.sheets.length < 2) return null
  return (
    <NativeSelect
      label={t('spreadsheet.sheet')}
      maw={320}
      value={sheet.sheet ?? ''}
      data={sheet.sheets.map((name) => ({ value: name, label: name }))}
      onChange={(event) => void readAgain({ sheet: event.currentTarget.value })}
    />
  )
}

/** Shows the reading progress, or why the file cannot be read and the next step. */
export function ReadingStatus({ state: { progress, error, stop } }: { state: SpreadsheetState }) {
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

/** Shows the file's name, its sheets and the reading status, for use in a dialog. */
export function SpreadsheetStatus({ state }: { state: SpreadsheetState }) {
  const t = useT()
  const { source, sheet } = state
  return (
    <Stack gap="sm">
      {source !== null && source.name !== null && (
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {source.name}
        </Text>
      )}
      <SheetChooser state={state} />
      <ReadingStatus state={state} />
      {sheet?.total === 0 && <Text size="sm">{t('spreadsheet.emptySheet')}</Text>}
    </Stack>
  )
}

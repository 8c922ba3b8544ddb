import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Progress.css'
import '../../lib/feature-styles.ts'
import { useT } from '../../i18n/Language.tsx'
import { NativeSelect } from '../../ui/form/NativeSelect.tsx'
import type { SpreadsheetState } from './use-spreadsheet.ts'

/** Chooses among a workbook's sheets, where it has several. */
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

/** How far the reading is, or why the file cannot be read and what to do. */
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
        <Alert variant="outline" color="red" role="alert" title={t(`spreadsheet.error.${error}`)}>
          {t(`spreadsheet.error.${error}.next`)}
        </Alert>
      )}
    </>
  )
}

/** For a dialog: the file's name, its sheets, and the status. */
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

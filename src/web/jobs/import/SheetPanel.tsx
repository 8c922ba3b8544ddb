import { Alert, Stack, Title } from '@mantine/core'
import { maxItems } from '#contract/jobs.ts'
import { useT } from '../../i18n/Language.tsx'
import { ReadingStatus, SheetChooser } from '../../spreadsheet/SpreadsheetStatus.tsx'
import { useAnnounceChange } from '../../ui/feedback/announce.ts'
import { colorOf } from '../../ui/meaning.ts'
import { SheetReading } from './SheetReading.tsx'
import { SheetSource } from './SheetSource.tsx'
import type { SheetState } from './use-sheet.ts'

/** The sheet's source, its mapping, and the errors of the sheet as a whole. The caller renders the rows. */
export function SheetPanel({ state }: { state: SheetState }) {
  const t = useT()
  const { source, loaded, total, found, reading } = state
  const { rows, valid, bad, duplicate } = found.counts
  useAnnounceChange(
    loaded?.table.sheet ?? null,
    loaded === null ? null : t('import.counted', { rows, valid, bad, duplicate }),
  )
  const warning = (title: string, text: string) => (
    <Alert color={colorOf('attention')} title={title}>
      {text}
    </Alert>
  )
  const failure = (title: string, text: string) => (
    <Alert color={colorOf('failed')} role="alert" title={title}>
      {text}
    </Alert>
  )
  return (
    <Stack gap="md">
      <SheetSource
        onFile={(file) => void reading.readFile(file)}
        onText={(text) => void reading.readText(text)}
      />
      {source !== null && (
        <Title order={2} style={{ overflowWrap: 'anywhere' }}>
          {source.name ?? t('import.pasted')}
        </Title>
      )}
      <ReadingStatus state={reading} />
      <SheetChooser state={reading} />
      {loaded !== null && (
        <>
          <SheetReading sheet={loaded.table.sheet} reading={reading} />
          {loaded.table.sheet.total === 0 &&
            warning(t('spreadsheet.emptySheet'), t('spreadsheet.emptySheet.next'))}
          {loaded.table.sheet.garbled && warning(t('import.garbled'), t('import.garbled.next'))}
          {loaded.table.sheet.openQuote !== null &&
            warning(
              t('import.openQuote', { line: String(loaded.table.sheet.openQuote) }),
              t('import.openQuote.next'),
            )}
          {total > maxItems &&
            failure(t('import.tooMany', { count: total }), t('import.tooMany.next', { most: maxItems }))}
        </>
      )}
    </Stack>
  )
}

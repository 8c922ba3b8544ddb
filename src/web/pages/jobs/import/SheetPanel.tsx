import { Alert, Stack } from '@mantine/core'
import { maxItems } from '#contract/jobs.ts'
import { useT } from '../../../i18n/Language.tsx'
import { SpreadsheetStatus } from '../../../spreadsheet/SpreadsheetStatus.tsx'
import { useAnnounceChange } from '../../../ui/feedback/announce.ts'
import { colorOf } from '../../../ui/text/meaning.ts'
import { SheetSource } from './SheetSource.tsx'
import type { SheetState } from './use-sheet.ts'

/** The sheet's source, its mapping, and the errors of the sheet as a whole. The caller renders the rows. */
export function SheetPanel({ state }: { state: SheetState }) {
  const t = useT()
  const { loaded, total, found, reading } = state
  const { rows, valid, bad, duplicate } = found.counts
  useAnnounceChange(
    loaded?.table.sheet ?? null,
    loaded === null ? null : t('import.counted', { rows, valid, bad, duplicate }),
  )
  return (
    <Stack gap="md">
      <SheetSource
        onFile={(file) => void reading.readFile(file)}
        onText={(text) => void reading.readText(text)}
      />
      <SpreadsheetStatus
        state={reading}
        label={(field) => t(`import.field.${field}`)}
        missing={t('import.columns.ext')}
        pasted={t('import.pasted')}
      />
      {loaded !== null && total > maxItems && (
        <Alert color={colorOf('failed')} role="alert" title={t('import.tooMany', { count: total })}>
          {t('import.tooMany.next', { most: maxItems })}
        </Alert>
      )}
    </Stack>
  )
}

import { Stack } from '@mantine/core'
import { useT } from '../../i18n/Language.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ImportSheet } from '../import/ImportSheet.tsx'
import type { ImportedRow } from '../import/rows.ts'
import { useSheet } from '../import/use-sheet.ts'
import { useLookUps } from '../look-ups.ts'
import { StartJob } from './StartJob.tsx'

function Plan({ rows }: { rows: readonly ImportedRow[] }) {
  const t = useT()
  const lookUps = useLookUps(() => rows.map(({ ext }) => ext))
  return (
    <StartJob rows={rows} lookUps={lookUps} suggestedName={t('plan.import.name', { count: rows.length })} />
  )
}

/** Creates many numbers from a spreadsheet. */
export function ImportPage() {
  const t = useT()
  const sheet = useSheet()
  const { ready } = sheet.found
  return (
    <>
      <PageHeader title={t('plan.import.title')} description={t('plan.import.description')} />
      <Stack gap="md">
        <ImportSheet sheet={sheet} />
        {ready.length > 0 && <Plan rows={ready} />}
      </Stack>
    </>
  )
}

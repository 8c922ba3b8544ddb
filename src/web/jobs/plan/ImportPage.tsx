import { Stack } from '@mantine/core'
import { useT } from '../../i18n/Language.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ImportSheet } from '../import/ImportSheet.tsx'
import type { ImportedRow } from '../import/rows.ts'
import { useSheet } from '../import/use-sheet.ts'
import { useLookUps } from '../look-ups.ts'
import { StartJob } from './StartJob.tsx'

function Plan({ rows, unusable }: { rows: readonly ImportedRow[]; unusable: number }) {
  const t = useT()
  const lookUps = useLookUps(() => rows.map(({ ext }) => ext))
  const suggestedName = (count: number) => t('plan.import.name', { count })
  return <StartJob {...{ rows, lookUps, unusable, suggestedName }} />
}

/** Creates many numbers from a spreadsheet. */
export function ImportPage() {
  const t = useT()
  const sheet = useSheet()
  const { ready, counts } = sheet.found
  return (
    <>
      <PageHeader title={t('plan.import.title')} description={t('plan.import.description')} />
      <Stack gap="md">
        <ImportSheet sheet={sheet} />
        {ready.length > 0 && <Plan rows={ready} unusable={counts.rows - counts.ready} />}
      </Stack>
    </>
  )
}

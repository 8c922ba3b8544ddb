import { Stack } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useT } from '../../i18n/Language.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ImportSheet } from '../import/ImportSheet.tsx'
import type { ImportedRow } from '../import/rows.ts'
import { useLookUps } from '../look-ups.ts'
import { StartJob } from './StartJob.tsx'

function Plan({ rows }: { rows: readonly ImportedRow[] }) {
  const t = useT()
  const exts = useMemo(() => rows.map(({ ext }) => ext), [rows])
  const lookUps = useLookUps(exts)
  return (
    <StartJob rows={rows} lookUps={lookUps} suggestedName={t('plan.import.name', { count: rows.length })} />
  )
}

/** Creation of many numbers from a spreadsheet. */
export function ImportPage() {
  const t = useT()
  const [rows, setRows] = useState<readonly ImportedRow[]>([])
  return (
    <>
      <PageHeader title={t('plan.import.title')} description={t('plan.import.description')} />
      <Stack gap="md">
        <ImportSheet onRows={setRows} />
        {rows.length > 0 && <Plan rows={rows} />}
      </Stack>
    </>
  )
}

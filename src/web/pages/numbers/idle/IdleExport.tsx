import { useQueryClient } from '@tanstack/react-query'
import { exportIdle } from '#contract/extensions.ts'
import { callForFile } from '../../../api/call.ts'
import { useT } from '../../../i18n/Language.tsx'
import { idlePage } from '../../../entities/extension/queries.ts'
import { ExportButton } from '../../../spreadsheet/ExportButton.tsx'
import type { IdleList } from './idle-state.ts'

/** Exports every idle extension that the filters match. */
export function IdleExport({ list }: { list: IdleList }) {
  const t = useT()
  const client = useQueryClient()
  return (
    <ExportButton
      name="idle"
      csv={() => callForFile(exportIdle, { query: list.latestFilters() })}
      total={() => client.getQueryData(idlePage(list.listQuery).queryKey)?.total}
      tooMany={{ title: t('idle.export.tooMany'), message: t('idle.export.tooMany.next') }}
    />
  )
}

import { useMutation } from '@tanstack/react-query'
import { exportIdle } from '#contract/extensions.ts'
import { callForFile } from '../../api/call.ts'
import { useT } from '../../i18n/Language.tsx'
import { ExportButton } from '../../shared/spreadsheet/ExportButton.tsx'
import { saveExport, type ExportFormat } from '../../shared/spreadsheet/save-export.ts'
import { hasCode } from '../../api/api-error.ts'
import { useFailureToast } from '../../ui/feedback/failure-toast.ts'
import { toast } from '../../ui/feedback/toast.ts'
import type { IdleList } from './idle-state.ts'

/** Saves every idle extension that the filters show. The first list is seen before this is needed: it is loaded when asked for. */
export function IdleExport({ filters }: { filters: () => IdleList['filters'] }) {
  const t = useT()
  const fail = useFailureToast()
  const { mutate, isPending } = useMutation({
    mutationFn: async (format: ExportFormat) =>
      saveExport('idle', await callForFile(exportIdle, { query: filters() }), format, t),
    onError: (error) =>
      hasCode(error, 'bad-request')
        ? toast({ tone: 'failure', title: t('idle.export.tooMany'), message: t('idle.export.tooMany.next') })
        : fail(error),
  })
  return <ExportButton defaultOpened pending={isPending} onExport={(format) => mutate(format)} />
}

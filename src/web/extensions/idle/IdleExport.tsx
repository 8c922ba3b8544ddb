import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { exportIdle } from '#contract/extensions.ts'
import { hasCode } from '../../api/api-error.ts'
import { callForFile } from '../../api/call.ts'
import { useT } from '../../i18n/Language.tsx'
import { exportEntries } from '../../shared/spreadsheet/ExportButton.tsx'
import { saveExport, type ExportFormat } from '../../shared/spreadsheet/save-export.ts'
import { useFailureToast } from '../../ui/feedback/failure-toast.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { MenuPanel } from '../../ui/MenuPanel.tsx'
import type { IdleList } from './idle-state.ts'

/** Saves every idle extension that the filters show. Its menu opens when it is drawn: the button has been pressed. */
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
  return (
    <MenuPanel
      position="bottom-end"
      button={
        <Button variant="default" loading={isPending}>
          {t('action.export')}
        </Button>
      }
      entries={exportEntries(t, ['xlsx', 'csv'], mutate)}
    />
  )
}

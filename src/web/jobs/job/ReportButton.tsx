import { useMutation } from '@tanstack/react-query'
import { jobReport, type ItemFilterState } from '#contract/jobs.ts'
import { callForFile } from '../../api/call.ts'
import { useT } from '../../i18n/Language.tsx'
import { ExportButton } from '../../shared/spreadsheet/ExportButton.tsx'
import { saveExport, type ExportFormat } from '../../shared/spreadsheet/save-export.ts'
import { useFailureToast } from '../../ui/feedback/failure-toast.ts'

interface ReportButtonProps {
  id: string
  label: string
  /** Rows in this state only. */
  state?: ItemFilterState
  size?: 'compact-sm'
}

/** Saves the report of a job's rows. */
export function ReportButton({ id, label, state, ...button }: ReportButtonProps) {
  const t = useT()
  const { mutate, isPending } = useMutation({
    mutationFn: async (format: ExportFormat) =>
      saveExport(
        `job-${id.slice(0, 8)}`,
        await callForFile(jobReport, { params: { id }, query: state === undefined ? {} : { state } }),
        format,
        t,
      ),
    onError: useFailureToast(),
  })
  return <ExportButton label={label} pending={isPending} onExport={(format) => mutate(format)} {...button} />
}

import { jobReport, type ItemFilterState } from '#contract/jobs.ts'
import { callForFile } from '../../../api/call.ts'
import { ExportButton } from '../../../spreadsheet/ExportButton.tsx'

interface ReportButtonProps {
  id: string
  label: string
  /** Limits the report to rows in this state. */
  state?: ItemFilterState
  size?: 'compact-sm'
}

/** Exports the report of a job's rows. */
export function ReportButton({ id, state, ...button }: ReportButtonProps) {
  const query = state === undefined ? {} : { state }
  return (
    <ExportButton
      name={`job-${id.slice(0, 8)}${state === undefined ? '' : `-${state}`}`}
      // People correct failed rows in a spreadsheet program, which drops the leading zeros of numbers in a CSV file.
      {...(state === 'failed' && { formats: ['xlsx'] })}
      csv={() => callForFile(jobReport, { params: { id }, query })}
      {...button}
    />
  )
}

import { Button } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { type Job, jobReport, listJobItems } from '#contract/jobs.ts'
import type { Translate } from '../../../i18n/catalogue.ts'
import { useT } from '../../../i18n/Language.tsx'
import { usePermission } from '../../../entities/session/SessionContext.tsx'
import { openDialog } from '../../../ui/form/dialogs.tsx'
import { ConfirmDialog } from '../../../ui/form/FormDialog.tsx'
import { useFailureToast } from '../../../ui/feedback/toast.ts'
import { jobCommandMutation, jobQuery, type JobCommand } from '../../../entities/job/queries.ts'
import { call, callForFile } from '../../../api/call.ts'
import { ExportButton } from '../../../spreadsheet/write/ExportButton.tsx'
import { draftOfJob, tableOfDraft } from '../../../spreadsheet/sheet-draft.ts'
import { skippedCsv, type SkippedLine } from '../../../spreadsheet/SkippedRows.tsx'
import { extensionKind } from '../import/extension-kind.ts'

/** Returns a function that sends a command to the job and shows a failure as a toast. */
export function useJobCommand(id: string) {
  const onError = useFailureToast()
  const { mutate, isPending } = useMutation(jobCommandMutation(id))
  const command = useCallback((input: JobCommand) => mutate(input, { onError }), [mutate, onError])
  return { command, pending: isPending }
}

/** Exports the report of a job's rows. */
function ReportButton({ id }: { id: string }) {
  const t = useT()
  return (
    <ExportButton
      name={`job-${id.slice(0, 8)}`}
      csv={() => callForFile(jobReport, { params: { id }, query: {} })}
      label={t('job.report')}
    />
  )
}

/** Most rows in one answer. */
const pageSize = 1_000

/** The job's failed rows as lines of the user's sheet, with the reasons. */
async function failedLines(t: Translate, id: string): Promise<SkippedLine[]> {
  const lines: SkippedLine[] = []
  for (let page = 1; ; page++) {
    const { items } = await call(listJobItems, { params: { id }, query: { state: 'failed', page, pageSize } })
    for (const { line, code, message } of items) {
      const why = code === null ? t('item.failed') : t(`problem.${code}`)
      lines.push({ line, text: [why, message].filter((part) => part !== null).join(' · ') })
    }
    if (items.length < pageSize) return lines
  }
}

/** Exports the failed rows: of an import's sheet as the user has it, with the reasons; else as the job has them. */
export function FailedRowsButton({ id }: { id: string }) {
  const t = useT()
  const csv = async () => {
    const draft = draftOfJob(id)
    return draft === null
      ? callForFile(jobReport, { params: { id }, query: { state: 'failed' } })
      : skippedCsv(t, extensionKind, tableOfDraft(extensionKind, draft), await failedLines(t, id))
  }
  return (
    <ExportButton
      name={`job-${id.slice(0, 8)}-failed`}
      // People correct failed rows in a spreadsheet program, which drops the leading zeros of numbers in a CSV file.
      formats={['xlsx']}
      csv={csv}
      size="compact-sm"
      label={t('job.report.failed')}
    />
  )
}

interface CancelDialogProps {
  job: Job
  onConfirm: () => void
  onClose: () => void
}

/** Asks before a job is canceled, with the counts as they are now. */
function CancelDialog({ job, ...dialog }: CancelDialogProps) {
  const t = useT()
  const { counts } = useQuery(jobQuery(job.id)).data ?? job
  return (
    <ConfirmDialog
      title={t('job.cancel.title')}
      text={t('job.cancel.text', { pending: counts.pending, done: counts.done })}
      confirm={t('job.cancel')}
      cancel={t('job.cancel.keep')}
      danger
      {...dialog}
    />
  )
}

export function JobActions({ job }: { job: Job }) {
  const t = useT()
  // A single creation is sent immediately, so there is nothing to pause.
  const canRun = usePermission('job.run') && job.kind === 'bulk'
  const { command, pending } = useJobCommand(job.id)
  const cancel = () =>
    openDialog((close) => (
      <CancelDialog job={job} onConfirm={() => command({ command: 'cancel' })} onClose={close} />
    ))
  const open = job.endedAt === null
  const icon = { size: 16, 'aria-hidden': true } as const
  return (
    <>
      <ReportButton id={job.id} />
      {canRun && (job.state === 'waiting' || job.state === 'running') && (
        <Button
          loading={pending}
          leftSection={<IconPlayerPause {...icon} />}
          onClick={() => command({ command: 'pause' })}
        >
          {t('job.pause')}
        </Button>
      )}
      {canRun && job.state === 'paused' && (
        <Button
          variant="filled"
          loading={pending}
          leftSection={<IconPlayerPlay {...icon} />}
          onClick={() => command({ command: 'resume' })}
        >
          {t('job.resume')}
        </Button>
      )}
      {canRun && open && job.counts.pending > 0 && (
        <Button leftSection={<IconX {...icon} />} onClick={cancel}>
          {t('job.cancel')}
        </Button>
      )}
    </>
  )
}

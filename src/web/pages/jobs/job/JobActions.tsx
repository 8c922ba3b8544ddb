import { Button } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { type Job, jobReport, type ItemFilterState } from '#contract/jobs.ts'
import { useT } from '../../../i18n/Language.tsx'
import { usePermission } from '../../../entities/session/SessionContext.tsx'
import { openDialog } from '../../../ui/form/dialogs.tsx'
import { ConfirmDialog } from '../../../ui/form/FormDialog.tsx'
import { useFailureToast } from '../../../ui/feedback/toast.ts'
import { jobCommandMutation, jobQuery, type JobCommand } from '../../../entities/job/queries.ts'
import { callForFile } from '../../../api/call.ts'
import { ExportButton } from '../../../spreadsheet/ExportButton.tsx'

/** Returns a function that sends a command to the job and shows a failure as a toast. */
export function useJobCommand(id: string) {
  const onError = useFailureToast()
  const { mutate, isPending } = useMutation(jobCommandMutation(id))
  const command = useCallback((input: JobCommand) => mutate(input, { onError }), [mutate, onError])
  return { command, pending: isPending }
}

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
      <ReportButton id={job.id} label={t('job.report')} />
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

import { Button } from '@mantine/core'
import { IconDownload, IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { jobReport, type Job } from '#contract/jobs.ts'
import { messageFor } from '../../api/message-for.ts'
import { useT } from '../../i18n/Language.tsx'
import { usePermission } from '../../shared/session/SessionContext.tsx'
import { ConfirmDialog } from '../../ui/form/FormDialog.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { jobCommandMutation, type JobCommand } from '../queries.ts'

/** Acts on the job, telling when it failed. */
export function useJobCommand(id: string) {
  const t = useT()
  const { mutate, isPending } = useMutation(jobCommandMutation(id))
  const command = useCallback(
    (asked: JobCommand) =>
      mutate(asked, {
        onError: (error) => {
          const { sentence, next } = messageFor(error)
          void toast({ tone: 'failure', title: t(sentence), message: t(next) })
        },
      }),
    [mutate, t],
  )
  return { command, pending: isPending }
}

/** The report of a job's rows, all or in one state; a plain link, so that the browser saves it as it comes. */
export const reportUrl = (id: string, state?: string): string =>
  jobReport.path.replace(':id', encodeURIComponent(id)) + (state === undefined ? '' : `?state=${state}`)

export function JobActions({ job }: { job: Job }) {
  const t = useT()
  // A single creation is sent at once: there is nothing to hold back.
  const mayRun = usePermission('job.run') && job.kind === 'bulk'
  const { command, pending } = useJobCommand(job.id)
  const [asking, setAsking] = useState(false)
  const open = job.endedAt === null
  const icon = { size: 16, 'aria-hidden': true } as const
  return (
    <>
      <Button
        component="a"
        href={reportUrl(job.id)}
        download
        variant="default"
        leftSection={<IconDownload {...icon} />}
      >
        {t('job.report')}
      </Button>
      {mayRun && (job.state === 'waiting' || job.state === 'running') && (
        <Button
          variant="default"
          loading={pending}
          leftSection={<IconPlayerPause {...icon} />}
          onClick={() => command({ command: 'pause' })}
        >
          {t('job.pause')}
        </Button>
      )}
      {mayRun && job.state === 'paused' && (
        <Button
          loading={pending}
          leftSection={<IconPlayerPlay {...icon} />}
          onClick={() => command({ command: 'resume' })}
        >
          {t('job.resume')}
        </Button>
      )}
      {mayRun && open && job.counts.pending > 0 && (
        <Button variant="default" leftSection={<IconX {...icon} />} onClick={() => setAsking(true)}>
          {t('job.cancel')}
        </Button>
      )}
      {asking && (
        <ConfirmDialog
          title={t('job.cancel.title')}
          text={t('job.cancel.text', { pending: job.counts.pending, done: job.counts.done })}
          confirm={t('job.cancel.confirm')}
          cancel={t('job.cancel.keep')}
          danger
          onConfirm={() => {
            setAsking(false)
            command({ command: 'cancel' })
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

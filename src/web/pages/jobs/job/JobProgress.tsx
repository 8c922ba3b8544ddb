import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Job } from '#contract/jobs.ts'
import { useLanguage, useT } from '../../../i18n/Language.tsx'
import { useAnnounceChange } from '../../../ui/feedback/announce.ts'
import { ShareBar } from '../../../ui/text/ShareBar.tsx'
import { absoluteTime, durationText } from '../../../ui/text/time-text.ts'
import { finishedRows, sharesOf, statusOf } from '../../../entities/job/job-status.ts'
import { useWatchedJobs, unwatchJob, watchJob } from '../../../entities/job/watched.ts'
import { itemList } from './item-list.ts'

/** Announces the job's progress at every quarter and at its end. */
function useSpokenProgress(job: Job): void {
  const t = useT()
  const quarter = job.endedAt === null ? Math.floor((finishedRows(job) / job.total) * 4) : 5
  useAnnounceChange(
    quarter,
    quarter === 5
      ? t(`job.status.${statusOf(job)}`)
      : t('job.settled', { done: finishedRows(job), count: job.total }),
  )
}

function NotifyButton({ id }: { id: string }) {
  const t = useT()
  const watched = useWatchedJobs().includes(id)
  const [, showAnswer] = useState<NotificationPermission>()
  const refused = typeof Notification !== 'undefined' && Notification.permission === 'denied'
  return (
    <>
      {watched && refused && <Text c="dimmed">{t('job.notify.inApp')}</Text>}
      <Button
        size="compact-sm"
        onClick={() => {
          if (watched) return unwatchJob(id)
          watchJob(id)
          if (typeof Notification !== 'undefined' && Notification.permission === 'default')
            void Notification.requestPermission().then(showAnswer)
        }}
      >
        {t(watched ? 'job.notify.off' : 'job.notify')}
      </Button>
    </>
  )
}

function Paused({ job: { pausedBecause: because, pausedSince, pausedMessage } }: { job: Job }) {
  const { t, language } = useLanguage()
  const cause = because === 'user' ? null : because
  return (
    <Alert
      title={cause === null ? t('job.paused') : t('job.pausedBecause', { reason: t(`problem.${cause}`) })}
    >
      {cause !== null && pausedSince !== null && pausedMessage !== null && (
        <Text>
          {t('job.pausedBecause.since', { time: absoluteTime(pausedSince, language), said: pausedMessage })}
        </Text>
      )}
      {cause === null
        ? t('job.paused.next')
        : t('job.pausedBecause.next', { next: t(`problem.${cause}.next`) })}
    </Alert>
  )
}

/** The job's progress, rate and remaining time. Each part of the bar filters the rows below. */
export function JobProgress({ job }: { job: Job }) {
  const { t, language } = useLanguage()
  const { filters, restart } = itemList.use()
  useSpokenProgress(job)
  const open = job.endedAt === null
  const share = Math.floor((finishedRows(job) / job.total) * 100) / 100
  const percent = new Intl.NumberFormat(language, { style: 'percent' }).format(share)
  return (
    <Paper withBorder p="md" mb="md">
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Text size="md" fw={600}>
            {t('job.settled', { done: finishedRows(job), count: job.total })} · {percent}
          </Text>
          <Group gap="md">
            {open && job.state !== 'paused' && job.perMinute > 0 && (
              <Text c="dimmed">{t('job.rate', { count: job.perMinute })}</Text>
            )}
            {job.secondsLeft !== null && (
              <Text c="dimmed">
                {t('job.left', { time: durationText(job.secondsLeft * 1_000, language) })}
              </Text>
            )}
            {!open && job.startedAt !== null && job.endedAt !== null && (
              <Text c="dimmed">
                {t('job.took', { time: durationText(job.endedAt - job.startedAt, language) })}
              </Text>
            )}
            {open && <NotifyButton id={job.id} />}
          </Group>
        </Group>
        <ShareBar
          shares={sharesOf(job, t)}
          selected={filters.state}
          onChoose={(state) => restart({ state })}
        />
        {open && job.waitingFor !== null && (
          <Alert title={t(`problem.${job.waitingFor}`)}>{t('job.waiting')}</Alert>
        )}
        {job.state === 'paused' && <Paused job={job} />}
        {open && job.counts.inDoubt > 0 && (
          <Text>
            {t('job.inDoubt.note', { count: job.counts.inDoubt, seconds: job.visibilityTimeoutSeconds })}
          </Text>
        )}
      </Stack>
    </Paper>
  )
}

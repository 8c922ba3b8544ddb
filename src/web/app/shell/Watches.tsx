import { useQuery, useQueries } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useWatchedJobs, unwatchJob } from '../../entities/job/watched.ts'
import { useScanWatch } from '../../entities/extension/scan-status.ts'
import { openEveryMs, openQuery } from '../../entities/reservation/queries.ts'
import { usePermission } from '../../entities/session/SessionContext.tsx'
import { ServiceAway } from './ServiceAway.tsx'
import { SlowReads } from './SlowReads.tsx'
import { useT } from '../../i18n/Language.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { statusOf } from '../../entities/job/job-status.ts'
import { jobQuery } from '../../entities/job/queries.ts'
import { paths } from '../../lib/paths.ts'

const pollMs = 5_000

/** Shows a system notification when the user has granted permission. Clicking it focuses the console. */
function notify(title: string, body: string, tag: string): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return
  const notification = new Notification(title, { body, tag })
  notification.addEventListener('click', () => window.focus())
}

/**
 * Reports the end of the jobs that this browser watches: as a toast, except on the job's page, which shows it, and as a system
 * notification when the tab is hidden.
 */
function JobWatch() {
  const t = useT()
  const ids = useWatchedJobs()
  const { pathname } = useLocation()
  const queries = useQueries({
    queries: ids.map((id) => ({ ...jobQuery(id), refetchInterval: pollMs, meta: { quiet: true } })),
  })
  useEffect(() => {
    for (const [index, { data: job, error }] of queries.entries()) {
      const id = ids[index]
      if (id === undefined) continue
      // The job is unreadable for good: the store was replaced, or another user started it.
      if (error !== null && job === undefined) unwatchJob(id)
      if (job === undefined || job.endedAt === null) continue
      unwatchJob(id)
      const status = statusOf(job)
      const title = t('job.notify.title', { name: job.name })
      const message = `${t(`job.status.${status}`)} · ${t('job.notify.text', { done: job.counts.done, total: job.total })}`
      if (pathname !== paths.job(id))
        toast({ id: `job-${id}`, tone: status === 'complete' ? 'success' : 'info', title, message })
      if (document.hidden) notify(title, message, id)
    }
  }, [queries, ids, pathname, t])
  return null
}

/** What watches every page: slow reads, jobs, scans, and the open reservations, which marks on reserved numbers use. */
export function Watches() {
  const isWatchingJobs = useWatchedJobs().length > 0
  const enabled = usePermission('extension.read')
  useQuery({ ...openQuery(), enabled, refetchInterval: openEveryMs })
  useScanWatch()
  return (
    <>
      <SlowReads />
      {enabled && <ServiceAway />}
      {isWatchingJobs && <JobWatch />}
    </>
  )
}

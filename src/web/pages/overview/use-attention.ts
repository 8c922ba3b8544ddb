import { useQuery } from '@tanstack/react-query'
import { isFirstLoad } from '../../api/first-load.ts'
import { jobsQuery, openJobsQuery, waitingPasswordsQuery } from '../../entities/job/queries.ts'
import { requestSummaryQuery } from '../../entities/request/queries.ts'
import { channelsQuery } from '../../entities/notification/queries.ts'
import { openQuery, reservationsQuery } from '../../entities/reservation/queries.ts'
import { usePermission, useSession } from '../../entities/session/SessionContext.tsx'
import { useNow } from '../../ui/text/clock.ts'
import { answeringQuery } from '../../entities/service/answering.ts'
import { serviceQuery } from '../../entities/service/queries.ts'

/** The last daily check of the real service, for users who may do something about it. */
function useDailyCheck() {
  const canManage = usePermission('service.manage')
  const { sandbox } = useSession().features
  const { data, isLoading, isFetched, isError } = useQuery({
    ...serviceQuery(),
    enabled: canManage && !sandbox,
  })
  return { check: data?.dailyCheck ?? null, isLoading, isFetched, isError }
}

/** Since when emails fail, of all users or of some, for users who may do something about it. */
function useFailingMails() {
  const enabled = usePermission('settings.manage')
  const { data, isLoading, isFetched, isError } = useQuery({ ...channelsQuery(), enabled })
  const health = data?.mail?.health
  const failing =
    health === undefined ? [] : [...(health.failing === null ? [] : [health.failing]), ...health.refused]
  return {
    since: failing.length === 0 ? null : Math.min(...failing.map(({ since }) => since)),
    isLoading,
    isFetched,
    isError,
  }
}

/** How long a reservation that was lost to another agent is shown. */
const lostForMs = 2 * 24 * 60 * 60_000
const meta = { quiet: true }

/** Returns the jobs, reservations, requests, passwords and the daily check that may need attention. */
export function useAttention() {
  const now = useNow()
  const endOfToday = new Date(now).setHours(24, 0, 0, 0)
  const canFetch = usePermission('job.run')
  const running = useQuery(openJobsQuery())
  const failed = useQuery({ ...jobsQuery({ page: 1, pageSize: 5, state: 'attention' }), meta })
  const passwords = useQuery(waitingPasswordsQuery())
  const open = useQuery(openQuery())
  const lost = useQuery({
    ...reservationsQuery({ pageSize: 100, state: 'taken', sort: 'until', order: 'desc' }),
    meta,
  })
  const requests = useQuery(requestSummaryQuery())
  const daily = useDailyCheck()
  const mails = useFailingMails()
  const answering = useQuery(answeringQuery())
  const reads = [daily, mails, running, failed, passwords, open, lost, requests]
  return {
    isFirstLoad: reads.some(isFirstLoad),
    /** True when a read failed: what it would have shown is missing. */
    isIncomplete: reads.some(({ isError }) => isError),
    running: running.data?.items ?? [],
    failed: failed.data ?? { items: [], total: 0 },
    passwords: (canFetch && passwords.data) || { items: [], total: 0 },
    /** Reserved numbers whose time ends today, in the user's time zone. */
    // A number kept back becomes free as planned.
    expiring: (open.data?.items ?? []).filter(
      ({ expiresAt, keptBack, holder }) =>
        expiresAt < endOfToday && keptBack === undefined && holder === null,
    ),
    lost: (lost.data?.items ?? []).filter(({ endedAt }) => endedAt !== null && endedAt > now - lostForMs),
    requests: requests.data ?? { pending: 0, overdue: 0 },
    daily: daily.check,
    mailsFailSince: mails.since,
    otherAnswersSince: answering.data?.otherAnswersSince ?? null,
  }
}

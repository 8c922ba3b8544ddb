import { useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { readChannels } from '#contract/notification-channels.ts'
import { jobsQuery, openJobsQuery, waitingPasswordsQuery } from '../../entities/job/queries.ts'
import { requestSummaryQuery } from '../../entities/request/queries.ts'
import { channelsQuery } from '../../entities/notification/queries.ts'
import { openQuery, reservationsQuery } from '../../entities/reservation/queries.ts'
import { usePermission, useSession } from '../../entities/session/SessionContext.tsx'
import { useNow } from '../../ui/text/clock.ts'
import { answeringQuery } from '../../entities/service/answering.ts'
import { serviceQuery } from '../../entities/service/queries.ts'

/** Since when emails fail, of all users or of some. */
function mailsFailSince(channels: z.output<(typeof readChannels)['answer']> | undefined): number | null {
  const health = channels?.mail?.health
  const failing =
    health === undefined ? [] : [health.failing, ...health.refused].filter((each) => each !== null)
  return failing.length === 0 ? null : Math.min(...failing.map(({ since }) => since))
}

/** How long a reservation that was lost to another agent is shown. */
const lostForMs = 2 * 24 * 60 * 60_000
const meta = { quiet: true }

/** Returns the jobs, reservations, requests, passwords and the daily check that may need attention. */
export function useAttention() {
  const now = useNow()
  const endOfToday = new Date(now).setHours(24, 0, 0, 0)
  const { sandbox } = useSession().features
  const canFetch = usePermission('job.run')
  const canManageService = usePermission('service.manage')
  const canManageMails = usePermission('settings.manage')
  const running = useQuery(openJobsQuery())
  const failed = useQuery({ ...jobsQuery({ page: 1, pageSize: 5, state: 'attention' }), meta })
  const passwords = useQuery(waitingPasswordsQuery())
  const open = useQuery(openQuery())
  const lost = useQuery({
    ...reservationsQuery({ pageSize: 100, state: 'taken', sort: 'until', order: 'desc' }),
    meta,
  })
  const requests = useQuery(requestSummaryQuery())
  // The daily check is that of the real service. It and emails are only for users who may do something about them.
  const service = useQuery({ ...serviceQuery(), enabled: canManageService && !sandbox })
  const channels = useQuery({ ...channelsQuery(), enabled: canManageMails })
  const answering = useQuery(answeringQuery())
  const reads = [service, channels, running, failed, passwords, open, lost, requests]
  return {
    reads,
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
    daily: service.data?.dailyCheck ?? null,
    mailsFailSince: mailsFailSince(channels.data),
    noAnswerSince: answering.data?.noAnswerSince ?? null,
    otherAnswersSince: answering.data?.otherAnswersSince ?? null,
  }
}

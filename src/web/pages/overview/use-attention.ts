import { useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import type { Session } from '#contract/session.ts'
import type { readChannels } from '#contract/notification-channels.ts'
import { readService } from '#contract/service.ts'
import { read } from '../../api/endpoint-queries.ts'
import { jobsQuery, openJobsQuery, waitingPasswordsQuery } from '../../entities/job/queries.ts'
import { requestSummaryQuery } from '../../entities/request/queries.ts'
import { channelsQuery } from '../../entities/notification/queries.ts'
import { openQuery, reservationsQuery } from '../../entities/reservation/queries.ts'
import { usePermission, useSession } from '../../entities/session/SessionContext.tsx'
import { useNow } from '../../ui/text/clock.ts'
import { answeringQuery } from '../../entities/service/answering.ts'

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

/** The reads that say what needs attention, as far as the user may do something about it. */
export const attentionReads = ({ permissions, features }: Session) => ({
  running: openJobsQuery(),
  failed: { ...jobsQuery({ page: 1, pageSize: 5, state: 'attention' }), meta },
  passwords: waitingPasswordsQuery(),
  open: openQuery(),
  lost: { ...reservationsQuery({ pageSize: 100, state: 'taken', sort: 'until', order: 'desc' }), meta },
  requests: requestSummaryQuery(),
  // The daily check is that of the real service.
  service: { ...read(readService, {}), enabled: permissions.includes('service.manage') && !features.sandbox },
  channels: { ...channelsQuery(), enabled: permissions.includes('settings.manage') },
  answering: answeringQuery(),
})

/** Returns the jobs, reservations, requests, passwords and the daily check that may need attention. */
export function useAttention() {
  const now = useNow()
  const endOfToday = new Date(now).setHours(24, 0, 0, 0)
  const session = useSession()
  const canFetch = usePermission('job.run')
  const queries = attentionReads(session)
  const running = useQuery(queries.running)
  const failed = useQuery(queries.failed)
  const passwords = useQuery(queries.passwords)
  const open = useQuery(queries.open)
  const lost = useQuery(queries.lost)
  const requests = useQuery(queries.requests)
  const service = useQuery(queries.service)
  const channels = useQuery(queries.channels)
  const answering = useQuery(queries.answering)
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

import { useQuery } from '@tanstack/react-query'
import { openQuery, reservationsQuery } from '../../entities/reservation/queries.ts'
import { useReservations } from '../../entities/reservation/open-reservations.ts'
import { requestsQuery } from '../../entities/request/queries.ts'
import { useSession } from '../../entities/session/SessionContext.tsx'
import { teamQuery } from '../../entities/team/queries.ts'
import { localDay } from '../../lib/local-time.ts'
import { useNow } from '../../ui/text/clock.ts'
import type { TeamState } from './needs.ts'

/** Refetch interval while the page is visible, ms. */
const againMs = 15_000
/** How many of the user's newest reservations are searched for lost ones. */
const newestEnded = 100
const mostRequests = 1_000

/** The team, and the reservations and requests that say what its people need. Without the latter, the people are shown all the same. */
export function useTeam() {
  const now = useNow()
  const { user } = useSession()
  const team = useQuery({ ...teamQuery(), refetchInterval: againMs })
  const open = useReservations()
  const ended = useQuery({
    ...reservationsQuery({ by: user.id, pageSize: newestEnded }),
    meta: { quiet: true },
  })
  const requests = useQuery({
    ...requestsQuery({ state: 'pending', sort: 'due', order: 'asc', pageSize: mostRequests }),
    meta: { quiet: true },
  })
  // The rows are sorted by what people need, so they wait until it is known.
  const isEarly = useQuery(openQuery()).isLoading || ended.isLoading || requests.isLoading
  const state: TeamState = {
    now,
    today: requests.data?.today ?? localDay(new Date(now)),
    open: [...open.values()],
    ended: ended.data?.items ?? [],
    requests: requests.data?.items ?? [],
    namesakes: team.data?.namesakes ?? [],
  }
  return { team: isEarly ? { ...team, data: undefined } : team, state }
}

import type { ZoneTimes } from '#contract/zone-time.ts'
import type { Upstream } from '#upstream/client.ts'
import { isSingleRequestError } from '#upstream/errors.ts'
import type { Audit } from '../audit/audit-store.ts'
import type { Background, Turn } from '../platform/background.ts'
import type { Database } from '../platform/database/database.ts'
import type { Timings } from '../platform/timings.ts'
import type { Limits } from '../numbers/limits.ts'
import { peopleIn } from './people.ts'
import { AgentReads, type AgentLabels, type OpenReservations } from './store-reads.ts'
import { createTeamStore } from './team-store.ts'
import { AgentWrites, type MovedAgent, type OnJoined } from './store-writes.ts'

/** Read an agent's record (operation 6) again after this time, in ms. */
const recordAfterMs = 24 * 60 * 60_000
const agentsPerTurn = 20

interface AgentDeps {
  database: Database
  account: string
  audit: Audit
  upstream: Pick<Upstream, 'searchIdle' | 'getUnboundPage' | 'getExtension'>
  reservations: OpenReservations
  onJoined: OnJoined
  labels: AgentLabels & { moved: MovedAgent }
  limits: Limits
  background: Pick<Background, 'every'>
  timings: Timings
  times: ZoneTimes
  now: () => number
}

/** The directory of agents: every agent seen in the service, a reservation or the roster. */
export function openAgents(deps: AgentDeps) {
  const { database, account, audit, upstream, background, timings, now } = deps
  const reads = new AgentReads(database, account, deps.reservations, deps.labels)
  const writes = new AgentWrites(database, account, {
    onJoined: deps.onJoined,
    onMoved: deps.labels.moved,
    now,
  })

  /** Reads the records of agents not read for a day. Only these records show the work number and department. */
  async function readRecords({ read, signal }: Turn): Promise<void> {
    for (const agentId of await reads.recordsDue(now() - recordAfterMs, agentsPerTurn)) {
      try {
        await read(() => upstream.searchIdle({ agentId }, { signal, bulk: true }))
      } catch (error) {
        // Skip this agent: the error concerns its response only, so the next agent may succeed.
        if (!isSingleRequestError(error)) throw error
      }
      await writes.recordRead(agentId, now())
    }
  }
  background.every('agent-records', timings.agentRecordsEveryMs, readRecords)

  return {
    reads,
    peopleOf: peopleIn(database, account),
    writes,
    teams: createTeamStore(database, account),
    upstream,
    limits: deps.limits,
    audit,
    times: deps.times,
    now,
  }
}
export type AgentParts = ReturnType<typeof openAgents>

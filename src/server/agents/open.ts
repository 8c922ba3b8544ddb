import type { Transaction } from 'kysely'
import * as z from 'zod/mini'
import { agentUuid } from '#contract/text.ts'
import type { Upstream } from '#upstream/client.ts'
import type { AgentRecord } from '#upstream/records.ts'
import { isSingleRequestError } from '#upstream/errors.ts'
import type { Audit } from '../audit/audit-store.ts'
import type { Background, Turn } from '../platform/background.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import type { Timings } from '../platform/timings.ts'
import { factsFrom, factsOf } from './facts.ts'
import { peopleIn } from './people.ts'
import { AgentReads, type AgentLabels, type OpenReservations } from './store-reads.ts'
import { createTeamStore } from './team-store.ts'
import { createAgentWrites, type BoundNumbers, type MovedAgent, type OnJoined } from './store-writes.ts'

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
  background: Pick<Background, 'every'>
  timings: Timings
  now: () => number
}

/** An agent seen with a number: the agent's name on that number, plus all numbers bound to the agent. */
interface AgentOfNumber extends BoundNumbers {
  agentName: string | null
  at: number
}

const isUuid = (text: string | null): text is string => z.safeParse(agentUuid, text).success

/** The directory of agents: every agent seen in the service, a reservation or the roster. */
export function openAgents(deps: AgentDeps) {
  const { database, account, audit, upstream, background, timings, now } = deps
  const reads = new AgentReads(database, account, deps.reservations, deps.labels)
  const writes = createAgentWrites(database, account, { onJoined: deps.onJoined, onMoved: deps.labels.moved })

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
    audit,
    now,
    /** Records agents as the service's own records show them. */
    recordRecords: (records: readonly (AgentRecord & { at: number })[]): Promise<void> => {
      const seen = records.flatMap(({ id, agentID, agentName, depart, agentEmail, at }) => {
        const values = { name: agentName, workNumber: agentID, department: depart, email: agentEmail }
        return isUuid(id) ? [{ agentUuid: id, facts: factsOf(values, 'agent-record', at), at }] : []
      })
      return database.db.transaction().execute((transaction) => writes.recordSeen(transaction, seen))
    },
    /** Records the agents of changed numbers, with the numbers now bound to each agent. */
    recordWithNumbers: (transaction: Transaction<Tables>, seen: readonly AgentOfNumber[]): Promise<void> =>
      writes.recordSeen(
        transaction,
        seen.map(({ agentUuid: uuid, agentName, at }) => ({
          agentUuid: uuid,
          facts: factsOf({ name: agentName }, 'extension', at),
          at,
        })),
        seen,
      ),
    forReservations: {
      /** The joiners with these IDs, by ID. The lock keeps them from getting a UUID until the transaction ends. */
      async joiners(transaction: Transaction<Tables>, ids: readonly string[]) {
        const rows = await writes.byIds(transaction, ids)
        return new Map(
          rows.map(({ id, agent_uuid: uuid, facts }) => {
            const { name, workNumber } = factsFrom(facts)
            const known = {
              agentUuid: uuid,
              name: name?.value ?? null,
              workNumber: workNumber?.value ?? null,
            }
            return [id, known] as const
          }),
        )
      },
      knowsWorkNumber: async (transaction: Transaction<Tables>, workNumber: string): Promise<boolean> =>
        (await writes.byWorkNumber(transaction, workNumber)) !== undefined,
      /** Adds a person whom neither the service nor the roster has shown. */
      addColleague: (
        transaction: Transaction<Tables>,
        id: string,
        colleague: Parameters<typeof writes.addColleague>[2],
      ): Promise<void> => writes.addColleague(transaction, id, colleague, now()),
      /** Records agents for whom numbers are being reserved. */
      recordSeen: (
        transaction: Transaction<Tables>,
        seen: readonly { agentUuid: string; agentName: string | null }[],
      ): Promise<void> => {
        const at = now()
        return writes.recordSeen(
          transaction,
          seen.map(({ agentUuid: uuid, agentName }) => ({
            agentUuid: uuid,
            facts: factsOf({ name: agentName }, 'reservation', at),
            at,
          })),
        )
      },
    },
  }
}
export type AgentParts = ReturnType<typeof openAgents>

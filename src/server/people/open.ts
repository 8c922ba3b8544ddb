import { isSingleRequestError } from '#upstream/errors.ts'
import type { FeatureContext } from '../feature.ts'
import { LabelStore } from '../labels/store.ts'
import type { Turn } from '../platform/background.ts'
import { People } from './people.ts'
import { TeamStore } from './team-store.ts'
import { PeopleChanges } from './changes.ts'
import { recordRead } from './record.ts'

/** Read an agent's record (operation 6) again after this time, in ms. */
const recordAfterMs = 24 * 60 * 60_000
const agentsAtOnce = 20

/** The directory of agents: every agent seen in the service, a reservation or the roster. */
export function openPeople(context: FeatureContext) {
  const { database, account, upstream, background, timings, now } = context
  const labels = new LabelStore(database, account).of('agent')
  const reads = new People({ database, account, labels })
  const writes = new PeopleChanges(context)

  /** Reads the records of agents not read for a day. Only these records show the work number and department. */
  async function readRecords({ read, signal }: Turn): Promise<void> {
    for (;;) {
      const due = await reads.recordsDue(now() - recordAfterMs, agentsAtOnce)
      if (due.length === 0) return
      for (const agentId of due) {
        try {
          await read(() => upstream.searchIdle({ agentId }, { signal, bulk: true }))
        } catch (error) {
          // Skip this agent: the error concerns its response only, so the next agent may succeed.
          if (!isSingleRequestError(error)) throw error
        }
        await recordRead(database, account, agentId, now())
      }
    }
  }
  background.every('agent-records', timings.agentRecordsEveryMs, readRecords)

  return {
    reads,
    writes,
    labels,
    teams: new TeamStore(database, account),
    /** True when the record of every known agent was read. */
    areReadOnce: async () => (await reads.recordsDue(1, 1)).length === 0,
  }
}

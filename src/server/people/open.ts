import type { Upstream } from '#upstream/client.ts'
import type { FeatureContext } from '../feature.ts'
import { LabelStore } from '../labels/store.ts'
import type { Turn } from '../platform/background.ts'
import type { Database } from '../platform/database/database.ts'
import { readOne } from '../platform/upstream/read-one.ts'
import { People } from './people.ts'
import { TeamStore } from './team-store.ts'
import { PeopleChanges } from './changes.ts'
import { recordRead } from './record.ts'

/** Read an agent's record (operation 6) again after this time, in ms, or after a read without any response. */
const recordAfterMs = 24 * 60 * 60_000
const unansweredAfterMs = 60 * 60_000
const agentsAtOnce = 20

/** The directory of agents: every agent seen in the service, a reservation or the roster. */
export function openPeople(context: FeatureContext) {
  const { database, account, background, timings } = context
  const labels = new LabelStore(database, account).of('agent')
  const reads = new People({ database, account, labels })
  const writes = new PeopleChanges(context)
  background.every('agent-records', timings.agentRecordsEveryMs, (turn) =>
    readRecords({ ...context, reads }, turn),
  )

  return {
    reads,
    writes,
    labels,
    teams: new TeamStore(database, account),
    /** True when the record of every known agent was read, or a read of it tried. */
    areReadOnce: async () => (await reads.recordsDue(1, 0, 1)).length === 0,
  }
}

interface RecordParts {
  database: Pick<Database, 'db'>
  account: string
  upstream: Pick<Upstream, 'searchIdle'>
  reads: Pick<People, 'recordsDue'>
  now: () => number
}

/** Reads the records of agents not read for a day. Only these records show the work number and department. */
export async function readRecords(
  { database, account, upstream, reads, now }: RecordParts,
  { read, signal }: Turn,
): Promise<void> {
  for (;;) {
    const due = await reads.recordsDue(now() - recordAfterMs, now() - unansweredAfterMs, agentsAtOnce)
    if (due.length === 0) return
    for (const agentId of due) {
      const record = (read: Parameters<typeof recordRead>[3]) => recordRead(database, account, agentId, read)
      const look = () => read(() => upstream.searchIdle({ agentId }, { signal, bulk: true }))
      const looked = await readOne(look, signal)
      if (looked.result === 'unanswered') {
        // The next run begins with another agent.
        await record({ tried_at: now() })
        throw looked.error
      }
      await record({ record_at: now() })
    }
  }
}

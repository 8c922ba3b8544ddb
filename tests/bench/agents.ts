import { sql } from 'kysely'
import type { PersonSort } from '#contract/people.ts'
import type { Database } from '#server/platform/database/database.ts'
import { factsOf } from '#server/people/facts.ts'
import { People, type PersonFilter } from '#server/people/people.ts'
import { recordSeen } from '#server/people/record.ts'
import { LabelStore } from '#server/labels/store.ts'
import { person } from '#sandbox/people.ts'
import { benchBothStores } from './both-stores.ts'

const sizes = [2_000, 100_000] as const
const runs = 15
const rowsAtOnce = 1_000

/** Fills the directory with `count` agents. */
export async function fillAgents(database: Database, count: number, account = 'a'): Promise<void> {
  for (let from = 0; from < count; from += rowsAtOnce)
    await database.db.transaction().execute((transaction) => {
      const people = Array.from({ length: Math.min(rowsAtOnce, count - from) }, (_, i) =>
        person('a', from + i),
      )
      return recordSeen(
        transaction,
        { database, account },
        people.map(({ uuid, agentID, agentName, depart }) => ({
          agentUuid: uuid,
          facts: factsOf({ name: agentName, workNumber: agentID, department: depart }, 'agent-record', 1),
          at: 1,
        })),
        people.map(({ uuid, agentID }, i) => ({
          agentUuid: uuid,
          exts: i % 3 === 0 ? [] : [agentID],
          numbers: i % 3 === 0 ? 0 : 1,
        })),
      )
    })
  await sql.raw(database.engine === 'postgres' ? 'ANALYZE' : 'PRAGMA optimize = 0x10012').execute(database.db)
}

/** Fills the store and returns the operations to time. */
async function prepare(
  database: Database,
  count: number,
): Promise<[name: string, work: () => Promise<unknown>][]> {
  await fillAgents(database, count)
  const reads = new People({
    database,
    account: 'a',
    labels: new LabelStore(database, 'a').of('agent'),
  })
  const page =
    (filter: PersonFilter, offset = 0, sort: PersonSort = 'name') =>
    () =>
      reads.list(filter, { sort, order: 'asc' }, { offset, limit: 50 })
  const search = (q: string) => () =>
    reads.list({ q }, { sort: 'best', order: 'asc' }, { offset: 0, limit: 10 })
  const all: [name: string, work: () => Promise<unknown>][] = [
    ['search: one letter', search('w')],
    ['search: one Chinese character', search('王')],
    ['search: pinyin', search('wangxiao')],
    ['search: two words', search('ada lo')],
    ['nearest names', () => reads.nearest('Jonas Muler', 5)],
    ['nearest Chinese names', () => reads.nearest('李名', 5)],
    ['search: work number', search(String(1001 + count / 2))],
    ['search: no match', search('zzzz qqqq')],
    ['first page', page({})],
    ['last page', page({}, count - 50)],
    ['page of one letter', page({ q: 'w' })],
    ['without a number', page({ state: 'none' })],
    ['of a department', page({ department: 'Billing' })],
    ['by work number', page({}, 0, 'workNumber')],
    ['by department', page({}, 0, 'department')],
    ['by extension', page({}, 0, 'ext')],
    ['by state', page({}, 0, 'state')],
    ['by state, last page', page({}, count - 50, 'state')],
    ['departments', () => reads.departments()],
  ]
  return all
}

/** Prints the cost of the directory at 2,000 and 100,000 agents, on both stores. */
export const benchAgents = (print: (line: string) => void): Promise<void> =>
  benchBothStores(print, {
    name: 'agents',
    title: `agents, median of ${runs}, ms`,
    sizes,
    runs,
    prepare,
  })

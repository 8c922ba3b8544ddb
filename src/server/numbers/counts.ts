import { sql } from 'kysely'
import type { NumberSet } from '#contract/number-set.ts'
import { seenStates, type CountedState, type StateCounts } from '#contract/number-states.ts'
import { chunks, type Database } from '../platform/database/database.ts'
import { conditionsOf } from './number-set.ts'
import { isReserved } from './reserved.ts'

/** `inventory_count` holds counts for prefixes of up to this many digits. */
export const countedDigits = 4
/** Ranges and prefixes per statement; SQLite joins at most 500 queries. */
const partsAtOnce = 100

export const everyNumber: NumberSet = { ranges: [], prefixes: [''] }

/** Where to count: a service's numbers, reserved by the store's clock. */
interface Source {
  account: string
  now: Database['now']
}

export interface StateCount {
  /** The displayed state. */
  state: string
  count: number
}

/** Returns a count for each state that is counted. */
export const eachState = (countOf: (state: CountedState) => number): StateCounts => ({
  free: countOf('free'),
  reserved: countOf('reserved'),
  bound: countOf('bound'),
  unavailable: countOf('unavailable'),
  unknown: countOf('unknown'),
})

/** Adds up displayed counts, without numbers that the service no longer knows. */
export const stateCountsOf = (rows: readonly StateCount[]): StateCounts =>
  eachState((state) => rows.reduce((sum, row) => (row.state === state ? sum + row.count : sum), 0))

/** Returns the displayed counts. In `rows`, reserved numbers are also counted as free; here they are subtracted. */
function shownCounts<Row extends StateCount & { prefix: string }>(rows: readonly Row[]): Row[] {
  const reserved = new Map(
    rows.flatMap(({ prefix, state, count }) => (state === 'reserved' ? [[prefix, count]] : [])),
  )
  return rows
    .map((row) =>
      row.state === 'free' ? { ...row, count: row.count - (reserved.get(row.prefix) ?? 0) } : row,
    )
    .filter(({ count }) => count > 0)
}

/** Each range and prefix as a separate set, in the set's order. */
export const partsOf = ({ ranges, prefixes }: NumberSet): NumberSet[] => [
  ...ranges.map((range) => ({ ranges: [range], prefixes: [] })),
  ...prefixes.map((prefix) => ({ ranges: [], prefixes: [prefix] })),
]

/**
 * Counts the seen numbers by displayed state. Short prefixes come from the counters, other numbers from an index, at a cost
 * that grows with their count. Open reservations add their own cost.
 */
export async function countStates(
  db: Database['db'],
  source: Source,
  numbers: NumberSet,
): Promise<StateCount[]> {
  const counts = new Map<string, number>()
  for (const some of chunks(partsOf(numbers), partsAtOnce))
    for (const { state, count } of await countSome(db, source, {
      ranges: some.flatMap(({ ranges }) => ranges),
      prefixes: some.flatMap(({ prefixes }) => prefixes),
    }))
      counts.set(state, (counts.get(state) ?? 0) + count)
  return [...counts].map(([state, count]) => ({ state, count }))
}

/** Counts a set of at most `partsAtOnce` parts. */
async function countSome(db: Database['db'], { account }: Source, numbers: NumberSet) {
  // Names each state, so that the engine enters the state index at the start of the stretch in each state.
  const states = sql.join(seenStates.map((state) => sql.lit(state)))
  const counted = numbers.prefixes.filter(({ length }) => length <= countedDigits)
  const others = { ...numbers, prefixes: numbers.prefixes.filter(({ length }) => length > countedDigits) }
  const counts = [
    ...counted.map(
      (prefix) => sql`SELECT state, sum(count) AS count FROM inventory_count
        WHERE account = ${account} AND length = ${sql.lit(prefix.length)} AND prefix = ${prefix} GROUP BY state`,
    ),
    ...conditionsOf(others).map(
      (condition) => sql`SELECT state, count(*) AS count FROM inventory
        WHERE account = ${account} AND state IN (${states}) AND ${condition} GROUP BY state`,
    ),
    ...conditionsOf(numbers).map(
      (condition) => sql`SELECT 'reserved' AS state, count(*) AS count FROM inventory
        WHERE account = ${account} AND ${condition} AND ${isReserved(account)}`,
    ),
  ]
  const { rows } = await sql<StateCount & { prefix: string }>`
    SELECT '' AS prefix, state, cast(sum(count) AS bigint) AS count FROM (${sql.join(counts, sql` UNION ALL `)}) AS parts
    GROUP BY state`.execute(db)
  return shownCounts(rows)
}

/** Counts the seen numbers by displayed state and prefix of `length` digits, at most `countedDigits`, sorted by prefix. */
export async function countsByPrefix(db: Database['db'], { account }: Source, length: number) {
  // One statement, so that the reserved count never exceeds the free count.
  const { rows } = await sql<StateCount & { prefix: string }>`
    SELECT prefix, state, cast(sum(count) AS bigint) AS count FROM inventory_count
    WHERE account = ${account} AND length = ${length}
    GROUP BY prefix, state HAVING sum(count) > 0
    UNION ALL
    SELECT substr(ext, 1, ${sql.lit(length)}), 'reserved', count(*) FROM inventory
    WHERE account = ${account} AND length(ext) >= ${sql.lit(length)} AND ${isReserved(account)}
    GROUP BY 1
    ORDER BY prefix, state`.execute(db)
  return shownCounts(rows)
}

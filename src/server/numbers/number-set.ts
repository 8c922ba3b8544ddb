import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { NumberSet } from '#contract/number-set.ts'
import { seenStates } from '#contract/number-states.ts'
import type { Database } from '../platform/database/database.ts'
import { countedDigits, isReserved, shownCounts, type StateCount } from './reserved.ts'
import type { Tables } from '../platform/database/schema.ts'

/** Returns a text that sorts after every text that begins with `start`; numbers compare by bytes. */
const endOf = (start: string) => `${start}\u{10FFFF}`

/** Limits a list to the numbers after or before a number; empty for all numbers. */
export interface Bounds {
  after?: string | null
  before?: string | null
}

/**
 * Returns one SQL condition for each range and prefix of a set. A condition covers one contiguous stretch of numbers, so that
 * every index that ends in the number serves it. A number meets at most one condition. Each end has a single bound, because
 * with two bounds SQLite may enter an index by the wider one.
 */
export function conditionsOf(
  { ranges, prefixes }: NumberSet,
  { after = null, before = null }: Bounds = {},
  column: RawBuilder<unknown> = sql.ref('ext'),
): RawBuilder<boolean>[] {
  const between = (start: string, end: string) => {
    const from = after !== null && after >= start ? sql`${column} > ${after}` : sql`${column} >= ${start}`
    const to = before !== null && before <= end ? sql`${column} < ${before}` : sql`${column} <= ${end}`
    return sql<boolean>`(${from} AND ${to})`
  }
  return [
    ...ranges.map(
      ({ from, to }) =>
        // In byte order, longer numbers lie between the numbers of a range.
        sql<boolean>`(${between(from, to)} AND length(ext) = ${sql.lit(from.length)})`,
    ),
    ...prefixes.map((prefix) => between(prefix, endOf(prefix))),
  ]
}

/**
 * Counts the seen numbers by displayed state. Short prefixes come from the counters, other numbers from an index, at a cost
 * that grows with their count. Open reservations add their own cost.
 */
export async function countStates(
  db: Kysely<Tables>,
  { account, now }: { account: string; now: Database['now'] },
  numbers: NumberSet,
): Promise<{ state: string; count: number }[]> {
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
        WHERE account = ${account} AND ${condition} AND ${isReserved(account, now)}`,
    ),
  ]
  const { rows } = await sql<StateCount>`
    SELECT '' AS scope, state, cast(sum(count) AS bigint) AS count FROM (${sql.join(counts, sql` UNION ALL `)}) AS parts
    GROUP BY state`.execute(db)
  return shownCounts(rows).map(({ state, count }) => ({ state, count }))
}

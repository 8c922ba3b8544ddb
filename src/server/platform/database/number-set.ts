import { sql, type Kysely, type RawBuilder } from 'kysely'
import { seenStates } from '#contract/inventory.ts'
import type { NumberSet } from '#contract/number-set.ts'
import type { Database } from './database.ts'
import { isReserved, shownCounts, type StateCount } from './reserved.ts'
import { countedDigits, type Tables } from './schema.ts'

/** Sorts after every text that begins with `start`; numbers are compared by bytes. */
const endOf = (start: string) => `${start}\u{10FFFF}`

/** A place in the order of the numbers: those after one number, before one, or all. */
export interface Place {
  after?: string | null
  before?: string | null
}

/**
 * A condition for each range and prefix of a set: a stretch of the inventory's order each, so that every index that ends
 * in the number serves it. A number meets one of them at most. Each end has one bound: of two, SQLite may enter an index by the
 * wider one.
 */
export function conditionsOf(
  { ranges, prefixes }: NumberSet,
  { after = null, before = null }: Place = {},
  column: RawBuilder<unknown> = sql.ref('ext'),
): RawBuilder<boolean>[] {
  const stretch = (start: string, end: string) => {
    const from = after !== null && after >= start ? sql`${column} > ${after}` : sql`${column} >= ${start}`
    const to = before !== null && before <= end ? sql`${column} < ${before}` : sql`${column} <= ${end}`
    return sql<boolean>`(${from} AND ${to})`
  }
  return [
    ...ranges.map(
      ({ from, to }) =>
        // In the order of bytes longer numbers lie between those of a range.
        sql<boolean>`(${stretch(from, to)} AND length(ext) = ${sql.lit(from.length)})`,
    ),
    ...prefixes.map((prefix) => stretch(prefix, endOf(prefix))),
  ]
}

/**
 * Numbers seen, by state as it is shown: of short prefixes from the counters, else from an index, at a cost that grows with the
 * numbers; and what the open reservations cost.
 */
export async function countStates(
  db: Kysely<Tables>,
  { account, now }: { account: string; now: Database['now'] },
  numbers: NumberSet,
): Promise<{ state: string; count: number }[]> {
  // Each state by name: the index of states is entered at the stretch's begin in each of them.
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

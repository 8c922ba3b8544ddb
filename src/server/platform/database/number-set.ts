import { sql, type Kysely, type RawBuilder } from 'kysely'
import { seenStates } from '#contract/inventory.ts'
import type { NumberSet } from '#contract/number-set.ts'
import type { Database } from './database.ts'
import { isReserved, shownCounts, type StateCount } from './reserved.ts'
import type { Tables } from './schema.ts'

/** Sorts after every text that begins with `start`; numbers are compared by bytes. */
const endOf = (start: string) => `${start}\u{10FFFF}`

/**
 * A condition for each range and prefix of a set: a stretch of the inventory's order each, so that every index that ends
 * in the number serves it. A number meets one of them at most.
 */
export const conditionsOf = (
  { ranges, prefixes }: NumberSet,
  column: RawBuilder<unknown> = sql.ref('ext'),
): RawBuilder<boolean>[] => [
  ...ranges.map(
    ({ from, to }) =>
      // In the order of bytes longer numbers lie between those of a range.
      sql<boolean>`(${column} >= ${from} AND ${column} <= ${to} AND length(ext) = ${sql.lit(from.length)})`,
  ),
  ...prefixes.map((prefix) => sql<boolean>`(${column} >= ${prefix} AND ${column} < ${endOf(prefix)})`),
]

/** Numbers seen, by state as it is shown; from an index, and what the open reservations cost. */
export async function countStates(
  db: Kysely<Tables>,
  { account, now }: { account: string; now: Database['now'] },
  numbers: NumberSet,
): Promise<{ state: string; count: number }[]> {
  // Each state by name: the index of states is entered at the stretch's begin in each of them.
  const states = sql.join(seenStates.map((state) => sql.lit(state)))
  const counts = conditionsOf(numbers).flatMap((condition) => [
    sql`SELECT state, count(*) AS count FROM inventory
     WHERE account = ${account} AND state IN (${states}) AND ${condition} GROUP BY state`,
    sql`SELECT 'reserved', count(*) FROM inventory
     WHERE account = ${account} AND ${condition} AND ${isReserved(account, now)}`,
  ])
  const { rows } = await sql<StateCount>`
    SELECT '' AS scope, state, cast(sum(count) AS bigint) AS count FROM (${sql.join(counts, sql` UNION ALL `)}) AS parts
    GROUP BY state`.execute(db)
  return shownCounts(rows).map(({ state, count }) => ({ state, count }))
}

import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { CountedState, StateCounts } from '#contract/number-states.ts'
import { endOf, type Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'

/** `inventory_count` holds counts for prefixes of up to this many digits. */
export const countedDigits = 4

type Clock = Database['now']

/** SQL: true when a row of `reservation` is open. */
export const isOpen = (now: Clock): RawBuilder<boolean> => sql`state = 'reserved' AND expires_at > ${now}`

/**
 * SQL: true when a row of `inventory` is reserved: in the idle list, with an open reservation (contract, number-states.ts). The cost grows with the open reservations, not with the numbers.
 */
export const isReserved = (account: string, now: Clock): RawBuilder<boolean> =>
  sql`(state = 'free' AND ext IN (SELECT ext FROM reservation WHERE account = ${account} AND ${isOpen(now)}))`

/** SQL: the displayed state of a row of `inventory`. */
export const shownState = (account: string, now: Clock): RawBuilder<string> =>
  sql`CASE WHEN ${isReserved(account, now)} THEN 'reserved' ELSE state END`

export interface StateCount {
  /** A prefix or a pool: the count covers its numbers. */
  scope: string
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
export const stateCountsOf = (rows: readonly Pick<StateCount, 'state' | 'count'>[]): StateCounts =>
  eachState((state) => rows.reduce((sum, row) => (row.state === state ? sum + row.count : sum), 0))

/** Returns the displayed counts. In `rows`, reserved numbers are also counted as free; here they are subtracted. */
export function shownCounts(rows: readonly StateCount[]): StateCount[] {
  const reserved = new Map(
    rows.flatMap(({ scope, state, count }) => (state === 'reserved' ? [[scope, count]] : [])),
  )
  return rows
    .map((row) =>
      row.state === 'free' ? { ...row, count: row.count - (reserved.get(row.scope) ?? 0) } : row,
    )
    .filter(({ count }) => count > 0)
}

/**
 * Returns how many numbers there are for each displayed state and prefix of `length` digits (at most `countedDigits`), sorted
 * by prefix and state. With `beginning`, a prefix of that length, counts only its numbers.
 */
export async function countsByPrefix(
  db: Kysely<Tables>,
  { account, now }: { account: string; now: Clock },
  length: number,
  beginning?: string,
): Promise<StateCount[]> {
  const [ofPrefix, ofNumber] =
    beginning === undefined
      ? [sql``, sql``]
      : [sql`AND prefix = ${beginning}`, sql`AND ext >= ${beginning} AND ext < ${endOf(beginning)}`]
  // One statement, so that the reserved count never exceeds the free count.
  const { rows } = await sql<StateCount>`
    SELECT prefix AS scope, state, cast(sum(count) AS bigint) AS count FROM inventory_count
    WHERE account = ${account} AND length = ${length} ${ofPrefix}
    GROUP BY prefix, state HAVING sum(count) > 0
    UNION ALL
    SELECT substr(ext, 1, ${sql.lit(length)}), 'reserved', count(*) FROM inventory
    WHERE account = ${account} AND length(ext) >= ${sql.lit(length)} ${ofNumber} AND ${isReserved(account, now)}
    GROUP BY 1
    ORDER BY scope, state`.execute(db)
  return shownCounts(rows)
}

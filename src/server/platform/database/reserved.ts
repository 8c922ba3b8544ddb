import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from './database.ts'
import type { Tables } from './schema.ts'

type Clock = Database['now']

/** SQL: whether a row of `reservation` is open. */
export const isOpen = (now: Clock): RawBuilder<boolean> => sql`state = 'reserved' AND expires_at > ${now}`

/**
 * SQL: whether a row of `inventory` is reserved: last seen free, with an open reservation. The one definition, for every list and
 * count. It costs what the open reservations do, however many numbers there are.
 */
export const isReserved = (account: string, now: Clock): RawBuilder<boolean> =>
  sql`(state = 'free' AND ext IN (SELECT ext FROM reservation WHERE account = ${account} AND ${isOpen(now)}))`

/** SQL: the state of a row of `inventory` as it is shown. */
export const shownState = (account: string, now: Clock): RawBuilder<string> =>
  sql`CASE WHEN ${isReserved(account, now)} THEN 'reserved' ELSE state END`

export interface StateCount {
  /** Of the numbers that begin with it, or in it. */
  scope: string
  /** As it is shown. */
  state: string
  count: number
}

/** Counts as they are shown, from those by state with the reserved ones, which are among the free ones, beside them. */
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
 * How many numbers of each state begin with the same `length` digits, at most `countedDigits`; of all numbers, or of those with one
 * beginning of that length. By prefix and state.
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
      : [sql`AND prefix = ${beginning}`, sql`AND ext >= ${beginning} AND ext < ${`${beginning}\u{10FFFF}`}`]
  // One statement, so that what is reserved never exceeds what is free.
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

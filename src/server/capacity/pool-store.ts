import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { countedDigits } from '../platform/database/schema.ts'
import type { PrefixCounts } from './snapshot-store.ts'

/** Beyond the counted digits so many numbers are counted each time, at most. */
const mostCounted = 50_000
/** Digits of the longest number, less one: what tells numbers apart is no beginning. */
const mostDigits = 14

interface StateCount {
  prefix: string
  state: string
  count: number
}

/** By prefix; numbers that the service does not know any more are none of them. */
function countsFrom(counts: readonly StateCount[]): PrefixCounts[] {
  const found = new Map<string, PrefixCounts>()
  for (const { prefix, state, count } of counts) {
    if (state === 'gone') continue
    const counts = found.get(prefix) ?? { prefix, free: 0, bound: 0, unknown: 0 }
    found.set(prefix, counts)
    counts[state === 'free' || state === 'bound' ? state : 'unknown'] += count
  }
  return [...found.values()]
}

/** What the inventory holds, by beginnings of numbers. */
export function createPoolStore({ db }: Pick<Database, 'db'>, account: string) {
  const counted = async (length: number): Promise<PrefixCounts[]> => {
    const { rows } = await sql<StateCount>`
      SELECT prefix, state, cast(sum(count) AS bigint) AS count FROM inventory_count
      WHERE account = ${account} AND length = ${length} GROUP BY prefix, state HAVING sum(count) > 0 ORDER BY prefix`.execute(
      db,
    )
    return countsFrom(rows)
  }
  const whole = async (): Promise<PrefixCounts> =>
    (await counted(0))[0] ?? { prefix: '', free: 0, bound: 0, unknown: 0 }

  return {
    /** All numbers together. */
    whole,

    /** By the first so many digits; null where that would be too much to count. */
    async byLength(length: number): Promise<PrefixCounts[] | null> {
      if (length <= countedDigits) return counted(length)
      const { free, bound, unknown } = await whole()
      if (length > mostDigits || free + bound + unknown > mostCounted) return null
      const { rows } = await sql<StateCount>`
        SELECT substr(ext, 1, ${sql.lit(length)}) AS prefix, state, count(*) AS count FROM inventory
        WHERE account = ${account} AND length(ext) >= ${sql.lit(length)} GROUP BY 1, 2 ORDER BY 1`.execute(db)
      return countsFrom(rows)
    },

    /** Those that begin so. */
    async ofPrefix(prefix: string): Promise<PrefixCounts> {
      const none: PrefixCounts = { prefix, free: 0, bound: 0, unknown: 0 }
      const { rows } =
        prefix.length <= countedDigits
          ? await sql<StateCount>`
              SELECT prefix, state, cast(sum(count) AS bigint) AS count FROM inventory_count
              WHERE account = ${account} AND length = ${prefix.length} AND prefix = ${prefix}
              GROUP BY prefix, state`.execute(db)
          : await sql<StateCount>`
              SELECT cast(${prefix} AS text) AS prefix, state, count(*) AS count FROM inventory
              WHERE account = ${account} AND ext >= ${prefix} AND ext < ${`${prefix}\u{10FFFF}`}
              GROUP BY state`.execute(db)
      return countsFrom(rows)[0] ?? none
    },

    /** When all idle extensions were last read from first to last page, epoch ms; null before that. */
    async crawledAt(): Promise<number | null> {
      const row = await db
        .selectFrom('inventory_crawl')
        .select('last_whole_at')
        .where('account', '=', account)
        .where('kind', '=', 'idle')
        .executeTakeFirst()
      return row?.last_whole_at ?? null
    },
  }
}
export type PoolStore = ReturnType<typeof createPoolStore>

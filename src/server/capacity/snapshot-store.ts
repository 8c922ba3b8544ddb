import { expired } from './retention.ts'
import type { Database } from '../platform/database/database.ts'

/** Numbers with one start, by what the service last said of them. */
export interface PrefixCounts {
  prefix: string
  free: number
  bound: number
  unknown: number
}
export type PrefixCountsAt = PrefixCounts & { at: number }

/** Rows of one insert; SQLite binds at most 32,766 values. */
const rowsAtOnce = 1_000

/** What was free and bound at which time: a fixed number of snapshots of a bounded number of prefixes, whatever the years. */
export function createSnapshotStore({ db }: Pick<Database, 'db'>, account: string) {
  /** When, oldest first. */
  async function times(): Promise<number[]> {
    const rows = await db
      .selectFrom('snapshot')
      .select('at')
      .where('account', '=', account)
      .orderBy('at')
      .execute()
    return rows.map(({ at }) => at)
  }

  return {
    times,

    /** Keeps the counts as those of that time; false when there are some of that time already. */
    take: (at: number, counts: readonly PrefixCounts[]): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto('snapshot')
          .values({ account, at })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow()
        if (numInsertedOrUpdatedRows !== 1n) return false
        const rows = counts.map(({ prefix, free, bound, unknown }) => ({
          account,
          at,
          prefix,
          free,
          bound,
          unknown,
        }))
        for (let start = 0; start < rows.length; start += rowsAtOnce)
          await transaction
            .insertInto('snapshot_count')
            .values(rows.slice(start, start + rowsAtOnce))
            .execute()
        return true
      }),

    /** Takes away what has had its time: then there are at most as many as before, however long it goes on. */
    async thin(now: number): Promise<void> {
      const old = expired(await times(), now)
      for (let start = 0; start < old.length; start += rowsAtOnce) {
        const some = old.slice(start, start + rowsAtOnce)
        await db.transaction().execute(async (transaction) => {
          for (const table of ['snapshot_count', 'snapshot'] as const)
            await transaction
              .deleteFrom(table)
              .where('account', '=', account)
              .where('at', 'in', some)
              .execute()
        })
      }
    },

    /** PrefixCounts of some prefixes at some times, oldest first. */
    async counts(prefixes: readonly string[], at: readonly number[]): Promise<PrefixCountsAt[]> {
      if (prefixes.length === 0 || at.length === 0) return []
      return db
        .selectFrom('snapshot_count')
        .select(['at', 'prefix', 'free', 'bound', 'unknown'])
        .where('account', '=', account)
        .where('prefix', 'in', prefixes)
        .where('at', 'in', at)
        .orderBy('at')
        .execute()
    },
  }
}
export type SnapshotStore = ReturnType<typeof createSnapshotStore>

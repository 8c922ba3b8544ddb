import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'

/** A window that ends this much later than it can shows that the store's clock was put back, ms. */
const clockStepMs = 60_000
/** How often, and how many times, an attempt looks again while undecided attempts hold every place. */
const lookMs = 50
const looks = 40

/**
 * Counts attempts per key in the table `attempt_count`, for all replicas, by the store's clock: at most `most` wrong ones from
 * the first until `ms` later. An attempt takes its place before it is made, in one statement, so parallel attempts can't exceed
 * the limit. (rate-limiter-flexible exports no base for a store of one's own, counts by the clock of each process, and its SQLite
 * limiter would write into whichever transaction of Kysely is open.)
 * @param name keeps the keys of counts apart
 */
export function createAttemptCount(
  { db, now }: Pick<Database, 'db' | 'now'>,
  { name, most, ms }: { name: string; most: number; ms: number },
) {
  const ends = sql<number>`${now} + ${sql.lit(ms)}`
  const isOver = sql<boolean>`(attempt_count.until <= ${now} OR attempt_count.until > ${ends} + ${sql.lit(clockStepMs)})`
  const keyOf = (key: string) => `${name}:${key}`

  /** Takes a place if there is one. */
  async function tryToTake(key: string): Promise<boolean> {
    const taken = await db
      .insertInto('attempt_count')
      .values({ key: keyOf(key), tries: 1, wrong: 0, until: ends })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet({
            tries: sql`CASE WHEN ${isOver} THEN 1 ELSE attempt_count.tries + 1 END`,
            wrong: sql`CASE WHEN ${isOver} THEN 0 ELSE attempt_count.wrong END`,
            until: sql`CASE WHEN ${isOver} THEN ${ends} ELSE attempt_count.until END`,
          })
          .where(sql<boolean>`${isOver} OR attempt_count.tries < ${sql.lit(most)}`),
      )
      .returning('tries')
      .executeTakeFirst()
    if (taken?.tries === 1) await db.deleteFrom('attempt_count').where('until', '<=', now).execute()
    return taken !== undefined
  }

  /** Returns the ms until the key's window ends, and its wrong attempts; `null` for no attempt. */
  async function status(key: string): Promise<{ left: number; wrong: number } | null> {
    const found = await db
      .selectFrom('attempt_count')
      .select([sql<number>`until - ${now}`.as('left'), 'wrong'])
      .where('key', '=', keyOf(key))
      .where('tries', '>', 0)
      .where(sql<boolean>`NOT ${isOver}`)
      .executeTakeFirst()
    return found ?? null
  }

  return {
    tryToTake,
    status,

    /**
     * Takes a place. Returns the ms to wait when there is none, otherwise null. Waits for undecided attempts: right ones are not
     * refused because there are many.
     */
    async take(key: string): Promise<number | null> {
      for (let look = 0; ; look++) {
        if (await tryToTake(key)) return null
        const { left, wrong } = (await status(key)) ?? { left: 0, wrong: 0 }
        if (wrong >= most) return left
        // A replica that crashes during an attempt keeps its places until the window ends.
        if (look === looks) return Math.min(left, lookMs * looks)
        await sleep(lookMs)
      }
    },

    /** Frees the place, or keeps it until the window ends when the attempt was wrong. */
    settle: (key: string, isWrong: boolean) =>
      db
        .updateTable('attempt_count')
        .set(isWrong ? { wrong: sql`wrong + 1` } : { tries: sql`tries - 1` })
        .where('key', '=', keyOf(key))
        .whereRef('tries', '>', 'wrong')
        .execute(),

    forget: (key: string) => db.deleteFrom('attempt_count').where('key', '=', keyOf(key)).execute(),
  }
}

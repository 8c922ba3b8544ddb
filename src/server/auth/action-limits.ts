import type { Transaction } from 'kysely'
import * as z from 'zod'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import type { SignedIn } from '../platform/http/caller.ts'
import { ProblemError } from '../platform/http/problems.ts'

/** At most so many uses in so many milliseconds, at any moment looked back. */
interface Limit {
  most: number
  ms: number
}

const minuteMs = 60_000
/** Reads of SIP passwords, per user. */
const secretReads = 'reveal'
const secretLimits: readonly Limit[] = [
  { most: 10, ms: minuteMs },
  { most: 100, ms: 24 * 60 * minuteMs },
]
const longestMs = Math.max(...secretLimits.map(({ ms }) => ms))

const timesSchema = z.array(z.number())

/** Counts the reads of SIP passwords of each user, once for all replicas. */
export function createActionLimits({ db, now }: Pick<Database, 'db' | 'now'>) {
  /** The times of a user's uses and the store's time. Writing first holds the row: of two replicas the second waits here. */
  async function hold(transaction: Transaction<Tables>, userId: string) {
    const { times, at } = await transaction
      .insertInto('action_use')
      .values({ user_id: userId, action: secretReads, times: '[]' })
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'action'])
          .doUpdateSet((row) => ({ times: row.ref('action_use.times') })),
      )
      .returning(['times', now.as('at')])
      .executeTakeFirstOrThrow()
    return { times: timesSchema.parse(JSON.parse(times)).filter((time) => time > at - longestMs), at }
  }

  const set = (transaction: Transaction<Tables>, userId: string, times: readonly number[]) =>
    transaction
      .updateTable('action_use')
      .set({ times: JSON.stringify(times) })
      .where('user_id', '=', userId)
      .where('action', '=', secretReads)
      .execute()

  /** Counts one use if every limit has room for it; `waitMs` is how long to wait where one has not. */
  const take = (userId: string): Promise<{ waitMs: number; at: number }> =>
    db.transaction().execute(async (transaction) => {
      const { times, at } = await hold(transaction, userId)
      const waits = secretLimits.map(({ most, ms }) => {
        const oldest = times.filter((time) => time > at - ms).at(-most)
        return oldest === undefined ? 0 : oldest + ms - at
      })
      const waitMs = Math.max(...waits)
      if (waitMs <= 0) await set(transaction, userId, [...times, at])
      return { waitMs, at }
    })

  const giveBack = (userId: string, taken: number): Promise<unknown> =>
    db.transaction().execute(async (transaction) => {
      const { times } = await hold(transaction, userId)
      const place = times.indexOf(taken)
      if (place !== -1) await set(transaction, userId, times.toSpliced(place, 1))
    })

  return {
    /**
     * Runs a read of SIP passwords, of one extension or of a job. It counts from before it begins, and no longer once it has
     * failed: it brought no password. Throws `too-many-requests`, `unavailable` where the store cannot count, and what the
     * read throws.
     */
    async countedSecretRead<Result>(
      { user }: Pick<SignedIn, 'user'>,
      read: () => Promise<Result>,
    ): Promise<Result> {
      const { waitMs, at } = await take(user.id).catch(() => {
        throw new ProblemError('unavailable')
      })
      if (waitMs > 0) throw new ProblemError('too-many-requests', { retryAfter: Math.ceil(waitMs / 1_000) })
      try {
        return await read()
      } catch (error) {
        // Where the store fails, the read stays counted.
        await giveBack(user.id, at).catch(() => undefined)
        throw error
      }
    },
  }
}
export type ActionLimits = ReturnType<typeof createActionLimits>

import type { Transaction } from 'kysely'
import * as z from 'zod'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import type { SignedIn } from '../platform/http/caller.ts'
import { ProblemError } from '../platform/problems.ts'

/** At most `most` uses in any period of `ms` milliseconds. */
interface Limit {
  most: number
  ms: number
}

const minuteMs = 60_000
/** The counted action: reads of SIP passwords, per user. */
const secretReads = 'reveal'
const secretLimits: readonly Limit[] = [
  { most: 10, ms: minuteMs },
  { most: 100, ms: 24 * 60 * minuteMs },
]
const maxMs = Math.max(...secretLimits.map(({ ms }) => ms))

const timesSchema = z.array(z.number())

/** Counts each user's reads of SIP passwords. All replicas share the count. */
export function createActionLimits({ db, now }: Pick<Database, 'db' | 'now'>) {
  /**
   * Returns the times of the user's recent uses and the store's time. The insert comes first because it locks the row: a
   * second replica waits here.
   */
  async function lockUses(transaction: Transaction<Tables>, userId: string) {
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
    return { times: timesSchema.parse(JSON.parse(times)).filter((time) => time > at - maxMs), at }
  }

  const set = (transaction: Transaction<Tables>, userId: string, times: readonly number[]) =>
    transaction
      .updateTable('action_use')
      .set({ times: JSON.stringify(times) })
      .where('user_id', '=', userId)
      .where('action', '=', secretReads)
      .execute()

  /** Counts one use when every limit has room. Otherwise `waitMs` is the time to wait. */
  const take = (userId: string): Promise<{ waitMs: number; at: number }> =>
    db.transaction().execute(async (transaction) => {
      const { times, at } = await lockUses(transaction, userId)
      const waits = secretLimits.map(({ most, ms }) => {
        const oldest = times.filter((time) => time > at - ms).at(-most)
        return oldest === undefined ? 0 : oldest + ms - at
      })
      const waitMs = Math.max(...waits)
      if (waitMs <= 0) await set(transaction, userId, [...times, at])
      return { waitMs, at }
    })

  const refund = (userId: string, taken: number): Promise<unknown> =>
    db.transaction().execute(async (transaction) => {
      const { times } = await lockUses(transaction, userId)
      const index = times.indexOf(taken)
      if (index !== -1) await set(transaction, userId, times.toSpliced(index, 1))
    })

  return {
    /**
     * Runs a read of SIP passwords, for one extension or a job. The read counts from before it begins; a failed read
     * stops counting, because it returned no password. Throws `too-many-requests`, or `unavailable` when the store can't
     * count; rethrows the read's error.
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
        // If the store fails here, the read stays counted.
        await refund(user.id, at).catch(() => undefined)
        throw error
      }
    },
  }
}
export type ActionLimits = ReturnType<typeof createActionLimits>

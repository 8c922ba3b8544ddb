import * as z from 'zod'
import type { Database } from '../platform/database/database.ts'
import type { SignedIn } from '../platform/http/caller.ts'
import { ProblemError } from '../platform/http/problems.ts'

/** At most so many uses in so many milliseconds, at any moment looked back. */
interface Limit {
  most: number
  ms: number
}

const minuteMs = 60_000
/** Reads of SIP passwords, per user. */
const secretLimits = [
  { most: 10, ms: minuteMs },
  { most: 100, ms: 24 * 60 * minuteMs },
]

const timesSchema = z.array(z.number())

/** Counts what a user does of what is limited, once for all replicas. */
export function createActionLimits({ db, now }: Pick<Database, 'db' | 'now'>) {
  /** Counts one use if every limit has room for it and returns 0; otherwise counts nothing and returns the ms to wait. */
  const take = (userId: string, action: string, limits: readonly Limit[]): Promise<number> =>
    db.transaction().execute(async (transaction) => {
      // Writing first holds the row: of two replicas the second waits here and reads what the first has counted.
      const { times, at } = await transaction
        .insertInto('action_use')
        .values({ user_id: userId, action, times: '[]' })
        .onConflict((conflict) =>
          conflict
            .columns(['user_id', 'action'])
            .doUpdateSet((row) => ({ times: row.ref('action_use.times') })),
        )
        .returning(['times', now.as('at')])
        .executeTakeFirstOrThrow()
      const longest = Math.max(...limits.map(({ ms }) => ms))
      const counted = timesSchema.parse(JSON.parse(times)).filter((time) => time > at - longest)
      const waits = limits.map(({ most, ms }) => {
        const within = counted.filter((time) => time > at - ms)
        const oldest = within.at(-most)
        return oldest === undefined ? 0 : oldest + ms - at
      })
      const wait = Math.max(...waits)
      if (wait > 0) return wait
      await transaction
        .updateTable('action_use')
        .set({ times: JSON.stringify([...counted, at]) })
        .where('user_id', '=', userId)
        .where('action', '=', action)
        .execute()
      return 0
    })

  return {
    /**
     * Counts a read of SIP passwords: one extension's, or those of a job. Throws `too-many-requests`, and `unavailable` where
     * the store cannot count.
     */
    async countSecretRead({ user }: Pick<SignedIn, 'user'>): Promise<void> {
      const wait = await take(user.id, 'reveal', secretLimits).catch(() => {
        throw new ProblemError('unavailable')
      })
      if (wait > 0) throw new ProblemError('too-many-requests', { retryAfter: Math.ceil(wait / 1_000) })
    },
  }
}
export type ActionLimits = ReturnType<typeof createActionLimits>

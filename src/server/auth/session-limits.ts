import { mostSessions } from '#contract/account.ts'
import type { Engine } from './auth-engine.ts'
import type { Database } from '../platform/database/database.ts'

type Kept = {
  session: { id: string; userId: string; updatedAt: Date | string }
}

/** Which sessions end when another begins. `clock` is the sessions' own, so that a clock set forward ends none. */
export function createSessionLimits(
  { context: { adapter } }: Pick<Engine, 'context'>,
  { db }: Pick<Database, 'db'>,
  clock: () => number,
) {
  const sessions = db.withTables<Kept>()
  return {
    /** After a sign-in: the session that it takes the place of, all that have expired, and of the user's the least recently used. */
    async makeRoom(userId: string, replaced: string | null): Promise<void> {
      if (replaced !== null)
        await adapter.deleteMany({ model: 'session', where: [{ field: 'id', value: replaced }] })
      await adapter.deleteMany({
        model: 'session',
        where: [{ field: 'expiresAt', operator: 'lte', value: new Date(clock()) }],
      })
      await sessions
        .deleteFrom('session')
        .where('userId', '=', userId)
        .where('id', 'not in', (of) =>
          of
            .selectFrom('session')
            .select('id')
            .where('userId', '=', userId)
            .orderBy('updatedAt', 'desc')
            .orderBy('id')
            .limit(mostSessions),
        )
        .execute()
    },
  }
}
export type SessionLimits = ReturnType<typeof createSessionLimits>

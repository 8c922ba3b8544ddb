import { type Database, inMs } from './database.ts'

/** Who does which work in the background: one process at a time, once in a period whatever the number of replicas. */
export function createTaskLeases({ db, now }: Database) {
  const after = inMs(now)
  return {
    /** Makes the work known; its first turn comes a period from now. */
    async add(name: string, periodMs: number): Promise<void> {
      await db
        .insertInto('task_lease')
        .values({ name, owner: null, held_until: 0, next_at: after(periodMs) ?? 0 })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute()
    },

    /** True when the work is due, nobody does it, and it is now `owner`'s for `leaseMs`. */
    async take(name: string, owner: string, leaseMs: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('task_lease')
        .set({ owner, held_until: after(leaseMs) ?? 0 })
        .where('name', '=', name)
        .where('held_until', '<', now)
        .where('next_at', '<=', now)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** False when somebody else has taken the work meanwhile. */
    async renew(name: string, owner: string, leaseMs: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('task_lease')
        .set({ held_until: after(leaseMs) ?? 0 })
        .where('name', '=', name)
        .where('owner', '=', owner)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Ends the turn; the next comes a period from now. */
    async release(name: string, owner: string, periodMs: number): Promise<void> {
      await db
        .updateTable('task_lease')
        .set({ owner: null, held_until: 0, next_at: after(periodMs) ?? 0 })
        .where('name', '=', name)
        .where('owner', '=', owner)
        .execute()
    },
  }
}

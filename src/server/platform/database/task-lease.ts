import { type Database, inMs } from './database.ts'

/** Leases for background work, so that each task runs on one process at a time and once per period over all replicas. */
export function createTaskLeases({ db, now }: Database) {
  const after = inMs(now)
  return {
    /** Adds the work; its first run is due one period from now. */
    async add(name: string, periodMs: number): Promise<void> {
      await db
        .insertInto('task_lease')
        .values({ name, owner: null, held_until: 0, next_at: after(periodMs) ?? 0 })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute()
    },

    /**
     * Leases the work to `owner` for `leaseMs`. Returns true when the work was due and free. Ignores times further in the
     * future than a lease or period allows: these were set before the store's clock was set back.
     */
    async take(name: string, owner: string, leaseMs: number, periodMs: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('task_lease')
        .set({ owner, held_until: after(leaseMs) ?? 0 })
        .where('name', '=', name)
        .where((where) => where.or([where('held_until', '<', now), where('held_until', '>', after(leaseMs))]))
        .where((where) => where.or([where('next_at', '<=', now), where('next_at', '>', after(periodMs))]))
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Extends the lease. Returns false when another process has taken the work. */
    async renew(name: string, owner: string, leaseMs: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('task_lease')
        .set({ held_until: after(leaseMs) ?? 0 })
        .where('name', '=', name)
        .where('owner', '=', owner)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Ends the run; the next run is due one period from now. */
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

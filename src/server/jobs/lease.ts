import { sql, type Kysely } from 'kysely'
import type { ProblemCode } from '#contract/problem.ts'
import type { Database } from '../platform/database/database.ts'
import { isHeld, leaseOf, released } from '../platform/lease.ts'
import type { Tables } from '../platform/database/schema.ts'
import { hasWork, type JobContext, type JobRow } from './tables.ts'

/** The right to work on a job for a limited time. The store rejects writes with an older `fencingToken`. */
export interface Lease {
  jobId: string
  fencingToken: number
  leaseMs: number
}

/** Thrown when another worker has the lease. Nothing was written. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/** The leased job, unless another worker has leased it. */
const leased = (db: Kysely<Tables>, { jobId, fencingToken }: Lease) =>
  db.updateTable('job').where('id', '=', jobId).where(isHeld(fencingToken))

/** Proves that this worker still has the lease, and extends it. In a transaction, it locks the job. Throws `LeaseLost`. */
export async function holdLease(
  db: Kysely<Tables>,
  now: Database['now'],
  lease: Lease,
  changes: { waiting_for?: ProblemCode | null } = {},
) {
  const held = await leased(db, lease)
    .set({ ...leaseOf(now).extend(lease.leaseMs), ...changes })
    .returning(['desired_state', 'kind', 'user_id', 'user_name', 'actor', now.as('store_now')])
    .executeTakeFirst()
  if (held === undefined) throw new LeaseLost()
  return held
}

/** The columns of a job that is created with its first lease. */
export const firstLease = (leaseMs: number, now: Database['now']) => ({
  ...leaseOf(now).extend(leaseMs),
  fencing_token: 1,
  started_at: now,
})

const day = 24 * 3_600_000

/** Assigns jobs to workers: leases with a fencing token, timed by the store's clock. */
export class JobLeases {
  readonly #context: JobContext

  constructor(context: JobContext) {
    this.#context = context
  }

  /** Leases the oldest open job without a worker, single creations first; `null` when there is none. */
  async lease(leaseMs: number, kinds: readonly string[]): Promise<JobRow | null> {
    const { isFree, take } = leaseOf(this.#context.now)
    const row = await this.#context.db
      .updateTable('job')
      .set({
        ...take(leaseMs),
        started_at: sql`coalesce(started_at, ${this.#context.now})`,
      })
      .where('id', '=', (jobs) =>
        jobs
          .selectFrom('job')
          .select('id')
          .where('account', '=', this.#context.account)
          .where('ended_at', 'is', null)
          .where('kind', 'in', kinds)
          .where(isFree)
          .where(hasWork)
          .orderBy('kind', 'desc')
          .orderBy('created_at')
          .limit(1),
      )
      .where(isFree)
      .returningAll()
      .executeTakeFirst()
    return row ?? null
  }

  /** Extends the lease and returns the job's desired state. Throws `LeaseLost`. */
  async renew(lease: Lease, waitingFor: ProblemCode | null): Promise<string> {
    const { db, now } = this.#context
    return (await holdLease(db, now, lease, { waiting_for: waitingFor })).desired_state
  }

  async release(lease: Lease): Promise<void> {
    await leased(this.#context.db, lease)
      .set({ ...released, waiting_for: null })
      .execute()
  }

  /** Pauses the job because of a refusal that every row would meet. A cancelled job is not paused. */
  async pause(lease: Lease, because: ProblemCode): Promise<void> {
    await leased(this.#context.db, lease)
      .set({ desired_state: 'pause', paused_because: because })
      .where('desired_state', '<>', 'cancel')
      .execute()
  }

  /** True while a row is being sent, in doubt or not verified. */
  async isOpen({ jobId }: Lease): Promise<boolean> {
    const row = await this.#context.db
      .selectFrom('job')
      .select(sql<number>`sending + in_doubt + unverified`.as('open'))
      .where('id', '=', jobId)
      .executeTakeFirst()
    return row !== undefined && row.open > 0
  }

  /** Ends the job if no row is open. Returns true when the job has ended. */
  async end(lease: Lease): Promise<boolean> {
    const { numUpdatedRows } = await leased(this.#context.db, lease)
      .set({
        ...released,
        ended_at: this.#context.now,
        waiting_for: null,
        secrets_until: sql`CASE WHEN has_secrets = 1 AND coalesce(secrets_until, 1) <> 0 THEN ${this.#context.now} + ${sql.lit(day)} ELSE secrets_until END`,
      })
      .where(sql<boolean>`pending + sending + in_doubt + unverified = 0`)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  /** Frees every lease. Only for the embedded store: its locked directory proves that no earlier worker is alive. */
  async freeAll(): Promise<void> {
    await this.#context.db.updateTable('job').set(released).where('lease_until', 'is not', null).execute()
  }
}

import { sql, type RawBuilder, type Transaction } from 'kysely'
import type { ProblemCode } from '#contract/problem.ts'
import { system, type Audit, type WriteAudit } from '../audit/audit-store.ts'
import { inMs, type Database } from '../platform/database/database.ts'
import { hasWork, type JobRow } from './tables.ts'
import type { Tables } from '../platform/database/schema.ts'

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

const day = 24 * 3_600_000

/** Locks the job's row, proves that this worker still has the lease, and extends it. Throws `LeaseLost`. */
export async function holdLease(
  transaction: Transaction<Tables>,
  now: Database['now'],
  { jobId, fencingToken, leaseMs }: Lease,
) {
  const held = await transaction
    .updateTable('job')
    .set({ lease_until: inMs(now)(leaseMs) })
    .where('id', '=', jobId)
    .where('fencing_token', '=', fencingToken)
    .where('lease_owner', 'is not', null)
    .returning(['desired_state', 'kind', 'user_id', 'user_name', 'actor'])
    .executeTakeFirst()
  if (held === undefined) throw new LeaseLost()
  return held
}

/** Cancels rows that were not sent and returns how many. Pending rows with an earlier send need review instead. */
export async function cancelPending(
  transaction: Transaction<Tables>,
  now: Database['now'],
  jobId: string,
): Promise<number> {
  const pending = () =>
    transaction.updateTable('job_item').where('job_id', '=', jobId).where('state', '=', 'pending')
  const inDoubt = await pending()
    .set({ state: 'needsReview', ended_at: now })
    .where('sent_at', 'is not', null)
    .executeTakeFirst()
  const others = await pending().set({ state: 'cancelled', ended_at: now, password: null }).executeTakeFirst()
  const [needsReview, cancelled] = [Number(inDoubt.numUpdatedRows), Number(others.numUpdatedRows)]
  await transaction
    .updateTable('job')
    .set({
      pending: sql`pending - ${needsReview + cancelled}`,
      needs_review: sql`needs_review + ${needsReview}`,
      cancelled: sql`cancelled + ${cancelled}`,
    })
    .where('id', '=', jobId)
    .execute()
  return cancelled
}

/** Deletes the passwords and keys of ended jobs that match and still have any. Returns these jobs. */
export async function deleteSecrets(transaction: Transaction<Tables>, matches: RawBuilder<boolean>) {
  const jobs = await transaction
    .updateTable('job')
    .set({ secret_key: null, secrets_until: 0 })
    .where('ended_at', 'is not', null)
    .where('secrets_until', '>', 0)
    .where(matches)
    .returning(['id', 'password_fill'])
    .execute()
  for (const { id } of jobs)
    await transaction
      .updateTable('job_item')
      .set({ password: null })
      .where('job_id', '=', id)
      .where('password', 'is not', null)
      .execute()
  return jobs
}

/** Deletes passwords and keys whose time has ended, with an audit entry for those that users could fetch. */
export async function expireSecrets(
  transaction: Transaction<Tables>,
  write: WriteAudit,
  now: Database['now'],
  matches: RawBuilder<boolean> = sql`1 = 1`,
): Promise<void> {
  const jobs = await deleteSecrets(transaction, sql`secrets_until <= ${now} AND ${matches}`)
  await write(
    jobs
      .filter(({ password_fill: fill }) => fill !== 'none')
      .map(({ id }) => ({
        actor: system,
        action: 'job.credentials.delete',
        object: id,
        phase: 'outcome',
        result: 'done',
      })),
  )
}

/** Assigns jobs to workers: leases with a fencing token, timed by the store's clock. */
export function createJobLeases({ db, now }: Database, audit: Audit, account: string) {
  const after = inMs(now)
  return {
    /** Leases the oldest open job without a worker, single creations first; `null` when there is none. */
    async lease(owner: string, leaseMs: number, kinds: readonly string[]): Promise<JobRow | null> {
      const free = sql<boolean>`(lease_until IS NULL OR lease_until < ${now})`
      const row = await db
        .updateTable('job')
        .set({
          lease_owner: owner,
          lease_until: after(leaseMs),
          fencing_token: sql`fencing_token + 1`,
          started_at: sql`coalesce(started_at, ${now})`,
        })
        .where('id', '=', (jobs) =>
          jobs
            .selectFrom('job')
            .select('id')
            .where('account', '=', account)
            .where('ended_at', 'is', null)
            .where('kind', 'in', kinds)
            .where(free)
            .where(hasWork)
            .orderBy('kind', 'desc')
            .orderBy('created_at')
            .limit(1),
        )
        .where(free)
        .returningAll()
        .executeTakeFirst()
      return row ?? null
    },

    /** Extends the lease and returns the job's desired state. Throws `LeaseLost`. */
    async renew({ jobId, fencingToken, leaseMs }: Lease, waitingFor: ProblemCode | null): Promise<string> {
      const row = await db
        .updateTable('job')
        .set({ lease_until: after(leaseMs), waiting_for: waitingFor })
        .where('id', '=', jobId)
        .where('fencing_token', '=', fencingToken)
        .where('lease_owner', 'is not', null)
        .returning('desired_state')
        .executeTakeFirst()
      if (row === undefined) throw new LeaseLost()
      return row.desired_state
    },

    async release({ jobId, fencingToken }: Lease): Promise<void> {
      await db
        .updateTable('job')
        .set({ lease_until: null, lease_owner: null, waiting_for: null })
        .where('id', '=', jobId)
        .where('fencing_token', '=', fencingToken)
        .execute()
    },

    /** Marks rows that a dead worker was sending as in doubt, because they may have been sent. */
    takeOver: (lease: Lease, lookInMs: number): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        const { jobId, fencingToken } = lease
        const { desired_state: desiredState } = await holdLease(transaction, now, lease)
        // A replica of an earlier version puts rows back to pending, which would keep a cancelled job from ending.
        if (desiredState === 'cancel') await cancelPending(transaction, now, jobId)
        const { numUpdatedRows } = await transaction
          .updateTable('job_item')
          .set({ state: 'inDoubt', looks: 0, next_look_at: after(lookInMs) })
          .where('job_id', '=', jobId)
          .where('state', '=', 'sending')
          .where('fencing_token', '<', fencingToken)
          .executeTakeFirst()
        const count = Number(numUpdatedRows)
        await transaction
          .updateTable('job')
          .set({ sending: sql`sending - ${count}`, in_doubt: sql`in_doubt + ${count}` })
          .where('id', '=', jobId)
          .execute()
      }),

    /** Pauses the job because of a refusal that every row would meet. A cancelled job is not paused. */
    async pause({ jobId, fencingToken }: Lease, because: ProblemCode): Promise<void> {
      await db
        .updateTable('job')
        .set({ desired_state: 'pause', paused_because: because })
        .where('id', '=', jobId)
        .where('fencing_token', '=', fencingToken)
        .where('desired_state', '<>', 'cancel')
        .execute()
    },

    /** True while a row is being sent, in doubt or not verified. */
    async isOpen({ jobId }: Lease): Promise<boolean> {
      const row = await db
        .selectFrom('job')
        .select(sql<number>`sending + in_doubt + unverified`.as('open'))
        .where('id', '=', jobId)
        .executeTakeFirst()
      return row !== undefined && row.open > 0
    },

    /** Frees every lease. Only for the embedded store: its locked directory proves that no earlier worker is alive. */
    freeAll: async (): Promise<void> => {
      await db.updateTable('job').set({ lease_until: null }).where('lease_until', 'is not', null).execute()
    },

    /** Ends the job if no row is open. Returns true when the job has ended. */
    async end({ jobId, fencingToken }: Lease): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('job')
        .set({
          ended_at: now,
          waiting_for: null,
          lease_owner: null,
          lease_until: null,
          secrets_until: sql`CASE WHEN has_secrets = 1 AND coalesce(secrets_until, 1) <> 0 THEN ${now} + ${sql.lit(day)} ELSE secrets_until END`,
        })
        .where('id', '=', jobId)
        .where('fencing_token', '=', fencingToken)
        .where(sql<boolean>`pending + sending + in_doubt + unverified = 0`)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Deletes the passwords and keys of jobs that ended a day ago. */
    destroySecrets: (): Promise<void> =>
      audit.transaction((transaction, write) => expireSecrets(transaction, write, now)),
  }
}
export type JobLeases = ReturnType<typeof createJobLeases>

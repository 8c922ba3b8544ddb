import { sql, type RawBuilder, type Transaction } from 'kysely'
import { notNowCodes } from '#contract/problem.ts'
import type { Audit, WriteAudit } from '../audit/audit-store.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Database } from '../platform/database/database.ts'
import { cancelPending, deleteSecrets, expireSecrets } from './lease.ts'
import { columnOf, isUnderWay } from './tables.ts'
import type { Tables } from '../platform/database/schema.ts'
import { isUniqueViolation } from '../platform/database/store-fault.ts'

export interface ControlRequest {
  jobId: string
  actor: Actor
}

/** Why no row was reopened: passwords deleted, a cancelled job that has not ended, or all numbers in other open jobs. */
type Refused = 'secrets-gone' | 'ending' | 'numbers-under-way'

/**
 * Users' actions on a job. Each action locks the job's row first, as the worker does, and writes its audit entry in the same
 * transaction.
 */
export function createJobControl(database: Database, audit: Audit) {
  const { now } = database

  const audited = (write: WriteAudit, { actor, jobId }: ControlRequest, action: string, result: string) =>
    write([{ actor, action, object: jobId, phase: 'outcome', result }])

  const setDesiredState = (by: ControlRequest, desiredState: 'run' | 'pause', action: string) =>
    audit.transaction(async (transaction, write) => {
      const { numUpdatedRows } = await transaction
        .updateTable('job')
        .set({ desired_state: desiredState, paused_because: desiredState === 'pause' ? 'user' : null })
        .where('id', '=', by.jobId)
        .where('ended_at', 'is', null)
        .where('desired_state', '<>', 'cancel')
        .executeTakeFirst()
      await audited(write, by, action, numUpdatedRows > 0n ? 'done' : 'ended or cancelled already')
    })

  /** The rows in that state: all, or only the one with `ext`. */
  const rowsIn = (jobId: string, state: 'failed' | 'needsReview', ext: string | undefined) =>
    sql<boolean>`job_id = ${jobId} AND state = ${state} ${ext === undefined ? sql`` : sql`AND ext = ${ext}`}`

  /** Reopens the rows whose numbers are not in another open job. */
  const reopen = (
    transaction: Transaction<Tables>,
    rows: RawBuilder<boolean>,
    from: 'failed' | 'needsReview',
    to: 'pending' | 'inDoubt',
  ) =>
    transaction
      .updateTable('job_item')
      .set({
        state: to,
        ended_at: null,
        looks: 0,
        resends: 0,
        next_look_at: to === 'inDoubt' ? now : null,
        // A row in doubt keeps its reason and send time until the next send. A row that was refused for now keeps its code,
        // because the number may exist.
        ...(from === 'failed'
          ? {
              code: sql<string | null>`CASE WHEN code IN (${sql.join(notNowCodes)}) THEN code END`,
              upstream_code: null,
              message: null,
              sent_at: null,
            }
          : {}),
      })
      .where(rows)
      .where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom('job_item as other')
              .select('other.ext')
              .whereRef('other.account', '=', 'job_item.account')
              .whereRef('other.ext', '=', 'job_item.ext')
              .whereRef('other.job_id', '<>', 'job_item.job_id')
              .where(isUnderWay),
          ),
        ),
      )
      .executeTakeFirst()

  return {
    pause: (by: ControlRequest) => setDesiredState(by, 'pause', 'job.pause'),
    resume: (by: ControlRequest) => setDesiredState(by, 'run', 'job.resume'),

    /** Cancels rows that were not sent. The worker finishes the rest and sends no row again. */
    cancel: (by: ControlRequest) =>
      audit.transaction(async (transaction, write) => {
        await transaction
          .updateTable('job')
          .set({ desired_state: 'cancel', paused_because: null })
          .where('id', '=', by.jobId)
          .where('ended_at', 'is', null)
          .execute()
        const count = await cancelPending(transaction, now, by.jobId)
        await audited(write, by, 'job.cancel', `${count} rows`)
      }),

    /** Marks rows that need review as failed, after a user confirmed that they were not created. */
    dismiss: (by: ControlRequest, ext?: string) =>
      audit.transaction(async (transaction, write) => {
        const { numUpdatedRows } = await transaction
          .updateTable('job_item')
          .set({ state: 'failed', open_since: null })
          .where(rowsIn(by.jobId, 'needsReview', ext))
          .executeTakeFirst()
        const count = Number(numUpdatedRows)
        await transaction
          .updateTable('job')
          .set({ needs_review: sql`needs_review - ${count}`, failed: sql`failed + ${count}` })
          .where('id', '=', by.jobId)
          .execute()
        await audited(write, by, 'job.dismiss', `${count} rows`)
      }),

    /** Deletes the job's passwords, which the user has. Returns `open`, and deletes nothing, before the job has ended. */
    confirmCredentials: (by: ControlRequest) =>
      audit.transaction(async (transaction, write) => {
        const deleted = await deleteSecrets(transaction, sql`id = ${by.jobId}`)
        if (deleted.length === 0) {
          const isOpen = await transaction
            .selectFrom('job')
            .select('id')
            .where('id', '=', by.jobId)
            .where('ended_at', 'is', null)
            .executeTakeFirst()
          if (isOpen !== undefined) return 'open'
        }
        const result = deleted.length > 0 ? 'done' : 'deleted already'
        return audited(write, by, 'job.credentials.delete', result)
      }),

    /** Reopens failed rows or rows that need review. Returns how many, or why none. A paused job stays paused. */
    reopen: (
      by: ControlRequest,
      from: 'failed' | 'needsReview',
      to: 'pending' | 'inDoubt',
      ext?: string,
    ): Promise<number | Refused> => {
      const work = audit.transaction(async (transaction, write): Promise<number | Refused> => {
        // A reopened job keeps its passwords until it ends again, so none may come back.
        await expireSecrets(transaction, write, now, sql`id = ${by.jobId}`)
        const job = await transaction
          .updateTable('job')
          .set({
            desired_state: sql`CASE WHEN ended_at IS NULL THEN desired_state ELSE 'run' END`,
            paused_because: sql`CASE WHEN ended_at IS NULL THEN paused_because END`,
          })
          .where('id', '=', by.jobId)
          .where((job) => job.or([job('desired_state', '<>', 'cancel'), job('ended_at', 'is not', null)]))
          .returning('secrets_until')
          .executeTakeFirst()
        if (job === undefined) return 'ending'
        if (to === 'pending' && job.secrets_until === 0) return 'secrets-gone'
        const rows = rowsIn(by.jobId, from, ext)
        const { numUpdatedRows } = await reopen(transaction, rows, from, to)
        const count = Number(numUpdatedRows)
        if (count > 0)
          await transaction
            .updateTable('job')
            .set({
              [columnOf[to]]: sql`${sql.ref(columnOf[to])} + ${count}`,
              [columnOf[from]]: sql`${sql.ref(columnOf[from])} - ${count}`,
              ended_at: null,
              ...(job.secrets_until === 0 ? {} : { secrets_until: null }),
            })
            .where('id', '=', by.jobId)
            .execute()
        await audited(write, by, to === 'pending' ? 'job.retry' : 'job.recheck', `${count} rows, ${from}`)
        const left = () => transaction.selectFrom('job_item').select('ext').where(rows).executeTakeFirst()
        return count === 0 && (await left()) !== undefined ? 'numbers-under-way' : count
      })
      // Another job took one of the numbers during the transaction.
      return work.catch((error: unknown) => {
        if (isUniqueViolation(error)) return 'numbers-under-way'
        throw error
      })
    },
  }
}
export type JobControl = ReturnType<typeof createJobControl>

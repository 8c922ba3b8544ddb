import { sql } from 'kysely'
import type { Values } from '#contract/audit.ts'
import type { Audit, WriteAudit } from '../audit/audit-store.ts'
import type { StoreTransaction } from '../platform/database/database.ts'
import type { Actor } from '../platform/http/caller.ts'
import { finalCodes } from '#contract/jobs.ts'
import { ProblemError } from '../platform/problems.ts'
import type { JobLedger } from './ledger.ts'
import type { DesiredState, JobContext } from './schema.ts'

export interface ControlRequest {
  jobId: string
  actor: Actor
}

/** A pause by a person has no refusal. */
const noReason = { paused_since: null, paused_message: null }

/** Users' actions on a job. Each writes its audit entry in the same transaction, and only one such transaction runs at a time. */
export class JobControl {
  readonly #audit: Audit
  readonly #ledger: JobLedger

  constructor({ audit }: Pick<JobContext, 'audit'>, ledger: JobLedger) {
    this.#audit = audit
    this.#ledger = ledger
  }

  /** Pauses or resumes a job that has not ended. */
  set(by: ControlRequest, desiredState: 'run' | 'pause'): Promise<void> {
    return this.#audit.transaction(async (transaction, write) => {
      const isSet = await setDesiredState(transaction, by.jobId, desiredState)
      const action = desiredState === 'pause' ? 'job.pause' : 'job.resume'
      await recordAction(write, by, action, {}, isSet ? 'done' : 'ended')
    })
  }

  /** Cancels rows that were not sent. The worker finishes the rest and sends no row again. */
  cancel(by: ControlRequest): Promise<void> {
    return this.#audit.transaction(async (transaction, write) => {
      await setDesiredState(transaction, by.jobId, 'cancel')
      const pending = await this.#ledger.rowsIn(transaction, by.jobId, 'pending')
      const rows = await this.#ledger.change(transaction, by.jobId, pending, { kind: 'cancelled' })
      const cancelled = rows.filter(({ state }) => state === 'cancelled')
      await recordAction(write, by, 'job.cancel', { rows: cancelled.length })
    })
  }

  /** Marks rows that need review as failed, after a user confirmed that they were not created. */
  dismiss(by: ControlRequest, ext?: string): Promise<void> {
    return this.#audit.transaction(async (transaction, write) => {
      const open = await this.#ledger.rowsIn(transaction, by.jobId, 'needsReview', ext)
      const rows = await this.#ledger.change(transaction, by.jobId, open, { kind: 'dismissed' })
      await recordAction(write, by, 'job.dismiss', { rows: rows.length })
    })
  }

  /** Deletes the job's passwords, which the user has. Throws `job-open` before the job has ended. */
  confirmCredentials(by: ControlRequest): Promise<void> {
    return this.#audit.transaction(async (transaction, write) => {
      const deleted = await this.#ledger.deleteSecrets(transaction, sql`id = ${by.jobId}`)
      if (deleted.length === 0) {
        const openJob = await transaction
          .selectFrom('job')
          .select('id')
          .where('id', '=', by.jobId)
          .where('ended_at', 'is', null)
          .executeTakeFirst()
        if (openJob !== undefined) throw new ProblemError('job-open')
      }
      const result = deleted.length > 0 ? 'done' : 'deleted'
      return recordAction(write, by, 'job.credentials.delete', {}, result)
    })
  }

  /** Sends failed rows, or rows that need review, again, unless their passwords are deleted (`job-secrets-gone`). */
  retry(by: ControlRequest, from: 'failed' | 'needsReview', ext?: string): Promise<void> {
    return this.#reopen(by, from, 'retried', ext)
  }

  /** Looks up rows that need review again. */
  recheck(by: ControlRequest, ext?: string): Promise<void> {
    return this.#reopen(by, 'needsReview', 'rechecked', ext)
  }

  /**
   * Reopens the job for these rows; a paused job stays paused. Throws `job-ending` for a cancelled job that has not ended, and
   * `creation-in-progress` when other open jobs have all the numbers.
   */
  #reopen(
    by: ControlRequest,
    from: 'failed' | 'needsReview',
    kind: 'retried' | 'rechecked',
    ext: string | undefined,
  ): Promise<void> {
    return this.#audit.transaction(async (transaction, write) => {
      const { jobId } = by
      // A reopened job keeps its passwords until it ends again, so none may come back.
      await this.#ledger.expireSecrets(transaction, write, sql`id = ${jobId}`)
      const job = await transaction
        .updateTable('job')
        .set({
          desired_state: sql`CASE WHEN ended_at IS NULL THEN desired_state ELSE 'run' END`,
          paused_because: sql`CASE WHEN ended_at IS NULL THEN paused_because END`,
        })
        .where('id', '=', jobId)
        .where((job) => job.or([job('desired_state', '<>', 'cancel'), job('ended_at', 'is not', null)]))
        .returning('secrets_until')
        .executeTakeFirst()
      if (job === undefined) throw new ProblemError('job-ending')
      if (kind === 'retried' && job.secrets_until === 0) throw new ProblemError('job-secrets-gone')
      const inState = await this.#ledger.rowsIn(transaction, jobId, from, ext)
      const isAll = kind === 'retried' && from === 'failed' && ext === undefined
      const rows = isAll ? inState.filter(({ code }) => !finalCodes.includes(code ?? '')) : inState
      const exts = rows.map((row) => row.ext)
      const openNumbers = await this.#ledger.openNumbersAmong(exts, transaction, jobId)
      const free = rows.filter((row) => !openNumbers.has(row.ext))
      if (rows.length > 0 && free.length === 0) throw new ProblemError('creation-in-progress')
      const { length } = await this.#ledger.change(transaction, jobId, free, { kind })
      if (length > 0)
        await transaction
          .updateTable('job')
          .set({ ended_at: null, ...(job.secrets_until === 0 ? {} : { secrets_until: null }) })
          .where('id', '=', jobId)
          .execute()
      const action = kind === 'retried' ? 'job.retry' : 'job.recheck'
      await recordAction(write, by, action, { rows: length, state: from })
    })
  }
}

/** Locks the job. Returns false, and changes nothing, when it has ended or is cancelled. */
async function setDesiredState(
  transaction: StoreTransaction,
  jobId: string,
  desiredState: DesiredState,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('job')
    .set({
      desired_state: desiredState,
      paused_because: desiredState === 'pause' ? 'user' : null,
      ...noReason,
    })
    .where('id', '=', jobId)
    .where('ended_at', 'is', null)
    .where('desired_state', '<>', 'cancel')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const recordAction = (
  write: WriteAudit,
  { actor, jobId }: ControlRequest,
  action: string,
  values: Values,
  result = 'done',
) => write([{ actor, action, object: jobId, values, result }])

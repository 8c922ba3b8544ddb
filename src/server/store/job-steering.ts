import { sql, type Transaction } from 'kysely'
import type { Actor, Audit, WriteAudit } from './audit-store.ts'
import type { Database } from './database.ts'
import { cancelPending } from './job-lease.ts'
import { openItemStates } from './job-rows.ts'
import type { Tables } from './schema.ts'

export interface Steering {
  jobId: string
  actor: Actor
}

/** What people do to a job. Each act locks the job's row first, as the worker does, and is in the audit with it. */
export function createJobSteering(database: Database, audit: Audit) {
  const { now } = database

  const audited = (write: WriteAudit, { actor, jobId }: Steering, action: string, result: string) =>
    write([{ actor, action, object: jobId, phase: 'outcome', result }])

  const steer = (by: Steering, wanted: 'run' | 'pause', action: string) =>
    audit.transaction(async (transaction, write) => {
      const { numUpdatedRows } = await transaction
        .updateTable('job')
        .set({ wanted, paused_because: wanted === 'pause' ? 'user' : null })
        .where('id', '=', by.jobId)
        .where('ended_at', 'is', null)
        .where('wanted', '<>', 'cancel')
        .executeTakeFirst()
      await audited(write, by, action, numUpdatedRows > 0n ? 'done' : 'ended or cancelled already')
    })

  /** Rows that may go back among the open ones: nobody else has their numbers under way. */
  const reopen = (
    transaction: Transaction<Tables>,
    { jobId }: Steering,
    from: 'failed' | 'review',
    ext: string | undefined,
    set: { state: 'pending' | 'unknown' },
  ) => {
    const query = transaction
      .updateTable('job_item')
      .set({
        ...set,
        ended_at: null,
        looks: 0,
        resends: 0,
        next_look_at: set.state === 'unknown' ? now : null,
        ...(set.state === 'pending' ? { code: null, upstream_code: null, message: null, sent_at: null } : {}),
      })
      .where('job_id', '=', jobId)
      .where('state', '=', from)
      .where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom('job_item as other')
              .select('other.ext')
              .whereRef('other.account', '=', 'job_item.account')
              .whereRef('other.ext', '=', 'job_item.ext')
              .whereRef('other.job_id', '<>', 'job_item.job_id')
              .where('other.state', 'in', openItemStates),
          ),
        ),
      )
    return (ext === undefined ? query : query.where('ext', '=', ext)).executeTakeFirst()
  }

  return {
    pause: (by: Steering) => steer(by, 'pause', 'job.pause'),
    resume: (by: Steering) => steer(by, 'run', 'job.resume'),

    /** Rows not sent yet never will be; the worker sees the others through, and cancels what would be sent again. */
    cancel: (by: Steering) =>
      audit.transaction(async (transaction, write) => {
        await transaction
          .updateTable('job')
          .set({ wanted: 'cancel', paused_because: null })
          .where('id', '=', by.jobId)
          .where('ended_at', 'is', null)
          .execute()
        const count = await cancelPending(transaction, now, by.jobId)
        await audited(write, by, 'job.cancel', `${count} rows`)
      }),

    /** Opens failed or doubtful rows again; a paused job stays paused. `secrets-gone` when their passwords have been destroyed, `ending` while a cancelled job is seen through. */
    reopen: (by: Steering, from: 'failed' | 'review', to: 'pending' | 'unknown', ext: string | undefined) =>
      audit.transaction(async (transaction, write): Promise<number | 'secrets-gone' | 'ending'> => {
        const job = await transaction
          .updateTable('job')
          .set({
            wanted: sql`CASE WHEN ended_at IS NULL THEN wanted ELSE 'run' END`,
            paused_because: sql`CASE WHEN ended_at IS NULL THEN paused_because END`,
          })
          .where('id', '=', by.jobId)
          .where((job) => job.or([job('wanted', '<>', 'cancel'), job('ended_at', 'is not', null)]))
          .returning(['has_secrets', 'secrets_until'])
          .executeTakeFirst()
        if (job === undefined) return 'ending'
        if (to === 'pending' && job.has_secrets === 1 && job.secrets_until === 0) return 'secrets-gone'
        const { numUpdatedRows } = await reopen(transaction, by, from, ext, { state: to })
        const count = Number(numUpdatedRows)
        if (count > 0)
          await transaction
            .updateTable('job')
            .set({
              [to]: sql`${sql.ref(to)} + ${count}`,
              [from]: sql`${sql.ref(from)} - ${count}`,
              ended_at: null,
              ...(job.secrets_until === 0 ? {} : { secrets_until: null }),
            })
            .where('id', '=', by.jobId)
            .execute()
        await audited(write, by, to === 'pending' ? 'job.retry' : 'job.recheck', `${count} rows, ${from}`)
        return count
      }, database.withNumbers),
  }
}
export type JobSteering = ReturnType<typeof createJobSteering>

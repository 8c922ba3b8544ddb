import { sql } from 'kysely'
import { itemStates, type ItemFilterState, type ItemState } from '#contract/jobs.ts'
import type { Audit } from '../audit/audit-store.ts'
import type { Actor } from '../platform/http/caller.ts'
import { chunks, type Database } from '../platform/database/database.ts'
import { isWithin, type HistoryRange } from '../platform/history-range.ts'
import { columnOf, madePasswords, type ItemRow, type JobRow } from './tables.ts'

/** The rate counts rows that ended within this time, in ms. */
export const rateWindowMs = 15_000

/** A job with counts from the time of the query. */
export type JobView = JobRow & { recent: number; offered: number; store_now: number }

export type SingleCreation = ItemRow & Pick<JobRow, 'operation' | 'secret_key' | 'password_length'>

export interface ItemFilter {
  state?: ItemFilterState | undefined
  /** Prefix of the number. */
  ext?: string | undefined
}

/**
 * Reads of jobs, and the handover of their passwords. creation.ts and control.ts write for users, lease.ts and ledger.ts for the
 * worker.
 */
export function createJobStore(database: Database, audit: Audit, account: string) {
  const { db, now } = database

  const view = () =>
    db
      .selectFrom('job')
      .selectAll()
      .select([
        now.as('store_now'),
        sql<number>`CASE WHEN ended_at IS NOT NULL THEN 0 ELSE (
          SELECT count(*) FROM job_item AS i WHERE i.job_id = job.id AND i.ended_at > ${now} - ${sql.lit(rateWindowMs)}
            AND i.state <> 'cancelled'
        ) END`.as('recent'),
        sql<number>`CASE WHEN password_fill = 'none' OR secrets_until = 0 THEN 0 ELSE (
          SELECT count(*) FROM job_item AS i WHERE i.job_id = job.id AND i.state = 'done' AND i.delivered = 0
            AND i.password_source IN (${sql.join(madePasswords.map((source) => sql.lit(source)))})
        ) END`.as('offered'),
      ])
      .where('account', '=', account)

  const items = (jobId: string, { state, ext }: ItemFilter) => {
    let query = db.selectFrom('job_item').where('job_id', '=', jobId)
    if (state === 'mismatched') query = query.where('state', '=', 'done').where('checked', '=', 'differs')
    else if (state !== undefined) query = query.where('state', '=', state)
    // `:` sorts after `9`, so the range covers every number that begins with the digits.
    return ext === undefined ? query : query.where('ext', '>=', ext).where('ext', '<', `${ext}:`)
  }

  /** The rows of all jobs for one number, with their jobs. */
  const rowsOf = (ext: string) =>
    db
      .selectFrom('job_item')
      .innerJoin('job', 'job.id', 'job_item.job_id')
      .where('job_item.account', '=', account)
      .where('job_item.ext', '=', ext)

  return {
    read: async (id: string): Promise<JobView | null> => {
      return (await view().where('id', '=', id).executeTakeFirst()) ?? null
    },

    /** Rows of all jobs in every account, by state. */
    rowCounts: async (): Promise<Record<ItemState, number>> => {
      const sum = (column: (typeof columnOf)[ItemState]) =>
        sql<number>`cast(coalesce(sum(${sql.ref(column)}), 0) AS bigint)`
      return db
        .selectFrom('job')
        .select(itemStates.map((state) => sum(columnOf[state]).as(state)))
        .executeTakeFirstOrThrow()
    },

    /** Age in ms of the oldest job, in any account, that should run and has not ended; 0 when there is none. */
    lagMs: async (): Promise<number> => {
      const { oldest } = await db
        .selectFrom('job')
        .select(({ fn }) => fn.min('created_at').as('oldest'))
        .where('ended_at', 'is', null)
        .where('desired_state', '=', 'run')
        .executeTakeFirstOrThrow()
      return oldest === null ? 0 : Math.max(0, Date.now() - oldest)
    },

    /** Newest first. */
    async list(
      filter: { state?: 'open' | 'ended' | undefined; kind?: 'bulk' | 'all' | undefined },
      offset: number,
      limit: number,
    ) {
      const compare = filter.state === undefined ? null : filter.state === 'open' ? 'is' : 'is not'
      let rows = view().orderBy('created_at', 'desc').orderBy('id').offset(offset).limit(limit)
      let all = db
        .selectFrom('job')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('account', '=', account)
      if (compare !== null) {
        rows = rows.where('ended_at', compare, null)
        all = all.where('ended_at', compare, null)
      }
      if (filter.kind !== 'all') {
        rows = rows.where('kind', '=', 'bulk')
        all = all.where('kind', '=', 'bulk')
      }
      const [jobs, { count }] = await Promise.all([rows.execute(), all.executeTakeFirstOrThrow()])
      return { jobs, total: count }
    },

    async items(jobId: string, filter: ItemFilter, offset: number, limit: number) {
      const [rows, { count }] = await Promise.all([
        items(jobId, filter).selectAll().orderBy('position').offset(offset).limit(limit).execute(),
        items(jobId, filter)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow(),
      ])
      return { rows, total: count }
    },

    /** The one row of a single creation; `null` when there is no such job. */
    async single(id: string): Promise<SingleCreation | null> {
      const row = await db
        .selectFrom('job_item')
        .innerJoin('job', 'job.id', 'job_item.job_id')
        .selectAll('job_item')
        .select(['job.operation', 'job.secret_key', 'job.password_length'])
        .where('job.id', '=', id)
        .where('job.kind', '=', 'single')
        .where('job.account', '=', account)
        .executeTakeFirst()
      return row ?? null
    },

    /** The latest user of this console who created or is creating the number in a job other than `but`. */
    async takenBy(ext: string, but: string | null): Promise<{ by: string | null; at: number } | null> {
      const since = sql<number>`coalesce(job_item.started_at, job.created_at)`
      const row = await rowsOf(ext)
        .select(['job.user_name as by', since.as('at')])
        .where('job_item.state', 'not in', ['failed', 'cancelled'])
        .where('job_item.job_id', '<>', but ?? '')
        .orderBy('at', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row ?? null
    },

    /** Rows that created a number or tried to, newest first. The time is that of the row's latest state. */
    history: (ext: string, range: HistoryRange, limit: number) => {
      const at = sql<number>`coalesce(job_item.ended_at, job_item.started_at, job.created_at)`
      return rowsOf(ext)
        .select([
          'job.id',
          'job.name',
          'job.user_id',
          'job.user_name',
          'job_item.state',
          'job_item.code',
          at.as('at'),
        ])
        .where(isWithin(range, at, sql`job.id`))
        .orderBy('at', 'desc')
        .orderBy('job.id', 'desc')
        .limit(limit)
        .execute()
    },

    /** The job that created the number, and its user; `undefined` when no job did. */
    creation: (ext: string) =>
      rowsOf(ext)
        .select(['job.id', 'job.name', 'job.user_id', 'job.user_name'])
        .where('job_item.state', '=', 'done')
        .orderBy('job_item.ended_at', 'desc')
        .limit(1)
        .executeTakeFirst(),

    /** Rows whose generated passwords were not handed over yet. */
    offered: (jobId: string): Promise<ItemRow[]> =>
      db
        .selectFrom('job_item')
        .selectAll()
        .where('job_id', '=', jobId)
        .where('state', '=', 'done')
        .where('delivered', '=', 0)
        .where('password_source', 'in', madePasswords)
        .orderBy('position')
        .execute(),

    /**
     * Marks passwords as delivered and deletes stored ones, just before the handover. Returns false when another call came first.
     */
    async deliver(jobId: string, positions: readonly number[], actor: Actor): Promise<boolean> {
      const lost = new Error('delivered already')
      try {
        await audit.transaction(async (transaction, write) => {
          for (const some of chunks(positions)) {
            const { numUpdatedRows } = await transaction
              .updateTable('job_item')
              .set({ delivered: 1, password: null })
              .where('job_id', '=', jobId)
              .where('position', 'in', some)
              .where('delivered', '=', 0)
              .executeTakeFirst()
            if (Number(numUpdatedRows) !== some.length) throw lost
          }
          const ended = { phase: 'outcome', result: 'done', reason: `${positions.length} rows` } as const
          await write([{ actor, action: 'job.credentials', object: jobId, ...ended }])
        })
        return true
      } catch (error) {
        if (error === lost) return false
        throw error
      }
    },
  }
}
export type JobStore = ReturnType<typeof createJobStore>

import { sql } from 'kysely'
import { itemStates, type ItemFilterState, type ItemState } from '#contract/jobs.ts'
import { createAuditReader } from '../audit/audit-reader.ts'
import type { AuditRow } from '../audit/audit-store.ts'
import type { Database } from '../platform/database/database.ts'
import { isWithin, type HistoryRange } from '../platform/history-range.ts'
import { columnOf, hasPasswordToFetch, hasWork, type ItemRow, type JobRow } from './tables.ts'

/** The rate counts rows that ended within this time, in ms. */
export const rateWindowMs = 15_000

/** A job with counts from the time of the query, and the completed audit events about its passwords, oldest first. */
export type JobView = JobRow & { recent: number; offered: number; store_now: number; events: PasswordEvent[] }

type PasswordEvent = Pick<AuditRow, 'action' | 'at' | 'actor_id' | 'actor_name'>
const passwordActions = ['job.credentials', 'job.credentials.print', 'job.credentials.delete']

export type SingleCreation = ItemRow & Pick<JobRow, 'operation' | 'secret_key' | 'password_length'>

export interface ItemFilter {
  state?: ItemFilterState | undefined
  /** Prefix of the number. */
  ext?: string | undefined
}

/** Reads of jobs. creation.ts and control.ts write for users, lease.ts and ledger.ts for the worker. */
export function createJobStore(database: Database, account: string) {
  const { db, now } = database
  const auditReader = createAuditReader(database)

  /** The number of passwords that wait. An open job that is not paused may create more, so none of its passwords waits yet. */
  const offered = sql<number>`CASE
    WHEN password_fill = 'none' OR secrets_until <= ${now} OR (ended_at IS NULL AND desired_state <> 'pause') THEN 0
    ELSE (SELECT count(*) FROM job_item WHERE job_id = job.id AND ${hasPasswordToFetch}) END`

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
        offered.as('offered'),
      ])
      .where('account', '=', account)

  /** Adds the events about passwords. A job without generated passwords has none. */
  async function withEvents(jobs: readonly Omit<JobView, 'events'>[]): Promise<JobView[]> {
    const ids = jobs.filter(({ password_fill: fill }) => fill !== 'none').map(({ id }) => id)
    const events = Map.groupBy(await auditReader.completed(ids, passwordActions), ({ object }) => object)
    return jobs.map((job) => ({ ...job, events: events.get(job.id) ?? [] }))
  }

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
      const [job] = await withEvents(await view().where('id', '=', id).execute())
      return job ?? null
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

    /** True while a worker works on a job, or would. */
    isRunning: async (): Promise<boolean> => {
      const row = await db
        .selectFrom('job')
        .select('id')
        .where('account', '=', account)
        .where('ended_at', 'is', null)
        .where(hasWork)
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },

    /** Newest first. */
    async list(
      filter: { state?: 'open' | 'ended' | 'passwords' | undefined; kind?: 'bulk' | 'all' | undefined },
      offset: number,
      limit: number,
    ) {
      let rows = view().orderBy('created_at', 'desc').orderBy('id').offset(offset).limit(limit)
      let all = db
        .selectFrom('job')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('account', '=', account)
      if (filter.state !== undefined) {
        const matches = {
          open: sql<boolean>`ended_at IS NULL`,
          ended: sql<boolean>`ended_at IS NOT NULL`,
          passwords: sql<boolean>`(${offered}) > 0`,
        }[filter.state]
        rows = rows.where(matches)
        all = all.where(matches)
      }
      if (filter.kind !== 'all') {
        rows = rows.where('kind', '=', 'bulk')
        all = all.where('kind', '=', 'bulk')
      }
      const [jobs, { count }] = await Promise.all([rows.execute(), all.executeTakeFirstOrThrow()])
      return { jobs: await withEvents(jobs), total: count }
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

    /** The rows whose generated passwords the store still has. */
    rowsToFetch: (jobId: string): Promise<ItemRow[]> =>
      db
        .selectFrom('job_item')
        .selectAll()
        .where('job_id', '=', jobId)
        .where(hasPasswordToFetch)
        .orderBy('position')
        .execute(),
  }
}
export type JobStore = ReturnType<typeof createJobStore>

import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { itemStates, type ItemState, type listJobs } from '#contract/jobs.ts'
import { AuditReader } from '../audit/audit-reader.ts'
import type { AuditRow } from '../audit/audit-store.ts'
import { countOf } from '../platform/database/database.ts'
import { endedAfter, hasWork, passwordsToFetch } from './ledger.ts'
import { columnOf, type JobContext, type JobRow } from './schema.ts'

/** How long failed rows of an ended job need attention. */
const failedForMs = 2 * 24 * 60 * 60_000

/** The rate counts rows that ended within this time, in ms. */
export const rateWindowMs = 15_000

/** A job with counts from the time of the query, and the completed audit events about its passwords, oldest first. */
export type JobView = JobRow & { recent: number; offered: number; store_now: number; events: PasswordEvent[] }

type PasswordEvent = Pick<AuditRow, 'action' | 'at' | 'actor_id' | 'actor_name'>
const passwordActions = ['job.credentials', 'job.credentials.print', 'job.credentials.delete']

type JobQuery = z.output<typeof listJobs.query>

/** Reads of jobs. */
export class JobStore {
  readonly #context: JobContext
  readonly #auditReader
  /** SQL for the passwords that wait. An open job that is not paused may create more, so none of its passwords waits yet. */
  readonly #offered

  constructor(context: JobContext) {
    this.#context = context
    this.#auditReader = new AuditReader(context)
    this.#offered = sql<number>`CASE
      WHEN password_fill = 'none' OR secrets_until <= ${context.now} OR (ended_at IS NULL AND desired_state <> 'pause') THEN 0
      ELSE ${passwordsToFetch} END`
  }

  async read(id: string): Promise<JobView | null> {
    const [job] = await this.#withEvents(await this.#view().where('id', '=', id).execute())
    return job ?? null
  }

  async list({ state, kind, sort, order, page, pageSize }: JobQuery) {
    const { db, now, account } = this.#context
    const inState = {
      open: sql<boolean>`ended_at IS NULL`,
      ended: sql<boolean>`ended_at IS NOT NULL`,
      passwords: sql<boolean>`(${this.#offered}) > 0`,
      attention: sql<boolean>`ended_at IS NOT NULL AND (needs_review > 0
        OR (failed > 0 AND ended_at > ${now} - ${sql.lit(failedForMs)}))`,
    }
    const conditions = [
      sql<boolean>`account = ${account}`,
      ...(state === undefined ? [] : [inState[state]]),
      ...(kind === 'all' ? [] : [sql<boolean>`kind = 'bulk'`]),
    ]
    const matches = sql<boolean>`(${sql.join(conditions, sql` AND `)})`
    const rows = this.#view()
      .where(matches)
      .$if(sort === 'ended', (query) =>
        query.orderBy(sql`ended_at IS NULL`, order).orderBy('ended_at', order),
      )
      .$if(sort === 'failed', (query) => query.orderBy('failed', order))
      // Among equals, the newest job comes first.
      .orderBy('created_at', sort === 'created' ? order : 'desc')
      .orderBy('id')
      .offset((page - 1) * pageSize)
      .limit(pageSize)
    const all = db.selectFrom('job').where(matches)
    const [jobs, total] = await Promise.all([rows.execute(), countOf(all)])
    return { jobs: await this.#withEvents(jobs), total }
  }

  #view() {
    const recent = endedAfter(sql<number>`${this.#context.now} - ${sql.lit(rateWindowMs)}`)
    return this.#context.db
      .selectFrom('job')
      .selectAll()
      .select([
        this.#context.now.as('store_now'),
        sql<number>`CASE WHEN ended_at IS NOT NULL THEN 0 ELSE ${recent} END`.as('recent'),
        this.#offered.as('offered'),
      ])
      .where('account', '=', this.#context.account)
  }

  /** Adds the events about passwords. A job without generated passwords has none. */
  async #withEvents(jobs: readonly Omit<JobView, 'events'>[]): Promise<JobView[]> {
    const ids = jobs.filter(({ password_fill: fill }) => fill !== 'none').map(({ id }) => id)
    const events = Map.groupBy(
      await this.#auditReader.completed(ids, passwordActions),
      ({ object }) => object,
    )
    return jobs.map((job) => ({ ...job, events: events.get(job.id) ?? [] }))
  }

  /** Rows of all jobs of every service, by state. */
  rowCounts(): Promise<Record<ItemState, number>> {
    const sum = (column: (typeof columnOf)[ItemState]) =>
      sql<number>`cast(coalesce(sum(${sql.ref(column)}), 0) AS bigint)`
    return this.#context.db
      .selectFrom('job')
      .select(itemStates.map((state) => sum(columnOf[state]).as(state)))
      .executeTakeFirstOrThrow()
  }

  /** Age in ms of the oldest job, of any service, that should run and has not ended; 0 when there is none. */
  async lagMs(): Promise<number> {
    const { oldest, now } = await this.#context.db
      .selectFrom('job')
      .select(({ fn }) => fn.min('created_at').as('oldest'))
      .select(this.#context.now.as('now'))
      .where('ended_at', 'is', null)
      .where('desired_state', '=', 'run')
      .executeTakeFirstOrThrow()
    return oldest === null ? 0 : Math.max(0, now - oldest)
  }

  /** True while a worker works on a job, or would. */
  async isRunning(): Promise<boolean> {
    const row = await this.#context.db
      .selectFrom('job')
      .select('id')
      .where('account', '=', this.#context.account)
      .where('ended_at', 'is', null)
      .where(hasWork)
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  }
}

import { sql, type RawBuilder } from 'kysely'
import {
  pendingStates,
  requestStates,
  type RequestSort,
  type RequestKind,
  type RequestState,
} from '#contract/service-requests.ts'
import { maxFilterPeople } from '#contract/page.ts'
import { countOf, positionIn, type Database } from '../platform/database/database.ts'
import { awaitedRequests, isAboutAny, numbersOf, type RequestRow } from '../follow/rows.ts'

export interface RequestFilter {
  state?: RequestState | 'pending' | undefined
  kind?: RequestKind | undefined
  by?: string | undefined
  assignee?: string | undefined
  ext?: string | undefined
  agentUuid?: string | undefined
  overdue?: '1' | undefined
  /** SQL: those within the caller's limit (limits.ts). */
  own?: RawBuilder<boolean> | undefined
}

const sorted = {
  asked: sql`asked_at`,
  due: sql`due_on`,
  ext: sql`ext`,
  state: positionIn(requestStates, sql<string>`state`),
} as const satisfies Record<RequestSort, unknown>

/** Reads of service requests. */
export class RequestReads {
  readonly #db: Database['db']
  readonly #account: string

  constructor({ db }: Pick<Database, 'db'>, account: string) {
    this.#db = db
    this.#account = account
  }

  /** `today`: the date, such as `2026-12-05`, before which a due date is overdue. */
  async list(
    filter: RequestFilter,
    today: string,
    { sort, order }: { sort: RequestSort; order: 'asc' | 'desc' },
    { offset, limit }: { offset: number; limit: number },
  ): Promise<{ rows: RequestRow[]; total: number }> {
    const [rows, total] = await Promise.all([
      this.#filtered(filter, today)
        .selectAll()
        .$if(sort === 'due', (query) => query.orderBy(sql`due_on IS NULL`, order))
        .orderBy(sorted[sort], order)
        .$if(sort === 'state', (query) =>
          query
            .orderBy(sql`due_on IS NULL`)
            .orderBy('due_on')
            .orderBy('asked_at', 'desc'),
        )
        // Requests made together have the same time.
        .orderBy('ext')
        .orderBy('id')
        .offset(offset)
        .limit(limit)
        .execute(),
      countOf(this.#filtered(filter, today)),
    ])
    return { rows, total }
  }

  /** The IDs of the users who have made requests, the most recent first. */
  async users(): Promise<string[]> {
    const rows = await this.#requests()
      .select('user_id')
      .groupBy('user_id')
      .orderBy((read) => read.fn.max('asked_at'), 'desc')
      .limit(maxFilterPeople)
      .execute()
    return rows.map((row) => row.user_id)
  }

  /** How many requests are pending for each of these numbers. */
  async pendingByNumber(numbers: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#requests()
      .where('closed_at', 'is', null)
      .where((where) => isAboutAny(where, [...new Set(numbers)]))
      .select(({ fn }) => ['ext', 'with_ext', fn.countAll<number | string>().as('count')])
      .groupBy(['ext', 'with_ext'])
      .execute()
    const counts = new Map<string, number>()
    for (const row of rows)
      for (const ext of numbersOf(row)) counts.set(ext, (counts.get(ext) ?? 0) + Number(row.count))
    return counts
  }

  /** How many requests are pending, how many of these are overdue, and how many are assigned to the user. */
  async pendingCounts(today: string, userId: string) {
    const { pending, overdue, assigned } = await this.#requests()
      .where('closed_at', 'is', null)
      .select(({ fn }) => [
        fn.countAll<number | string>().as('pending'),
        sql<number | string | null>`sum(CASE WHEN due_on < ${today} THEN 1 ELSE 0 END)`.as('overdue'),
        sql<number | string | null>`sum(CASE WHEN assignee_id = ${userId} THEN 1 ELSE 0 END)`.as('assigned'),
      ])
      .executeTakeFirstOrThrow()
    return { pending: Number(pending), overdue: Number(overdue), assigned: Number(assigned) }
  }

  /** The requests with these IDs, sorted by number. */
  byIds(ids: readonly string[]): Promise<RequestRow[]> {
    return this.#requests().where('id', 'in', ids).selectAll().orderBy('ext').orderBy('id').execute()
  }

  /** The numbers of those among these requests that a look-up can close. */
  async numbersAwaited(ids: readonly string[]): Promise<string[]> {
    const rows = await awaitedRequests(this.#db, { account: this.#account })
      .where('id', 'in', ids)
      .select(['ext', 'with_ext'])
      .execute()
    return rows.flatMap((row) => numbersOf(row))
  }

  #requests() {
    return this.#db.selectFrom('service_request').where('account', '=', this.#account)
  }

  #filtered(filter: RequestFilter, today: string) {
    const { state, kind, by, assignee, ext, agentUuid, overdue, own } = filter
    let query = this.#requests()
    if (state !== undefined) query = query.where('state', 'in', state === 'pending' ? pendingStates : [state])
    if (kind !== undefined) query = query.where('kind', '=', kind)
    if (by !== undefined) query = query.where('user_id', '=', by)
    if (assignee !== undefined) query = query.where('assignee_id', '=', assignee)
    if (ext !== undefined) query = query.where((where) => isAboutAny(where, [ext]))
    if (agentUuid !== undefined)
      query = query.where((where) =>
        where.or([where('bound_uuid', '=', agentUuid), where('agent_uuid', '=', agentUuid)]),
      )
    if (overdue !== undefined) query = query.where('closed_at', 'is', null).where('due_on', '<', today)
    return own === undefined ? query : query.where(own)
  }
}

import { sql, type RawBuilder } from 'kysely'
import {
  maxOpenReservations,
  reservationStates,
  type ReservationSort,
  type ReservationState,
} from '#contract/reservations.ts'
import { personId } from './of-people.ts'
import { maxFilterPeople } from '#contract/page.ts'
import type { ReservationRow } from '../follow/rows.ts'
import { countOf, positionIn, type Database } from '../platform/database/database.ts'
import { ProblemError } from '../platform/problems.ts'
import { readPeople } from '../people/named.ts'

export interface ReservationFilter {
  /** An agent's UUID or a new colleague's ID. */
  agentUuid?: string | undefined
  ext?: string | undefined
  state?: ReservationState | undefined
  /** A user's ID. */
  by?: string | undefined
  /** SQL: those within the caller's limit (limits.ts). */
  own?: RawBuilder<boolean> | undefined
}

/** Reads of reservations. */
export class ReservationReads {
  readonly #db: Database['db']
  readonly #account: string

  constructor({ db }: Pick<Database, 'db'>, account: string) {
    this.#db = db
    this.#account = account
  }

  async list(
    filter: ReservationFilter,
    { offset, limit }: { offset: number; limit: number },
    { sort, order }: { sort: ReservationSort; order: 'asc' | 'desc' } = { sort: 'reserved', order: 'desc' },
  ) {
    // Among equals, the newest reservation comes first.
    const madeOrder = sort === 'reserved' ? order : 'desc'
    const [rows, total] = await Promise.all([
      this.#filtered(filter)
        .selectAll()
        .$if(sort !== 'reserved', (query) => query.orderBy(this.#sortOf(sort), order))
        .orderBy('reserved_at', madeOrder)
        .orderBy('id', madeOrder)
        .offset(offset)
        .limit(limit)
        .execute(),
      countOf(this.#filtered(filter)),
    ])
    return { rows, total }
  }

  /** The open reservations, sorted by number. */
  open(): Promise<ReservationRow[]> {
    return this.#filtered({ state: 'reserved' })
      .selectAll()
      .orderBy('ext')
      .limit(maxOpenReservations)
      .execute()
  }

  /** Throws `not-found`. */
  async byId(id: string): Promise<ReservationRow> {
    const row = await this.#filtered({}).selectAll().where('id', '=', id).executeTakeFirst()
    if (row === undefined) throw new ProblemError('not-found')
    return row
  }

  /** The IDs of the users who have reserved numbers, the most recent first. */
  async users(): Promise<string[]> {
    const rows = await this.#filtered({})
      .select('user_id')
      .groupBy('user_id')
      .orderBy((read) => read.fn.max('reserved_at'), 'desc')
      .limit(maxFilterPeople)
      .execute()
    return rows.map((row) => row.user_id)
  }

  /** Names of the agents for whom these numbers are reserved, by number. Without a name, the work number. */
  async namesFor(numbers: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.#filtered({ state: 'reserved' })
      .where('ext', 'in', numbers)
      .where('keep_days', 'is', null)
      .select(['ext', personId.as('person')])
      .execute()
    const people = await this.#people(rows.map(({ person }) => person))
    return new Map(
      rows.flatMap(({ ext, person }) => {
        const { name = null, workNumber = null } = people.get(person) ?? {}
        const shown = name ?? workNumber
        return shown === null ? [] : [[ext, shown]]
      }),
    )
  }

  #people(ids: readonly string[]) {
    return readPeople(this.#db, this.#account, ids)
  }

  #filtered({ agentUuid, ext, state, by, own }: ReservationFilter) {
    let query = this.#db.selectFrom('reservation').where('account', '=', this.#account)
    if (agentUuid !== undefined)
      query = query.where((where) =>
        where.or([
          where('agent_uuid', '=', agentUuid),
          where.and([where('joiner_id', '=', agentUuid), where('agent_uuid', 'is', null)]),
        ]),
      )
    if (ext !== undefined) query = query.where('ext', '=', ext)
    if (by !== undefined) query = query.where('user_id', '=', by)
    if (own !== undefined) query = query.where(own)
    return state === undefined ? query : query.where('state', '=', state)
  }

  /** What a sort compares before the time when reservations were made. */
  #sortOf(sort: ReservationSort): RawBuilder<unknown> {
    switch (sort) {
      case 'reserved':
        return sql`reserved_at`
      case 'until':
        return sql`CASE WHEN state = 'reserved' THEN expires_at ELSE coalesce(ended_at, expires_at) END`
      case 'ext':
        return sql`ext`
      case 'state':
        return positionIn(reservationStates, sql<string>`state`)
    }
  }
}

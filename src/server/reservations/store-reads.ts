import { sql, type RawBuilder } from 'kysely'
import {
  reservationStates,
  type Reservation,
  type ReservationSort,
  type ReservationState,
} from '#contract/reservations.ts'
import { toReservation } from './answers.ts'
import { countOf, positionIn, type Database } from '../platform/database/database.ts'
import { isOpen } from '../numbers/reserved.ts'
import { newestIn, type HistoryRange, type HistorySubject } from '../platform/history-range.ts'

export interface ReservationFilter {
  /** An agent's UUID or a joiner's ID. */
  agentUuid?: string | undefined
  ext?: string | undefined
  state?: ReservationState | undefined
  /** A user's ID. */
  by?: string | undefined
}

/** What look-ups of reserved numbers need. */
const trackedColumns = ['id', 'ext', 'agent_uuid', 'joiner_id', 'keep_days', 'holder'] as const

/** An agent's UUID, or a joiner's ID while the UUID is unknown. */
const agentOrJoiner = sql<string>`coalesce(agent_uuid, joiner_id)`

/** Reads of reservations. A reservation past its expiry counts as expired even before the store is updated. */
export class ReservationReads {
  readonly #db: Database['db']
  readonly #now: Database['now']
  readonly #account: string
  readonly #stillOpen: RawBuilder<boolean>
  readonly #over: RawBuilder<boolean>

  constructor({ db, now }: Pick<Database, 'db' | 'now'>, account: string) {
    this.#db = db
    this.#now = now
    this.#account = account
    this.#stillOpen = isOpen(now)
    this.#over = sql<boolean>`(state = 'expired' OR (state = 'reserved' AND expires_at <= ${now}))`
  }

  async clock(): Promise<number> {
    return (await this.#db.selectNoFrom(this.#now.as('now')).executeTakeFirstOrThrow()).now
  }

  async list(
    filter: ReservationFilter,
    { offset, limit }: { offset: number; limit: number },
    { sort, order }: { sort: ReservationSort; order: 'asc' | 'desc' } = { sort: 'reserved', order: 'desc' },
  ) {
    // Among equals, the newest reservation comes first.
    const madeOrder = sort === 'reserved' ? order : 'desc'
    const [rows, total] = await Promise.all([
      this.#rows(filter)
        .$if(sort !== 'reserved', (query) => query.orderBy(this.#sortOf(sort), order))
        .orderBy('reserved_at', madeOrder)
        .orderBy('id', madeOrder)
        .offset(offset)
        .limit(limit)
        .execute(),
      countOf(this.#filtered(filter)),
    ])
    return { items: rows.map((row) => toReservation(row, row.now)), total }
  }

  /** All open reservations, sorted by number. */
  async open(): Promise<{ items: Reservation[]; now: number }> {
    const rows = await this.#rows({ state: 'reserved' }).orderBy('ext').execute()
    return { items: rows.map((row) => toReservation(row, row.now)), now: await this.clock() }
  }

  async byId(id: string): Promise<Reservation | null> {
    const row = await this.#rows({}).where('id', '=', id).executeTakeFirst()
    return row === undefined ? null : toReservation(row, row.now)
  }

  /** Reservations of a number or for an agent, by the time when they were made or when they ended, newest first. */
  async history(
    event: 'made' | 'ended',
    subject: HistorySubject,
    range: HistoryRange,
    limit: number,
  ): Promise<(Reservation & { at: number })[]> {
    // A reservation past its expiry ended at its expiry, even before the store is updated.
    const at =
      event === 'made'
        ? sql<number>`reserved_at`
        : sql<number>`CASE WHEN ${this.#over} THEN expires_at ELSE ended_at END`
    const reservations = this.#rows(subject).select(at.as('at'))
    const rows = await newestIn(reservations, range, { at, id: sql`id`, limit })
    return rows.map((row) => ({ ...toReservation(row, row.now), at: row.at }))
  }

  /** Every user who has ever reserved a number, sorted by name. */
  async people(): Promise<{ id: string; name: string }[]> {
    const rows = await this.#filtered({})
      .select((read) => ['user_id as id', read.fn.max('user_name').as('name')])
      .groupBy('user_id')
      .execute()
    return rows.toSorted((a, b) => a.name.localeCompare(b.name))
  }

  /** SQL for the UUIDs of agents and the IDs of joiners with an open reservation. */
  reservedAgents(): RawBuilder<string> {
    return sql<string>`SELECT ${agentOrJoiner} FROM reservation WHERE account = ${this.#account} AND ${this.#stillOpen} AND keep_days IS NULL`
  }

  /** SQL for the UUIDs of agents and the IDs of joiners for whom the user holds an open reservation. */
  reservedBy(userId: string): RawBuilder<string> {
    return sql<string>`${this.reservedAgents()} AND user_id = ${userId}`
  }

  /** Open reservations for these agents, by UUID or joiner ID, sorted by number. */
  reservedFor(agents: readonly string[]) {
    return this.#filtered({ state: 'reserved' })
      .where(agentOrJoiner, 'in', agents)
      .where('keep_days', 'is', null)
      .select([agentOrJoiner.as('agent'), 'ext', 'expires_at'])
      .orderBy('ext')
      .execute()
  }

  /** Names of the agents for whom these numbers are reserved, by number. Without a name, the work number. */
  async namesFor(numbers: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.#filtered({ state: 'reserved' })
      .where('ext', 'in', numbers)
      .where('keep_days', 'is', null)
      .select(['ext', 'agent_name', 'work_number'])
      .execute()
    return new Map(
      rows.flatMap(({ ext, agent_name, work_number }) => {
        const name = agent_name ?? work_number
        return name === null ? [] : [[ext, name]]
      }),
    )
  }

  /** Open reservations of these numbers. */
  openAmong(numbers: readonly string[]) {
    return numbers.length === 0
      ? Promise.resolve([])
      : this.#filtered({ state: 'reserved' })
          .where('ext', 'in', numbers)
          .select([...trackedColumns, 'reserved_at as made_at'])
          .execute()
  }

  /** Open reservations last looked up more than `olderThanMs` ago, oldest first. */
  due(olderThanMs: number, limit: number) {
    return this.#filtered({ state: 'reserved' })
      .where('checked_at', '<', sql<number>`${this.#now} - ${olderThanMs}`)
      .select(trackedColumns)
      .orderBy('checked_at')
      .limit(limit)
      .execute()
  }

  /** Whole rows, each with the store's time. */
  #rows(filter: ReservationFilter) {
    return this.#filtered(filter).selectAll().select(this.#now.as('now'))
  }

  #filtered({ agentUuid, ext, state, by }: ReservationFilter) {
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
    if (state === 'reserved') return query.where(this.#stillOpen)
    if (state === 'expired') return query.where(this.#over)
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
        return positionIn(
          reservationStates,
          sql<string>`CASE WHEN ${this.#over} THEN 'expired' ELSE state END`,
        )
    }
  }
}

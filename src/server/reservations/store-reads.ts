import { sql } from 'kysely'
import {
  reservationStates,
  type Reservation,
  type ReservationSort,
  type ReservationState,
} from '#contract/reservations.ts'
import { toReservation, type ReservationRow } from './answers.ts'
import { agentsAfter } from '../numbers/agents-after.ts'
import { positionIn, type Database } from '../platform/database/database.ts'
import { isOpen } from '../numbers/reserved.ts'
import type { HistorySubject } from '../numbers/history-subject.ts'
import { isWithin, type HistoryRange } from '../platform/history-range.ts'

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

/** Reads of reservations. A reservation past its expiry counts as expired even before the store is updated. */
export function createReservationReads({ db, now }: Pick<Database, 'db' | 'now'>, account: string) {
  const stillOpen = isOpen(now)
  const over = sql<boolean>`(state = 'expired' OR (state = 'reserved' AND expires_at <= ${now}))`

  /** What a sort compares before the time when reservations were made. */
  const sorted = {
    reserved: sql`reserved_at`,
    until: sql`CASE WHEN state = 'reserved' THEN expires_at ELSE coalesce(ended_at, expires_at) END`,
    ext: sql`ext`,
    state: positionIn(reservationStates, sql<string>`CASE WHEN ${over} THEN 'expired' ELSE state END`),
  } as const satisfies Record<ReservationSort, unknown>

  /** An agent's UUID, or a joiner's ID while the UUID is unknown. */
  const agentOrJoiner = sql<string>`coalesce(agent_uuid, joiner_id)`

  function filtered({ agentUuid, ext, state, by }: ReservationFilter) {
    let query = db.selectFrom('reservation').where('account', '=', account)
    if (agentUuid !== undefined)
      query = query.where((where) =>
        where.or([
          where('agent_uuid', '=', agentUuid),
          where.and([where('joiner_id', '=', agentUuid), where('agent_uuid', 'is', null)]),
        ]),
      )
    if (ext !== undefined) query = query.where('ext', '=', ext)
    if (by !== undefined) query = query.where('user_id', '=', by)
    if (state === 'reserved') return query.where(stillOpen)
    if (state === 'expired') return query.where(over)
    return state === undefined ? query : query.where('state', '=', state)
  }
  const clock = async (): Promise<number> => {
    const { rows } = await sql<{ now: number }>`SELECT ${now} AS now`.execute(db)
    return rows[0]?.now ?? Date.now()
  }

  return {
    clock,

    async list(
      filter: ReservationFilter,
      { offset, limit }: { offset: number; limit: number },
      { sort, order }: { sort: ReservationSort; order: 'asc' | 'desc' } = { sort: 'reserved', order: 'desc' },
    ) {
      // Among equals, the newest reservation comes first.
      const madeOrder = sort === 'reserved' ? order : 'desc'
      const [rows, counted, time] = await Promise.all([
        filtered(filter)
          .selectAll()
          .$if(sort !== 'reserved', (query) => query.orderBy(sorted[sort], order))
          .orderBy('reserved_at', madeOrder)
          .orderBy('id', madeOrder)
          .offset(offset)
          .limit(limit)
          .execute(),
        filtered(filter)
          .select((count) => count.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow(),
        clock(),
      ])
      return { items: rows.map((row) => toReservation(row, time)), total: counted.count }
    },

    /** All open reservations, sorted by number. */
    async open(): Promise<{ items: Reservation[]; now: number }> {
      const time = await clock()
      const rows = await filtered({ state: 'reserved' }).selectAll().orderBy('ext').execute()
      return { items: rows.map((row) => toReservation(row, time)), now: time }
    },

    /** UUIDs of agents with an open or ended reservation after `afterUuid`, sorted. */
    agentsAfter: (afterUuid: string, limit: number): Promise<string[]> =>
      agentsAfter(db, 'reservation', { account, afterUuid, limit }),

    async byId(id: string): Promise<Reservation | null> {
      const row = await filtered({}).where('id', '=', id).selectAll().executeTakeFirst()
      return row === undefined ? null : toReservation(row, await clock())
    },

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
          : sql<number>`CASE WHEN ${over} THEN expires_at ELSE ended_at END`
      const rows = await filtered(subject)
        .where(isWithin(range, at, sql`id`))
        .selectAll()
        .select(at.as('at'))
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      const time = await clock()
      return rows.map(({ at: when, ...row }: ReservationRow & { at: number }) => ({
        ...toReservation(row, time),
        at: when,
      }))
    },

    /** Every user who has ever reserved a number, sorted by name. */
    async people(): Promise<{ id: string; name: string }[]> {
      const rows = await filtered({})
        .select((read) => ['user_id as id', read.fn.max('user_name').as('name')])
        .groupBy('user_id')
        .execute()
      return rows.toSorted((a, b) => a.name.localeCompare(b.name))
    },

    /** SQL for the UUIDs of agents and the IDs of joiners with an open reservation. */
    reservedAgents: () =>
      sql<string>`SELECT ${agentOrJoiner} FROM reservation WHERE account = ${account} AND ${stillOpen} AND keep_days IS NULL`,

    /** SQL for the UUIDs of agents and the IDs of joiners for whom the user holds an open reservation. */
    reservedBy: (userId: string) =>
      sql<string>`SELECT ${agentOrJoiner} FROM reservation
        WHERE account = ${account} AND user_id = ${userId} AND ${stillOpen}`,

    /** Open reservations for these agents, by UUID or joiner ID, sorted by number. */
    reservedFor: (agents: readonly string[]) =>
      filtered({ state: 'reserved' })
        .where(agentOrJoiner, 'in', agents)
        .where('keep_days', 'is', null)
        .select([agentOrJoiner.as('agent'), 'ext', 'expires_at'])
        .orderBy('ext')
        .execute(),

    /** Names of the agents for whom these numbers are reserved, by number. Without a name, the work number. */
    async namesFor(numbers: readonly string[]): Promise<Map<string, string>> {
      const rows = await filtered({ state: 'reserved' })
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
    },

    /** Open reservations of these numbers. */
    openAmong: (numbers: readonly string[]) =>
      numbers.length === 0
        ? Promise.resolve([])
        : filtered({ state: 'reserved' })
            .where('ext', 'in', numbers)
            .select([...trackedColumns, 'reserved_at as made_at'])
            .execute(),

    /** Open reservations last looked up more than `olderThanMs` ago, oldest first. */
    due: (olderThanMs: number, limit: number) =>
      filtered({ state: 'reserved' })
        .where('checked_at', '<', sql<number>`${now} - ${olderThanMs}`)
        .select(trackedColumns)
        .orderBy('checked_at')
        .limit(limit)
        .execute(),
  }
}
export type ReservationReads = ReturnType<typeof createReservationReads>

import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { NumberState, SeenState } from '#contract/number-states.ts'
import { agentsAfter } from '../numbers/agents-after.ts'
import type { Database } from '../platform/database/database.ts'
import type { NumberSet } from '#contract/number-set.ts'
import { isInPools, type Scope } from '../numbers/limits.ts'
import { conditionsOf, countStatesInParts, type Bounds, type NumberSelection } from '../numbers/number-set.ts'
import {
  countedDigits,
  countsByPrefix,
  isReserved,
  shownState,
  type StateCount,
} from '../numbers/reserved.ts'
import { isUnlisted } from '../numbers/scan.ts'
import type { Tables } from '../platform/database/schema.ts'
import type { InventoryRow } from './row-after.ts'

export interface InventoryFilter {
  /** Prefix of the number. */
  ext?: string | undefined
  state?: NumberState | undefined
  /** The value of `langCodeTxt`; an empty string for numbers without a value. */
  language?: string | undefined
  agentUuid?: string | undefined
  /** The numbers that a search found with the whole filter, in number order (search.ts). */
  among?: readonly string[] | undefined
  /** True to leave out numbers that are gone. */
  isPresent?: boolean | undefined
  label?: string | undefined
  numbers?: NumberSelection | undefined
}

/** The queries that the inventory needs from labels. */
export interface NumberLabels {
  /** SQL for the numbers with this label. */
  labeled: (label: string) => RawBuilder<string>
  /** Labels by number. Numbers without labels are left out. */
  labelsOf: (numbers: readonly string[]) => Promise<Map<string, string[]>>
  /** Notes by number. Numbers without a note are left out. */
  notesOf: (numbers: readonly string[]) => Promise<Map<string, string>>
}

/** Filters without counters are counted up to this number. */
const countedUpTo = 10_000

/** Replaces the stored state with the shown state. */
const withShownState = ({ shown, ...row }: InventoryRow & { shown: string }): InventoryRow => ({
  ...row,
  state: shown,
})

/** Reads by keyset and counters, so a query costs about the same at any size, up to 1,000,000 rows. */
export function createInventoryReads(
  { db, now }: Pick<Database, 'db' | 'now'>,
  account: string,
  { labeled }: Pick<NumberLabels, 'labeled'>,
) {
  const reserved = isReserved(account, now)
  /** With `index` `ext`, both engines find the rows by the conditions that the caller adds. */
  function filtered(
    { ext, state, language, agentUuid, isPresent, label }: InventoryFilter,
    index: 'any' | 'ext' = 'any',
  ) {
    let query = db.selectFrom('inventory').where('account', '=', account)
    if (ext !== undefined)
      for (const beginning of conditionsOf({ ranges: [], prefixes: [ext] })) query = query.where(beginning)
    if (agentUuid !== undefined) query = query.where('agent_uuid', '=', agentUuid)
    if (label !== undefined) query = query.where(sql<boolean>`ext IN (${labeled(label)})`)
    // `|| ''` bypasses the index on the column, so both engines use the agent's index.
    const plain = agentUuid === undefined && index === 'any'
    if (isPresent === true) query = query.where('state', '!=', 'gone')
    if (state === 'reserved') query = query.where(reserved)
    else if (state !== undefined)
      query = plain ? query.where('state', '=', state) : query.where(sql`state || ''`, '=', state)
    if (state === 'free') query = query.where(sql<boolean>`NOT ${reserved}`)
    if (language !== undefined)
      query = plain ? query.where('language', '=', language) : query.where(sql`language || ''`, '=', language)
    return query
  }
  const rows = (query: ReturnType<typeof filtered>) =>
    query.selectAll().select(shownState(account, now).as('shown'))

  /**
   * One query for each range and prefix of the filter's set, within the bounds. Each reads in number order, only as far as needed.
   */
  function piecesOf({ numbers, ext, ...filter }: InventoryFilter, bounds: Bounds = {}) {
    if (numbers !== undefined)
      return conditionsOf(numbers, bounds).map((condition) => filtered({ ...filter, ext }).where(condition))
    if (ext !== undefined)
      return conditionsOf({ ranges: [], prefixes: [ext] }, bounds).map((condition) =>
        filtered(filter).where(condition),
      )
    // Bounds around all numbers would keep SQLite from using the indexes on the filtered columns.
    const { after = null, before = null } = bounds
    const all = filtered(filter)
    if (after !== null) return [all.where('ext', '>', after)]
    return [before === null ? all : all.where('ext', '<', before)]
  }

  /** One page of all pieces together, in number order. */
  async function page<Row>(
    pieces: readonly SelectQueryBuilder<Tables, 'inventory', Row>[],
    order: 'asc' | 'desc',
    limit: number,
  ): Promise<Row[]> {
    const parts = pieces.map(
      (piece) => sql`SELECT * FROM (${piece.orderBy('ext', order).limit(limit)}) AS piece`,
    )
    const { rows } = await sql<Row>`${sql.join(parts, sql` UNION ALL `)}
      ORDER BY ext ${sql.raw(order)} LIMIT ${limit}`.execute(db)
    return rows
  }

  /** The known rows among these numbers, in number order. */
  const byNumbers = async (numbers: readonly string[]): Promise<InventoryRow[]> => {
    if (numbers.length === 0) return []
    const found = await rows(filtered({}).where('ext', 'in', numbers))
      .orderBy('ext')
      .execute()
    return found.map(withShownState)
  }

  return {
    filtered,

    /** Rows after `afterExt`, or from the first (`null`), in number order. */
    after: async (
      filter: InventoryFilter,
      afterExt: string | null,
      limit: number,
    ): Promise<InventoryRow[]> => {
      if (filter.among !== undefined)
        return byNumbers(filter.among.filter((ext) => ext > (afterExt ?? '')).slice(0, limit))
      const pieces = piecesOf(filter, { after: afterExt }).map((piece) => rows(piece))
      return (await page(pieces, 'asc', limit)).map(withShownState)
    },

    /** Only the numbers, in number order. */
    numbers: async (filter: InventoryFilter, limit: number): Promise<string[]> =>
      filter.among?.slice(0, limit) ??
      (
        await page(
          piecesOf(filter).map((piece) => piece.select('ext')),
          'asc',
          limit,
        )
      ).map(({ ext }) => ext),

    byNumbers,

    /** Rows before `beforeExt`, or from the last (`null`), in reverse number order. */
    before: async (
      filter: InventoryFilter,
      beforeExt: string | null,
      limit: number,
    ): Promise<InventoryRow[]> => {
      if (filter.among !== undefined)
        return (
          await byNumbers(filter.among.filter((ext) => beforeExt === null || ext < beforeExt).slice(-limit))
        ).toReversed()
      const pieces = piecesOf(filter, { before: beforeExt }).map((piece) => rows(piece))
      return (await page(pieces, 'desc', limit)).map(withShownState)
    },

    /** The row of exactly this number; `null` when the console never saw the number. */
    async byNumber(ext: string): Promise<InventoryRow | null> {
      const row = await rows(filtered({}).where('ext', '=', ext)).executeTakeFirst()
      return row === undefined ? null : withShownState(row)
    },

    /** How many rows match the filter. `exact` is false when there are more than `countedUpTo`. */
    async count(filter: InventoryFilter): Promise<{ count: number; exact: boolean }> {
      const { ext = '', state, language, agentUuid, among, isPresent, label, numbers } = filter
      if (among !== undefined) return { count: among.length, exact: true }
      const isUncounted = agentUuid !== undefined || label !== undefined || numbers !== undefined
      if (!isUncounted && ext.length <= countedDigits && state !== 'reserved') {
        const countReserved = filtered({ ...filter, state: 'reserved' }).select(
          sql<number>`count(*)`.as('count'),
        )
        const left = state === 'free' ? sql`(${countReserved})` : sql`0`
        let query = db
          .selectFrom('inventory_count')
          .select(sql<number>`cast(coalesce(sum(count), 0) - ${left} AS bigint)`.as('count'))
          .where('account', '=', account)
          .where('length', '=', ext.length)
          .where('prefix', '=', ext)
        if (state !== undefined) query = query.where('state', '=', state)
        if (isPresent === true) query = query.where('state', '!=', 'gone')
        if (language !== undefined) query = query.where('language', '=', language)
        return { count: (await query.executeTakeFirstOrThrow()).count, exact: true }
      }
      const parts = piecesOf(filter).map(
        (piece) =>
          sql`SELECT count(*) AS count FROM (${piece.select('ext').limit(countedUpTo + 1)}) AS matching`,
      )
      const { rows } = await sql<{ count: number }>`${sql.join(parts, sql` UNION ALL `)}`.execute(db)
      const count = rows.reduce((sum, part) => sum + part.count, 0)
      return { count: Math.min(count, countedUpTo), exact: count <= countedUpTo }
    },

    /** Counts by prefix of `length` digits (0 to `countedDigits`) and by state. */
    countsByPrefix: (length: number): Promise<StateCount[]> => countsByPrefix(db, { account, now }, length),

    /** Counts of a scope's numbers by state. */
    countsIn: (numbers: NumberSet): Promise<{ state: string; count: number }[]> =>
      countStatesInParts(db, { account, now }, numbers),

    /** The observed values of `langCodeTxt`, with the count of each. */
    async languages(scope?: Scope): Promise<{ language: string; count: number }[]> {
      if (scope !== undefined)
        return db
          .selectFrom('inventory')
          .select((select) => ['language', select.fn.countAll<number>().as('count')])
          .where('account', '=', account)
          .where(isInPools(scope))
          .groupBy('language')
          .orderBy('language')
          .execute()
      const rows = await db
        .selectFrom('inventory_count')
        .select((select) => ['language', select.fn.sum<number | string>('count').as('count')])
        .where('account', '=', account)
        .where('length', '=', 0)
        .groupBy('language')
        .having((select) => select.fn.sum('count'), '>', 0)
        .orderBy('language')
        .execute()
      return rows.map((row) => ({ ...row, count: Number(row.count) }))
    },

    /** The oldest `seen_at` among the numbers in a state; `null` when there are none. */
    async oldestSeenAt(state: NumberState, scope?: Scope): Promise<number | null> {
      // Few numbers are reserved, so find them by number.
      const times = filtered({ state })
        .$if(scope !== undefined, (query) => (scope === undefined ? query : query.where(isInPools(scope))))
        .select('seen_at')
        .orderBy(state === 'reserved' ? 'ext' : 'seen_at')
        .limit(state === 'reserved' ? countedUpTo : 1)
      const seen = await times.execute()
      return seen.length === 0 ? null : Math.min(...seen.map(({ seen_at }) => seen_at))
    },

    /** Numbers in a state that were last seen before `before`, oldest first. */
    leastRecentlySeen: (
      state: SeenState,
      before: number,
      limit: number,
    ): Promise<{ ext: string; seen_at: number }[]> =>
      db
        .selectFrom('inventory')
        .select(['ext', 'seen_at'])
        .where('account', '=', account)
        .where('state', '=', state)
        .where('seen_at', '<', before)
        .orderBy('seen_at')
        .orderBy('ext')
        .limit(limit)
        .execute(),

    /** Unavailable numbers that have not been read since they left the idle list, the first to leave first. */
    left: (limit: number): Promise<{ ext: string }[]> =>
      db
        .selectFrom('inventory')
        .select('ext')
        .where('account', '=', account)
        .where(sql<boolean>`state = 'unavailable' AND seen_at < state_since`)
        .orderBy('state_since')
        .orderBy('ext')
        .limit(limit)
        .execute(),

    /** Numbers that are not bound, while it is not known whether the idle list has them, oldest first. */
    unlisted: (limit: number): Promise<{ ext: string }[]> =>
      db
        .selectFrom('inventory')
        .select('ext')
        .where('account', '=', account)
        .where(isUnlisted)
        .orderBy('state_since')
        .orderBy('ext')
        .limit(limit)
        .execute(),

    /** Numbers that were created before `before` and not seen since, oldest first. */
    created: (before: number, limit: number): Promise<{ ext: string }[]> =>
      db
        .selectFrom('inventory')
        .select('ext')
        .where('account', '=', account)
        // SQLite uses the partial index only when the text of the condition is the same as in the index.
        .where(sql<boolean>`state = 'unknown' AND source = 'created'`)
        .where('seen_at', '<', before)
        .orderBy('seen_at')
        .orderBy('ext')
        .limit(limit)
        .execute(),

    /** UUIDs of agents with bound numbers after `afterUuid`, sorted. */
    agentsAfter: (afterUuid: string, limit: number): Promise<string[]> =>
      agentsAfter(db, 'inventory', { account, afterUuid, limit }),
  }
}
export type InventoryReads = ReturnType<typeof createInventoryReads>

import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { NumberState, SeenState } from '#contract/number-states.ts'
import type { Database } from '../platform/database/database.ts'
import type { NumberSet } from '#contract/number-set.ts'
import type { SubjectLabels } from '../labels/store.ts'
import { countedDigits, countStates, everyNumber, type StateCount } from '../numbers/counts.ts'
import { conditionsOf, type Bounds, type NumberSelection } from '../numbers/number-set.ts'
import { isReserved, shownState } from '../numbers/reserved.ts'
import { isUnlisted } from '../numbers/scan.ts'
import type { Tables } from '../platform/database/schema.ts'
import type { InventoryRow, ShownRow } from './schema.ts'

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

/** Filters without counters are counted up to this number. */
const countedUpTo = 10_000

/** Replaces the stored state with the shown state. */
const withShownState = ({ shown, ...row }: InventoryRow & { shown: NumberState }): ShownRow => ({
  ...row,
  state: shown,
})

/** Reads by keyset and counters, so a query costs about the same at any size, up to 1,000,000 rows. */
export class InventoryReads {
  readonly #db: Database['db']
  readonly #now: Database['now']
  readonly #account: string
  readonly #labeled: SubjectLabels['labeled']
  readonly #isReserved: RawBuilder<boolean>

  constructor(
    { db, now }: Pick<Database, 'db' | 'now'>,
    account: string,
    { labeled }: Pick<SubjectLabels, 'labeled'>,
  ) {
    this.#db = db
    this.#now = now
    this.#account = account
    this.#labeled = labeled
    this.#isReserved = isReserved(account)
  }

  /** With `index` `ext`, both engines find the rows by the conditions that the caller adds. */
  filtered(
    { ext, state, language, agentUuid, isPresent, label }: InventoryFilter,
    index: 'any' | 'ext' = 'any',
  ) {
    let query = this.#numbers()
    if (ext !== undefined)
      for (const beginning of conditionsOf({ ranges: [], prefixes: [ext] })) query = query.where(beginning)
    if (agentUuid !== undefined) query = query.where('agent_uuid', '=', agentUuid)
    if (label !== undefined) query = query.where(sql<boolean>`ext IN (${this.#labeled(label)})`)
    // `|| ''` bypasses the index on the column, so both engines use the agent's index.
    const plain = agentUuid === undefined && index === 'any'
    if (isPresent === true) query = query.where('state', '!=', 'gone')
    if (state === 'reserved') query = query.where(this.#isReserved)
    else if (state !== undefined)
      query = plain ? query.where('state', '=', state) : query.where(sql`state || ''`, '=', state)
    if (state === 'free') query = query.where(sql<boolean>`NOT ${this.#isReserved}`)
    if (language !== undefined)
      query = plain ? query.where('language', '=', language) : query.where(sql`language || ''`, '=', language)
    return query
  }

  /** Rows after `afterExt`, or from the first (`null`), in number order. */
  async after(filter: InventoryFilter, afterExt: string | null, limit: number): Promise<ShownRow[]> {
    if (filter.among !== undefined)
      return this.byNumbers(filter.among.filter((ext) => ext > (afterExt ?? '')).slice(0, limit))
    const pieces = this.#piecesOf(filter, { after: afterExt }).map((piece) => this.#rows(piece))
    return (await this.#page(pieces, 'asc', limit)).map(withShownState)
  }

  /** Rows before `beforeExt`, or from the last (`null`), in reverse number order. */
  async before(filter: InventoryFilter, beforeExt: string | null, limit: number): Promise<ShownRow[]> {
    if (filter.among !== undefined) {
      const earlier = filter.among.filter((ext) => beforeExt === null || ext < beforeExt)
      return (await this.byNumbers(earlier.slice(-limit))).toReversed()
    }
    const pieces = this.#piecesOf(filter, { before: beforeExt }).map((piece) => this.#rows(piece))
    return (await this.#page(pieces, 'desc', limit)).map(withShownState)
  }

  /** Only the numbers, in number order. */
  async numbers(filter: InventoryFilter, limit: number): Promise<string[]> {
    if (filter.among !== undefined) return filter.among.slice(0, limit)
    const pieces = this.#piecesOf(filter).map((piece) => piece.select('ext'))
    return (await this.#page(pieces, 'asc', limit)).map(({ ext }) => ext)
  }

  /** The known rows among these numbers, in number order. */
  async byNumbers(numbers: readonly string[]): Promise<ShownRow[]> {
    if (numbers.length === 0) return []
    const found = await this.#rows(this.#numbers().where('ext', 'in', numbers))
      .orderBy('ext')
      .execute()
    return found.map(withShownState)
  }

  /** How many rows match the filter. `exact` is false when there are more than `countedUpTo`. */
  async count(filter: InventoryFilter): Promise<{ count: number; exact: boolean }> {
    const { ext = '', state, language, agentUuid, among, isPresent, label, numbers } = filter
    if (among !== undefined) return { count: among.length, exact: true }
    const isUncounted = agentUuid !== undefined || label !== undefined || numbers !== undefined
    if (!isUncounted && ext.length <= countedDigits && state !== 'reserved') {
      const countReserved = this.filtered({ ...filter, state: 'reserved' }).select(
        sql<number>`count(*)`.as('count'),
      )
      const left = state === 'free' ? sql`(${countReserved})` : sql`0`
      let query = this.#db
        .selectFrom('inventory_count')
        .select(sql<number>`cast(coalesce(sum(count), 0) - ${left} AS bigint)`.as('count'))
        .where('account', '=', this.#account)
        .where('length', '=', ext.length)
        .where('prefix', '=', ext)
      if (state !== undefined) query = query.where('state', '=', state)
      if (isPresent === true) query = query.where('state', '!=', 'gone')
      if (language !== undefined) query = query.where('language', '=', language)
      return { count: (await query.executeTakeFirstOrThrow()).count, exact: true }
    }
    const parts = this.#piecesOf(filter).map((piece) => {
      // In number order, because SQLite otherwise reads the whole index of endings for the numbers with a label.
      const matching = label === undefined ? piece : piece.orderBy('ext')
      return sql`SELECT count(*) AS count FROM (${matching.select('ext').limit(countedUpTo + 1)}) AS matching`
    })
    const { rows } = await sql<{ count: number }>`${sql.join(parts, sql` UNION ALL `)}`.execute(this.#db)
    const count = rows.reduce((sum, part) => sum + part.count, 0)
    return { count: Math.min(count, countedUpTo), exact: count <= countedUpTo }
  }

  /** Counts of all numbers, or of these, by state. */
  counts(numbers: NumberSet = everyNumber): Promise<StateCount[]> {
    return countStates(this.#db, { account: this.#account, now: this.#now }, numbers)
  }

  /** The observed values of `langCodeTxt`, with the count of each. */
  async languages(): Promise<{ language: string; count: number }[]> {
    const rows = await this.#db
      .selectFrom('inventory_count')
      .select((select) => ['language', select.fn.sum<number | string>('count').as('count')])
      .where('account', '=', this.#account)
      .where('length', '=', 0)
      .groupBy('language')
      .having((select) => select.fn.sum('count'), '>', 0)
      .orderBy('language')
      .execute()
    return rows.map((row) => ({ ...row, count: Number(row.count) }))
  }

  /** The oldest `seen_at` among the numbers in a state; `null` when there are none. */
  async oldestSeenAt(state: NumberState): Promise<number | null> {
    // Few numbers are reserved, so find them by number.
    const seen = await this.filtered({ state })
      .select('seen_at')
      .orderBy(state === 'reserved' ? 'ext' : 'seen_at')
      .limit(state === 'reserved' ? countedUpTo : 1)
      .execute()
    return seen.length === 0 ? null : Math.min(...seen.map(({ seen_at }) => seen_at))
  }

  /** Numbers in a state that were last seen before `before`, oldest first. */
  leastRecentlySeen(state: SeenState, before: number, limit: number): Promise<string[]> {
    return this.#oldest(sql`state = ${state} AND seen_at < ${before}`, 'seen_at', limit)
  }

  /** Free numbers that the idle list had last before `before`, the first to leave first. */
  left(limit: number, before: number): Promise<string[]> {
    return this.#oldest(sql`idle_at < ${before} AND state || '' = 'free'`, 'idle_at', limit)
  }

  /** Numbers that are not bound, while it is not known whether the idle list has them, oldest first; with `before`, since before then. */
  unlisted(limit: number, before?: number): Promise<string[]> {
    const since = before === undefined ? sql`` : sql` AND state_since < ${before}`
    return this.#oldest(sql`${isUnlisted}${since}`, 'state_since', limit)
  }

  /** Numbers that were created before `before` and not seen since, oldest first. */
  created(before: number, limit: number): Promise<string[]> {
    // SQLite uses the partial index only when the text of the condition is the same as in the index.
    return this.#oldest(
      sql`state = 'unknown' AND source = 'created' AND seen_at < ${before}`,
      'seen_at',
      limit,
    )
  }

  /** UUIDs of agents with a bound number or a reservation, open or ended, after `afterUuid`, sorted. */
  async agentsAfter(afterUuid: string, limit: number): Promise<string[]> {
    const from = (table: 'inventory' | 'reservation') =>
      this.#db
        .selectFrom(table)
        .select('agent_uuid')
        .distinct()
        .where('account', '=', this.#account)
        .where('agent_uuid', '>', afterUuid)
        .orderBy('agent_uuid')
        .limit(limit)
    const { rows } = await sql<{ agent_uuid: string }>`
      SELECT agent_uuid FROM (${from('inventory')}) AS seen
      UNION SELECT agent_uuid FROM (${from('reservation')}) AS reserved
      ORDER BY agent_uuid LIMIT ${limit}`.execute(this.#db)
    return rows.map(({ agent_uuid }) => agent_uuid)
  }

  #numbers() {
    return this.#db.selectFrom('inventory').where('account', '=', this.#account)
  }

  #rows(query: ReturnType<InventoryReads['filtered']>) {
    return query.selectAll().select(shownState(this.#account).as('shown'))
  }

  /**
   * One query for each range and prefix of the filter's set, within the bounds. Each reads in number order, only as far as needed.
   */
  #piecesOf({ numbers, ext, ...filter }: InventoryFilter, bounds: Bounds = {}) {
    if (numbers !== undefined)
      return conditionsOf(numbers, bounds).map((condition) =>
        this.filtered({ ...filter, ext }).where(condition),
      )
    if (ext !== undefined)
      return conditionsOf({ ranges: [], prefixes: [ext] }, bounds).map((condition) =>
        this.filtered(filter).where(condition),
      )
    // Bounds around all numbers would keep SQLite from using the indexes on the filtered columns.
    const { after = null, before = null } = bounds
    const all = this.filtered(filter)
    if (after !== null) return [all.where('ext', '>', after)]
    return [before === null ? all : all.where('ext', '<', before)]
  }

  /** One page of all pieces together, in number order. */
  async #page<Row>(
    pieces: readonly SelectQueryBuilder<Tables, 'inventory', Row>[],
    order: 'asc' | 'desc',
    limit: number,
  ): Promise<Row[]> {
    const parts = pieces.map(
      (piece) => sql`SELECT * FROM (${piece.orderBy('ext', order).limit(limit)}) AS piece`,
    )
    const { rows } = await sql<Row>`${sql.join(parts, sql` UNION ALL `)}
      ORDER BY ext ${sql.raw(order)} LIMIT ${limit}`.execute(this.#db)
    return rows
  }

  async #oldest(
    condition: RawBuilder<boolean>,
    column: 'seen_at' | 'state_since' | 'idle_at',
    limit: number,
  ): Promise<string[]> {
    const rows = await this.#numbers()
      .select('ext')
      .where(condition)
      .orderBy(column)
      .orderBy('ext')
      .limit(limit)
      .execute()
    return rows.map(({ ext }) => ext)
  }
}

import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { NumberSort } from '#contract/numbers.ts'
import { isEmptySet, type NumberRange, type NumberSet } from '#contract/number-set.ts'
import { numberStates, type NumberState, type SeenState, type StateCounts } from '#contract/number-states.ts'
import { nameKey } from '#contract/text.ts'
import {
  countOf,
  endOf,
  positionIn,
  type Database,
  type StoreTransaction,
} from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import type { NumberRow, ShownRow } from './schema.ts'
import * as z from 'zod'

const stored = z.object({
  ranges: z.array(z.object({ from: z.string(), to: z.string() })),
  prefixes: z.array(z.string()),
})

/** Reads a pool's numbers as they are stored. */
export const readNumberSet = (json: string): z.output<typeof stored> => stored.parse(JSON.parse(json))

/** The numbers of each pool. */
export async function poolsIn(db: Database['db'], account: string): Promise<(NumberSet & { id: string })[]> {
  const rows = await db.selectFrom('pool').select(['id', 'numbers']).where('account', '=', account).execute()
  return rows.map(({ id, numbers }) => ({ id, ...readNumberSet(numbers) }))
}

export interface NumberFilter {
  state?: NumberState | undefined
  /** Digits, `?` for one and `*` for any. */
  pattern?: string | undefined
  /** Free numbers that follow each other. */
  run?: { start: string; length: number } | undefined
  /** A label's beginning, or the people whom a typed name finds: holders, or people the number is reserved for. */
  text?: { label: string; people: readonly string[] } | undefined
  /** The value of `langCodeTxt`; an empty string for numbers without a value. */
  language?: string | undefined
  agentUuid?: string | undefined
  label?: string | undefined
  /** A pool's ID; null for the numbers in no pool. */
  pool?: string | null | undefined
  pools?: readonly string[] | undefined
  range?: NumberRange | undefined
  numbers?: readonly string[] | undefined
  /** SQL: those within the caller's limit (limits.ts). */
  own?: RawBuilder<boolean> | undefined
  /** Numbers that the service no longer knows are left out, except in their state. */
  withGone?: boolean | undefined
}

/** Rows per read of an export. Larger reads would block other requests. */
const exportedAtOnce = 250

interface Order {
  sort?: NumberSort
  order?: 'asc' | 'desc'
}
interface Part {
  limit: number
  offset: number
}
/** What sorts by a column of the numbers, and not by a value of another table. */
type ColumnSort = Exclude<NumberSort, 'agent' | 'labels'>
/** A number of a page, with the total if it was counted with the page. */
interface Listed {
  ext: string
  total: number | null
}
type Matching = SelectQueryBuilder<Tables, 'number', Pick<Listed, 'total'>>

/**
 * How many numbers to read. `triedBefore`: without those whose look-up said nothing since; `newTriedBefore`: the same for those that are
 * due only since `triedBefore`, and the ones tried since they are due come last.
 */
interface Batch {
  limit: number
  triedBefore?: number
  newTriedBefore?: number
}

/** How many numbers with these first digits, in this pool (empty for none), are in a state. */
export interface Tally {
  prefix: string
  pool: string
  state: NumberState
  count: number
  /** Not bound or just created, while it is not known whether the idle list has them. */
  unlisted: number
}

/** SQL: true when a row of `reservation` is open. Past its end, a look-up of the number decides how it ended. */
export const isOpen: RawBuilder<boolean> = sql`state = 'reserved'`

/** SQL: true for a number that is not bound, while it is not known whether the idle list has it: the condition of a partial index. */
const isUnlisted: RawBuilder<boolean> = sql`state = 'unknown' AND bind_status = 0`

/** SQL: true for a number of the set. */
export function inSet({ ranges, prefixes }: NumberSet, column: RawBuilder<unknown> = sql.ref('ext')) {
  if (isEmptySet({ ranges, prefixes })) return sql<boolean>`1 = 0`
  const parts = [
    // In byte order, longer numbers lie between the numbers of a range.
    ...ranges.map(
      ({ from, to }) =>
        sql`(${column} >= ${from} AND ${column} <= ${to} AND length(${column}) = ${sql.lit(from.length)})`,
    ),
    ...prefixes.map((prefix) => sql`(${column} >= ${prefix} AND ${column} < ${endOf(prefix)})`),
  ]
  return sql<boolean>`(${sql.join(parts, sql` OR `)})`
}

/** The lock of what writes numbers, so that a number written while pools change gets its pool. */
export const numbersLock = 'numbers'

/** Writes which of the numbers seen are in a pool, after the pool was added or changed. */
export async function assignPool(
  transaction: StoreTransaction,
  account: string,
  pool: NumberSet & { id: string },
): Promise<void> {
  const numbers = () => transaction.updateTable('number').where('account', '=', account)
  await numbers()
    .set({ pool_id: null })
    .where('pool_id', '=', pool.id)
    .where(sql<boolean>`NOT ${inSet(pool)}`)
    .execute()
  await numbers().set({ pool_id: pool.id }).where('pool_id', 'is', null).where(inSet(pool)).execute()
}

/** Adds up the counts by state, without numbers that the service no longer knows. */
export const stateCountsOf = (rows: readonly Pick<Tally, 'state' | 'count'>[]): StateCounts =>
  countsOf((state) => rows.reduce((sum, row) => (row.state === state ? sum + row.count : sum), 0))

/** Returns a count for each state that is counted. */
export const countsOf = (count: (state: keyof StateCounts) => number): StateCounts => ({
  free: count('free'),
  reserved: count('reserved'),
  bound: count('bound'),
  unavailable: count('unavailable'),
  unknown: count('unknown'),
})

const allOf = (db: Database['db'], account: string) => db.selectFrom('number').where('account', '=', account)

/** The SQL of lists, counts and exports of numbers: one filter, one definition of the displayed state. Plain scans, without counters kept by hand. */
export class Numbers {
  readonly #db: Database['db']
  readonly #account: string
  /** SQL: the numbers with an open reservation; few. */
  readonly #reserved: RawBuilder<string>
  /** SQL: the displayed state. */
  readonly #state: RawBuilder<NumberState>

  constructor({ db }: Pick<Database, 'db'>, account: string) {
    this.#db = db
    this.#account = account
    this.#reserved = sql`SELECT ext FROM reservation WHERE account = ${account} AND ${isOpen}`
    this.#state = sql`CASE WHEN state = 'free' AND ext IN (${this.#reserved}) THEN 'reserved' ELSE state END`
  }

  #all() {
    return allOf(this.#db, this.#account)
  }

  #matching(filter: NumberFilter) {
    const { state, pattern, run, text, language, agentUuid, label, pool, pools } = filter
    const { range, numbers, own, withGone } = filter
    let query = this.#all()
    if (state !== undefined) query = query.where(sql<boolean>`${this.#state} = ${state}`)
    else if (withGone !== true) query = query.where('state', '!=', 'gone')
    // Free and reserved numbers, and runs, which are of free ones, are read by the index on the stored state.
    if (state === 'free' || state === 'reserved' || run !== undefined)
      query = query.where('state', '=', 'free')
    if (pattern !== undefined) query = query.where(this.#like(pattern))
    if (run !== undefined)
      query = query.where(sql<boolean>`ext IN (SELECT ext FROM (
        SELECT ext, count(*) OVER (PARTITION BY digits, island) AS size FROM (${this.#islands(run.start, filter)}) AS islands
      ) AS runs WHERE size >= ${sql.lit(run.length)})`)
    if (text !== undefined) query = query.where(this.#named(text))
    if (language !== undefined) query = query.where('language', '=', language)
    if (agentUuid !== undefined) query = query.where('agent_uuid', '=', agentUuid)
    if (label !== undefined)
      query = query.where(sql<boolean>`ext IN (${this.#labeled(sql`name_key = ${nameKey(label)}`)})`)
    if (pool !== undefined) query = query.where('pool_id', pool === null ? 'is' : '=', pool)
    if (pools !== undefined) query = query.where('pool_id', 'in', [...pools, ''])
    if (range !== undefined) query = query.where(inSet({ ranges: [range], prefixes: [] }))
    if (numbers !== undefined) query = query.where('ext', 'in', [...numbers, ''])
    if (own !== undefined) query = query.where(own)
    return query
  }

  /** SQL: true for numbers of the pattern. A start is a stretch of the primary key. */
  #like(pattern: string): RawBuilder<boolean> {
    const start = /^\d*/.exec(pattern)?.[0] ?? ''
    const like = sql`ext LIKE ${pattern.replaceAll('*', '%').replaceAll('?', '_')}`
    return sql`(ext >= ${start} AND ext < ${endOf(start)} AND ${like})`
  }

  #labeled(condition: RawBuilder<unknown>): RawBuilder<string> {
    return sql`SELECT subject FROM label WHERE account = ${this.#account} AND kind = 'extension' AND ${condition}`
  }

  #named({ label, people }: { label: string; people: readonly string[] }): RawBuilder<boolean> {
    const key = nameKey(label)
    const ids = sql.join([...people, ''])
    return sql`(ext IN (${this.#labeled(sql`name_key >= ${key} AND name_key < ${endOf(key)}`)})
      OR agent_uuid IN (${ids})
      OR ext IN (${this.#reserved} AND (agent_uuid IN (${ids}) OR joiner_id IN (${ids}))))`
  }

  /**
   * SQL: numbers with the person whom each is bound to or reserved for. The only place that joins numbers and people: joins, because
   * a subquery for each number takes a second for 100,000 numbers in PostgreSQL.
   */
  #withHolder(matching: Matching): RawBuilder<Listed> {
    const account = this.#account
    const numbers = matching.select(['ext', 'agent_uuid', 'agent_name', this.#state.as('shown')])
    return sql`
      SELECT n.ext, CASE WHEN shown IN ('bound', 'reserved') THEN coalesce(p.sort_key, c.sort_key, n.agent_name) END AS value, n.total
      FROM (${numbers}) AS n
      LEFT JOIN reservation AS r ON r.account = ${account} AND r.ext = n.ext AND r.state = 'reserved' AND shown = 'reserved'
      LEFT JOIN person AS p ON p.account = ${account} AND p.agent_uuid = coalesce(r.agent_uuid, n.agent_uuid)
      LEFT JOIN person AS c ON c.id = r.joiner_id`
  }

  /** SQL: numbers with the first of their labels, in the order in which they are shown. */
  #withLabel(matching: Matching): RawBuilder<Listed> {
    return sql`
      SELECT n.ext, l.value, n.total FROM (${matching.select('ext')}) AS n
      LEFT JOIN (
        SELECT subject, min(name_key) AS value FROM label
        WHERE account = ${this.#account} AND kind = 'extension' GROUP BY subject
      ) AS l ON l.subject = n.ext`
  }

  /** A page of numbers by a value of another table. */
  async #byJoined(
    joined: RawBuilder<Listed>,
    order: 'asc' | 'desc',
    { limit, offset }: Part,
  ): Promise<Listed[]> {
    const { rows } = await sql<Listed>`${joined}
      ORDER BY 2 ${sql.raw(order)} NULLS LAST, 1 ${sql.raw(order)} LIMIT ${sql.lit(limit)} OFFSET ${sql.lit(offset)}`.execute(
      this.#db,
    )
    return rows
  }

  #sortOf(sort: ColumnSort): RawBuilder<unknown> {
    return sort === 'state' ? positionIn(numberStates, this.#state) : sql.ref(columnsOf[sort])
  }

  /** One page in any order, numbers without a value last, with the exact total. */
  async list(
    filter: NumberFilter,
    { sort = 'ext', order = 'asc', page = 1, pageSize }: Order & { page?: number; pageSize: number },
  ): Promise<{ rows: ShownRow[]; total: number }> {
    // Finding runs takes long, so the page's query counts them; any other total takes less time as a query.
    const isCountedWithPage = filter.run !== undefined
    const totalOfPage = isCountedWithPage ? sql`count(*) OVER ()` : sql`NULL`
    const matching = this.#matching(filter).select(totalOfPage.$castTo<number | null>().as('total'))
    const part = { limit: pageSize, offset: (page - 1) * pageSize }
    const sorted =
      sort === 'agent'
        ? this.#byJoined(this.#withHolder(matching), order, part)
        : sort === 'labels'
          ? this.#byJoined(this.#withLabel(matching), order, part)
          : this.#byColumn(matching, { sort, order }, part)
    const [listed, counted] = await Promise.all([sorted, isCountedWithPage ? null : countOf(matching)])
    // A page after the last one has no row with the total.
    const total = counted ?? listed[0]?.total ?? (page === 1 ? 0 : await countOf(matching))
    return { rows: await this.#inOrder(extsOf(listed)), total }
  }

  /**
   * Sorts the numbers alone: sorting a million whole rows takes twice to three times as long. The rows are another query, because
   * PostgreSQL sorts again for each row of one with both.
   */
  #byColumn(
    matching: Matching,
    { sort, order }: { sort: ColumnSort; order: 'asc' | 'desc' },
    { limit, offset }: Part,
  ): Promise<Listed[]> {
    const by = this.#sortOf(sort)
    return matching
      .$if(sort !== 'ext', (query) =>
        query.orderBy(sql`CASE WHEN ${by} IS NULL THEN 1 ELSE 0 END`).orderBy(by, order),
      )
      .orderBy('ext', order)
      .select('ext')
      .limit(limit)
      .offset(offset)
      .execute()
  }

  async #inOrder(numbers: readonly string[]): Promise<ShownRow[]> {
    const rows = new Map((await this.byNumbers(numbers)).map((row) => [row.ext, row]))
    return numbers.flatMap((ext) => rows.get(ext) ?? [])
  }

  /** Rows after `afterExt`, or from the first (`null`), in number order: for what reads all of them. */
  async after(filter: NumberFilter, afterExt: string | null, limit: number): Promise<ShownRow[]> {
    const rows = await this.#shown(this.#matching(filter))
      .where('ext', '>', afterExt ?? '')
      .orderBy('ext')
      .limit(limit)
      .execute()
    return rows.map(withShownState)
  }

  /** All rows in number order, in parts. */
  async *all(filter: NumberFilter): AsyncGenerator<ShownRow[]> {
    let afterExt: string | null = null
    for (;;) {
      const rows = await this.after(filter, afterExt, exportedAtOnce)
      if (rows.length > 0) yield rows
      afterExt = rows.at(-1)?.ext ?? null
      if (rows.length < exportedAtOnce) return
    }
  }

  /** Only the numbers, in number order. */
  async numbers(filter: NumberFilter, limit: number): Promise<string[]> {
    return extsOf(await this.#matching(filter).select('ext').orderBy('ext').limit(limit).execute())
  }

  /** The known rows among these numbers, in number order. */
  byNumbers(numbers: readonly string[]): Promise<ShownRow[]> {
    return numbers.length === 0
      ? Promise.resolve([])
      : this.after({ numbers, withGone: true }, null, numbers.length)
  }

  /** Runs of free numbers of at least this length, the shortest first, so that long runs stay whole. */
  async runs({ start, length }: { start: string; length: number }, filter: NumberFilter, limit: number) {
    const { rows } = await sql<{ from: string; to: string; length: number; total: number }>`
      SELECT min(ext) AS "from", max(ext) AS "to", count(*) AS length, count(*) OVER () AS total
      FROM (${this.#islands(start, filter)}) AS islands GROUP BY digits, island
      HAVING count(*) >= ${sql.lit(length)} ORDER BY 3, 1 LIMIT ${sql.lit(limit)}`.execute(this.#db)
    return {
      items: rows.map(({ from, to, length: found }) => ({ from, to, length: found })),
      total: rows[0]?.total ?? 0,
    }
  }

  /** SQL: the free numbers with this start, with `island`, the same for numbers that follow each other. */
  #islands(start: string, filter: NumberFilter) {
    // Without a start, the index on the state has all that is read.
    const pattern = start === '' ? undefined : `${start}*`
    return this.#matching({ ...filter, run: undefined, state: 'free', pattern }).select([
      'ext',
      sql<number>`length(ext)`.as('digits'),
      sql<number>`cast(ext AS bigint) - row_number() OVER (PARTITION BY length(ext) ORDER BY ext)`.as(
        'island',
      ),
    ])
  }

  /** Counts by the first digits, pool and state, of numbers that the service still knows: one scan, to be added up. */
  async tally(digits: number, filter: NumberFilter = {}): Promise<Tally[]> {
    const prefix = digits === 0 ? sql<string>`''` : sql<string>`substr(ext, 1, ${sql.lit(digits)})`
    return this.#matching(filter)
      .select([
        prefix.as('prefix'),
        sql<string>`coalesce(pool_id, '')`.as('pool'),
        this.#state.as('state'),
        sql<number>`count(*)`.as('count'),
        sql<number>`sum(CASE WHEN state = 'unknown' AND (bind_status = 0 OR source = 'created') THEN 1 ELSE 0 END)`.as(
          'unlisted',
        ),
      ])
      .groupBy(sql`1, 2, 3`)
      .$castTo<Tally>()
      .execute()
  }

  /** Counts of all numbers by state and language, each with the time of its oldest look-up. */
  states(): Promise<{ state: NumberState; language: string; count: number; oldest: number }[]> {
    return this.#all()
      .select([
        this.#state.as('state'),
        'language',
        sql<number>`count(*)`.as('count'),
        sql<number>`min(seen_at)`.as('oldest'),
      ])
      .groupBy(sql`1, 2`)
      .orderBy('language')
      .execute()
  }

  /** Numbers in a state that were last seen before `before`, oldest first. */
  due(state: SeenState, before: number, batch: Batch): Promise<string[]> {
    return this.#oldest(sql`state = ${state} AND seen_at < ${before}`, 'seen_at', batch)
  }

  /** Free numbers that the idle list had last before `before`, the first to leave first. */
  left(before: number, batch: Batch): Promise<string[]> {
    return this.#oldest(sql`state = 'free' AND idle_at < ${before}`, 'idle_at', batch)
  }

  /** Numbers that are not bound, while it is not known whether the idle list has them, oldest first; with `before`, since before then. */
  unlisted({ before, ...batch }: Batch & { before?: number }): Promise<string[]> {
    const since = before === undefined ? sql`` : sql` AND state_since < ${before}`
    return this.#oldest(sql`${isUnlisted}${since}`, 'state_since', batch)
  }

  /** Numbers that were created before `before` and not seen since, oldest first. */
  created(before: number, batch: Batch): Promise<string[]> {
    return this.#oldest(
      sql`state = 'unknown' AND source = 'created' AND seen_at < ${before}`,
      'seen_at',
      batch,
    )
  }

  async #oldest(
    condition: RawBuilder<boolean>,
    column: 'seen_at' | 'state_since' | 'idle_at',
    { limit, triedBefore, newTriedBefore }: Batch,
  ) {
    const due = this.#all().select('ext').where(condition)
    const untried =
      triedBefore === undefined
        ? due
        : due.where((where) =>
            where.or([
              where('tried_at', 'is', null),
              where('tried_at', '<', triedBefore),
              where.and([
                where('tried_at', '<', newTriedBefore ?? triedBefore),
                where(column, '>', triedBefore),
              ]),
            ]),
          )
    const inOrder =
      newTriedBefore === undefined
        ? untried
        : untried.orderBy(sql`CASE WHEN tried_at > ${sql.ref(column)} THEN tried_at ELSE 0 END`)
    return extsOf(await inOrder.orderBy(column).orderBy('ext').limit(limit).execute())
  }

  #shown(query: ReturnType<typeof allOf>) {
    return query.selectAll().select(this.#state.as('shown'))
  }
}

const columnsOf = {
  ext: 'ext',
  stateSince: 'state_since',
  langCodeTxt: 'lang_code_txt',
  domain: 'domain',
  agentUuid: 'agent_uuid',
  bindStatus: 'bind_status',
  status: 'status',
  enabled: 'enabled',
  extType: 'ext_type',
  bindTime: 'bind_time',
  creationTime: 'creation_time',
  firstSeenAt: 'first_seen_at',
} as const satisfies Record<Exclude<ColumnSort, 'state'>, keyof NumberRow>

const extsOf = (rows: readonly { ext: string }[]): string[] => rows.map(({ ext }) => ext)
const withShownState = ({ shown, ...row }: NumberRow & { shown: NumberState }): ShownRow => ({
  ...row,
  state: shown,
})

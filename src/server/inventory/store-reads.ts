import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { InventoryState, SeenState } from '#contract/inventory.ts'
import type { NumberSet } from '#contract/number-set.ts'
import { agentsAfter } from '../platform/database/agents-after.ts'
import type { Database } from '../platform/database/database.ts'
import { conditionsOf, type Place } from '../platform/database/number-set.ts'
import { countsByPrefix, isReserved, shownState, type StateCount } from '../platform/database/reserved.ts'
import { countedDigits, type Tables } from '../platform/database/schema.ts'
import type { InventoryRow } from './store-writes.ts'

export interface InventoryFilter {
  /** Beginning of the number. */
  ext?: string | undefined
  state?: InventoryState | undefined
  /** `langCodeTxt`; empty for none. */
  language?: string | undefined
  agentUuid?: string | undefined
  label?: string | undefined
  numbers?: NumberSet | undefined
}

/** What the inventory asks of labels. */
export interface NumberLabels {
  /** SQL of the numbers with this label. */
  labeled: (label: string) => RawBuilder<string>
  /** By number; numbers without labels are left out. */
  labelsOf: (numbers: readonly string[]) => Promise<Map<string, string[]>>
  /** By number; numbers without a note are left out. */
  notesOf: (numbers: readonly string[]) => Promise<Map<string, string>>
}

/** Uncounted filters are counted up to here. */
const countedUpTo = 10_000

/** A row with its state as it is shown. */
const withShownState = ({ shown, ...row }: InventoryRow & { shown: string }): InventoryRow => ({
  ...row,
  state: shown,
})

/** Reads by keyset and by counters: every answer costs the same at any size, up to 1,000,000 rows. */
export function createInventoryReads(
  { db, now }: Pick<Database, 'db' | 'now'>,
  account: string,
  { labeled }: Pick<NumberLabels, 'labeled'>,
) {
  const reserved = isReserved(account, now)
  function filtered({ ext, state, language, agentUuid, label }: InventoryFilter) {
    let query = db.selectFrom('inventory').where('account', '=', account)
    if (ext !== undefined)
      for (const beginning of conditionsOf({ ranges: [], prefixes: [ext] })) query = query.where(beginning)
    if (agentUuid !== undefined) query = query.where('agent_uuid', '=', agentUuid)
    if (label !== undefined) query = query.where(sql<boolean>`ext IN (${labeled(label)})`)
    // No engine uses an index for an expression, so both choose the agent's index.
    const plain = agentUuid === undefined
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

  /** The filter within each range and prefix of its set, at a place: each is read in the order of the numbers, as far as it is needed. */
  function piecesOf({ numbers, ext, ...filter }: InventoryFilter, place: Place = {}) {
    if (numbers !== undefined)
      return conditionsOf(numbers, place).map((condition) => filtered({ ...filter, ext }).where(condition))
    if (ext !== undefined)
      return conditionsOf({ ranges: [], prefixes: [ext] }, place).map((condition) =>
        filtered(filter).where(condition),
      )
    // Bounds around all numbers would keep SQLite from the indexes of what is filtered.
    const { after = null, before = null } = place
    const all = filtered(filter)
    if (after !== null) return [all.where('ext', '>', after)]
    return [before === null ? all : all.where('ext', '<', before)]
  }

  /** One page of the pieces together, by number. */
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

  return {
    /** By number: those after a place, or from the first on. */
    after: async (filter: InventoryFilter, place: string | null, limit: number): Promise<InventoryRow[]> => {
      const pieces = piecesOf(filter, { after: place }).map((piece) => rows(piece))
      return (await page(pieces, 'asc', limit)).map(withShownState)
    },

    /** The numbers alone, by number. */
    numbers: (filter: InventoryFilter, limit: number): Promise<{ ext: string }[]> =>
      page(
        piecesOf(filter).map((piece) => piece.select('ext')),
        'asc',
        limit,
      ),

    /** Those of the numbers that were seen, by number. */
    byNumbers: async (numbers: readonly string[]): Promise<InventoryRow[]> =>
      (
        await rows(filtered({}).where('ext', 'in', numbers))
          .orderBy('ext')
          .execute()
      ).map(withShownState),

    /** By number backwards: those before a place, or from the last on. */
    before: async (filter: InventoryFilter, place: string | null, limit: number): Promise<InventoryRow[]> => {
      const pieces = piecesOf(filter, { before: place }).map((piece) => rows(piece))
      return (await page(pieces, 'desc', limit)).map(withShownState)
    },

    /** The row of exactly this number, null when it was never seen. */
    async byNumber(ext: string): Promise<InventoryRow | null> {
      const row = await rows(filtered({}).where('ext', '=', ext)).executeTakeFirst()
      return row === undefined ? null : withShownState(row)
    },

    /** How many the filter shows; `exact` is false where there are more than `countedUpTo`. */
    async count(filter: InventoryFilter): Promise<{ count: number; exact: boolean }> {
      const { ext = '', state, language, agentUuid, label, numbers } = filter
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

    /** Every beginning of `length` digits, 0 to `countedDigits`, with how many numbers of each state begin so. */
    countsByPrefix: (length: number): Promise<StateCount[]> => countsByPrefix(db, { account, now }, length),

    /** The values of `langCodeTxt` that were seen, and how many have each. */
    async languages(): Promise<{ language: string; count: number }[]> {
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

    /** When the number of a state was seen that was not seen for the longest; null where there is none. */
    async oldestSeenAt(state: InventoryState): Promise<number | null> {
      // Those reserved are few, and found by their numbers.
      const times = filtered({ state })
        .select('seen_at')
        .orderBy(state === 'reserved' ? 'ext' : 'seen_at')
        .limit(state === 'reserved' ? countedUpTo : 1)
      const seen = await times.execute()
      return seen.length === 0 ? null : Math.min(...seen.map(({ seen_at }) => seen_at))
    },

    /** Numbers last seen in a state, and not since `before`, the oldest first. */
    stalest: (state: SeenState, before: number, limit: number): Promise<{ ext: string; seen_at: number }[]> =>
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

    /** Numbers that were created and not seen since, the oldest first. */
    created: (before: number, limit: number): Promise<{ ext: string }[]> =>
      db
        .selectFrom('inventory')
        .select('ext')
        .where('account', '=', account)
        // As the index has it: SQLite compares the texts.
        .where(sql<boolean>`state = 'unknown' AND source = 'created'`)
        .where('seen_at', '<', before)
        .orderBy('seen_at')
        .orderBy('ext')
        .limit(limit)
        .execute(),

    /** Agents of bound numbers after one, by uuid. */
    agentsAfter: (place: string, limit: number): Promise<string[]> =>
      agentsAfter(db, 'inventory', { account, place, limit }),
  }
}
export type InventoryReads = ReturnType<typeof createInventoryReads>

import { sql } from 'kysely'
import type { InventoryState, SeenState } from '#contract/inventory.ts'
import { agentsAfter } from '../platform/database/agents-after.ts'
import type { Database } from '../platform/database/database.ts'
import { countsByPrefix, isReserved, shownState, type StateCount } from '../platform/database/reserved.ts'
import { countedDigits } from '../platform/database/schema.ts'
import type { InventoryRow } from './store-writes.ts'

export interface InventoryFilter {
  /** Beginning of the number. */
  ext?: string | undefined
  state?: InventoryState | undefined
  /** `langCodeTxt`; empty for none. */
  language?: string | undefined
  agentUuid?: string | undefined
}

/** Sorts after every text that begins with `start`; texts are compared by bytes. */
const endOf = (start: string) => `${start}\u{10FFFF}`
/** Uncounted filters are counted up to here. */
const countedUpTo = 10_000

/** A row with its state as it is shown. */
const withShownState = ({ shown, ...row }: InventoryRow & { shown: string }): InventoryRow => ({
  ...row,
  state: shown,
})

/** Reads by keyset and by counters: every answer costs the same at any size, up to 1,000,000 rows. */
export function createInventoryReads({ db, now }: Pick<Database, 'db' | 'now'>, account: string) {
  const reserved = isReserved(account, now)
  function filtered({ ext, state, language, agentUuid }: InventoryFilter) {
    let query = db.selectFrom('inventory').where('account', '=', account)
    if (ext !== undefined) query = query.where('ext', '>=', ext).where('ext', '<', endOf(ext))
    if (agentUuid !== undefined) query = query.where('agent_uuid', '=', agentUuid)
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

  return {
    /** By number: those after a place, or from the first on. */
    after: async (filter: InventoryFilter, place: string | null, limit: number): Promise<InventoryRow[]> => {
      const query = place === null ? filtered(filter) : filtered(filter).where('ext', '>', place)
      return (await rows(query).orderBy('ext').limit(limit).execute()).map(withShownState)
    },

    /** The numbers alone, by number. */
    numbers: (filter: InventoryFilter, limit: number): Promise<{ ext: string }[]> =>
      filtered(filter).select('ext').orderBy('ext').limit(limit).execute(),

    /** Those of the numbers that were seen, by number. */
    byNumbers: async (numbers: readonly string[]): Promise<InventoryRow[]> =>
      (
        await rows(filtered({}).where('ext', 'in', numbers))
          .orderBy('ext')
          .execute()
      ).map(withShownState),

    /** By number backwards: those before a place, or from the last on. */
    before: async (filter: InventoryFilter, place: string | null, limit: number): Promise<InventoryRow[]> => {
      const query = place === null ? filtered(filter) : filtered(filter).where('ext', '<', place)
      return (await rows(query).orderBy('ext', 'desc').limit(limit).execute()).map(withShownState)
    },

    /** The row of exactly this number, null when it was never seen. */
    async byNumber(ext: string): Promise<InventoryRow | null> {
      const row = await rows(filtered({}).where('ext', '=', ext)).executeTakeFirst()
      return row === undefined ? null : withShownState(row)
    },

    /** How many the filter shows; `exact` is false where there are more than `countedUpTo`. */
    async count(filter: InventoryFilter): Promise<{ count: number; exact: boolean }> {
      const { ext = '', state, language, agentUuid } = filter
      if (agentUuid === undefined && ext.length <= countedDigits && state !== 'reserved') {
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
      const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM (${filtered(filter)
        .select('ext')
        .limit(countedUpTo + 1)}) AS matching`.execute(db)
      const count = rows[0]?.count ?? 0
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

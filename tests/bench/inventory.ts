import { sql } from 'kysely'
import { extensionRecord } from '#upstream/records.ts'
import type { Database } from '#server/platform/database/database.ts'
import { parseNumberSearch } from '#contract/number-search.ts'
import type { NumberSet } from '#contract/number-set.ts'
import type { NumberState } from '#contract/number-states.ts'
import { InventorySearch } from '#server/inventory/search.ts'
import { LabelStore } from '#server/labels/store.ts'
import { inventoryStore } from '#tests/server/inventory/inventory-records.ts'
import { jobContext } from '../jobs-service/context.ts'
import { JobLedger } from '#server/jobs/ledger.ts'
import { countsByPrefix } from '#server/numbers/counts.ts'
import { PoolNumbers } from '#server/pools/numbers.ts'
import type { InventoryFilter } from '#server/inventory/store-reads.ts'
import { benchBothStores } from './both-stores.ts'

const sizes = [2_000, 100_000, 1_000_000] as const
const pageSize = 50
const runs = 51
const firstAt = 1_700_000_000_000
/** Rows per statement; the store cancels a statement after ten seconds. */
const rowsAtOnce = 50_000
/** Few agents, so that each agent's numbers fill a page. */
const agents = 20
/** Open reservations: five users at their limit. */
const reserved = 1_000

const numberOf = (i: number) => String(10_000_000 + i)

/**
 * Inserts half free and half bound numbers, a few in every other state, and three languages. Every filter matches a
 * full page at any size.
 */
export async function fillInventory({ db, engine }: Database, count: number, account = 'a'): Promise<void> {
  for (let after = 0; after < count; after += rowsAtOnce) {
    const last = sql.lit(Math.min(after + rowsAtOnce, count) - 1)
    const numbers =
      engine === 'postgres'
        ? sql`generate_series(${sql.lit(after)}, ${last}) AS n(i)`
        : sql`(WITH RECURSIVE n(i) AS (SELECT ${sql.lit(after)} UNION ALL SELECT i + 1 FROM n WHERE i < ${last}) SELECT i FROM n)`
    await sql`
      INSERT INTO inventory (account, ext, state, bind_status, agent_uuid, agent_name, lang_code_txt, language,
        source, first_seen_at, seen_at, state_since, binding_since, idle_at)
      SELECT ${account}, CAST(10000000 + i AS text),
        CASE WHEN i % 50 = 49 THEN 'gone' WHEN i % 2 = 0 THEN 'free' ELSE 'bound' END, i % 2,
        CASE WHEN i % 2 = 1 THEN 'agent-' || (i % ${sql.lit(agents)}) END,
        CASE WHEN i % 2 = 1 THEN 'Agent ' || (i % ${sql.lit(agents)}) END,
        CASE i % 3 WHEN 0 THEN 'Opus' WHEN 1 THEN 'G.711 alaw' END,
        CASE i % 3 WHEN 0 THEN 'Opus' WHEN 1 THEN 'G.711 alaw' ELSE '' END,
        'idle', ${sql.lit(firstAt)}, ${sql.lit(firstAt)} + i, ${sql.lit(firstAt)}, ${sql.lit(firstAt)},
        CASE WHEN i % 2 = 0 THEN ${sql.lit(firstAt)} + i END
      FROM ${numbers}`.execute(db)
  }
  for (let length = 0; length <= 4; length++)
    await sql`
      INSERT INTO inventory_count (account, length, prefix, state, language, count)
      SELECT ${account}, ${sql.lit(length)}, substr(ext, 1, ${sql.lit(length)}), state, language, count(*)
      FROM inventory GROUP BY 3, 4, 5`.execute(db)
  await sql`
    INSERT INTO reservation (id, account, ext, agent_uuid, user_id, user_name, idempotency_key, body_mac, state,
      reserved_at, expires_at, checked_at)
    SELECT ext, ${account}, ext, 'agent-1', 'user', 'Ada', ext, '-', 'reserved', 0, ${sql.lit(2 ** 52)}, 0
    FROM inventory WHERE account = ${account} AND state = 'free' ORDER BY ext LIMIT ${sql.lit(reserved)}`.execute(
    db,
  )
  await sql`INSERT INTO label (account, kind, subject, name_key, name)
    SELECT ${account}, 'extension', ext, 'vip', 'VIP' FROM inventory WHERE substr(ext, 7, 2) = '07'`.execute(
    db,
  )
  await sql
    .raw(
      engine === 'postgres'
        ? 'VACUUM ANALYZE inventory, reservation, label'
        : 'PRAGMA wal_checkpoint(TRUNCATE)',
    )
    .execute(db)
}

/** Fills the store and returns the operations to time. */
async function prepare(
  database: Database,
  count: number,
): Promise<[name: string, work: () => Promise<unknown>][]> {
  await fillInventory(database, count)
  const store = inventoryStore(database, 'a')
  const page =
    (filter: InventoryFilter, place: string | null = null) =>
    () =>
      store.after(filter, place, pageSize + 1)
  const middle = numberOf(count / 2)
  // Contains the first and the last numbers, with all other numbers between them.
  const pool = {
    ranges: [{ from: numberOf(0), to: numberOf(999) }],
    prefixes: [numberOf(count - 1).slice(0, 5)],
  }
  const whole = { ranges: [{ from: numberOf(0), to: numberOf(count - 1) }], prefixes: [] }
  const ledger = new JobLedger(jobContext(database, { account: 'a' }))
  const pools = new PoolNumbers({
    database,
    account: 'a',
    inventory: store,
    numbersInJobs: (set) => ledger.heldWithin(set),
  })
  const deep = numberOf(count - 200)
  let flip = 0
  let at = firstAt + 100 * 24 * 3_600_000
  const blank = extensionRecord.parse({})
  /** Records a page of numbers, each changed since the last observation. */
  const saw = (from: number, size: number) => () => {
    at += 120_000
    const bindStatus = flip++ % 2
    const records = Array.from({ length: size }, (_, i) => ({
      ...blank,
      ext: numberOf(from + i),
      bindStatus,
    }))
    return store.recordSeen([{ records, absent: [], source: 'idle', at }])
  }
  const searches = new InventorySearch({
    database,
    account: 'a',
    reads: store,
    agents: { idsFor: (text) => Promise.resolve(text === 'agent 7' ? ['agent-7'] : []) },
    labels: new LabelStore(database, 'a').of('extension'),
  })
  /** A page and the count of what a user types, as the list reads them. */
  const searched = (typed: string, state?: NumberState, numbers?: NumberSet) => async () => {
    const asked = { state, numbers, isPresent: state === undefined }
    const filter = await searches.find(parseNumberSearch(typed), asked)
    await Promise.all([store.after(filter, null, pageSize + 1), store.count(filter)])
  }
  const reads: [name: string, work: () => Promise<unknown>][] = [
    ['first page', page({})],
    ['page in the middle', page({}, middle)],
    ['last page', () => store.before({}, null, pageSize + 1)],
    ['who has one number', () => store.byNumber(middle)],
    ['prefix of four digits', page({ ext: middle.slice(0, 4) })],
    ['state', page({ state: 'free' })],
    ['reserved numbers', page({ state: 'reserved' })],
    ['deep page of a state', page({ state: 'free' }, deep)],
    ['deep page of a prefix and a state', page({ ext: '1', state: 'free' }, deep)],
    ['rare state', page({ state: 'gone' })],
    ['state that no number has', page({ state: 'unknown' })],
    ['state and language', page({ state: 'bound', language: 'Opus' })],
    ['language and prefix', page({ language: '', ext: middle.slice(0, 5) })],
    ['agent', page({ agentUuid: 'agent-7' })],
    ['agent and state and language', page({ agentUuid: 'agent-7', state: 'bound', language: 'Opus' })],
    ['pool', page({ numbers: pool })],
    ['pool, over its gap', page({ numbers: pool }, numberOf(990))],
    ['pool and state', page({ numbers: pool, state: 'free' }, numberOf(990))],
    ['pool, last page', () => store.before({ numbers: pool }, null, pageSize + 1)],
    ['count of a pool', () => store.count({ numbers: pool })],
    ['states of a pool of all numbers', () => pools.counts([{ id: 'whole', ...whole }])],
    ['states of a pool of one prefix', () => pools.counts([{ id: 'one', ranges: [], prefixes: ['1'] }])],
    ['next free of a pool of all', () => pools.free(whole, 50)],
    ['label', page({ label: 'vip' })],
    ['label and state, in the middle', page({ label: 'vip', state: 'free' }, middle)],
    ['search of a start', searched('1000')],
    ['search of an ending', searched('*88')],
    ['search of an ending in a state', searched('*88', 'free')],
    ['search of an ending of no number', searched('*88', 'unknown')],
    ['search of a start and an ending', searched('10*88', 'free')],
    ['search of a pattern', searched('1000??8?', 'free')],
    ['search of an ending in a pool', searched('*88', 'free', pool)],
    ['search of a person', searched('agent 7')],
    ['search of a label', searched('vi')],
    ['search of a run', searched('1000* 2 in a row')],
    ['runs', () => searches.runs({ start: '1000', length: 2 }, undefined, 200)],
    ['runs in a pool', () => searches.runs({ start: '', length: 1 }, pool, 200)],
    ['count of all', () => store.count({})],
    ['count of a state', () => store.count({ state: 'free' })],
    ['count of reserved numbers', () => store.count({ state: 'reserved' })],
    ['count of a prefix and language', () => store.count({ ext: middle.slice(0, 4), language: 'Opus' })],
    ['count of six digits', () => store.count({ ext: middle.slice(0, 6) })],
    ['counts by prefix of three', () => countsByPrefix(database.db, { account: 'a', now: database.now }, 3)],
    ['stalest bound', () => store.leastRecentlySeen('bound', at, pageSize)],
    ['one number seen again', saw(count / 2, 1)],
    ['100 numbers seen again', saw(count / 2, 100)],
  ]
  return reads
}

/** Prints the cost of the inventory at 2,000, 100,000 and 1,000,000 numbers, on both stores. */
export const benchInventory = (print: (line: string) => void): Promise<void> =>
  benchBothStores(print, {
    name: 'inventory',
    title: `inventory, pages of ${pageSize}, median of ${runs}, ms`,
    sizes,
    runs,
    prepare,
  })

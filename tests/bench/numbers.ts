import { sql } from 'kysely'
import { extensionRecord } from '#upstream/records.ts'
import type { Database } from '#server/platform/database/database.ts'
import { numberStore } from '#tests/server/numbers/number-store.ts'
import type { NumberSort } from '#contract/numbers.ts'
import type { NumberFilter } from '#server/numbers/numbers.ts'
import { benchBothStores } from './both-stores.ts'

const sizes = [2_000, 100_000, 1_000_000] as const
const pageSize = 50
const runs = 9
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
export async function fillNumbers({ db, engine }: Database, count: number, account = 'a'): Promise<void> {
  for (let after = 0; after < count; after += rowsAtOnce) {
    const last = sql.lit(Math.min(after + rowsAtOnce, count) - 1)
    const numbers =
      engine === 'postgres'
        ? sql`generate_series(${sql.lit(after)}, ${last}) AS n(i)`
        : sql`(WITH RECURSIVE n(i) AS (SELECT ${sql.lit(after)} UNION ALL SELECT i + 1 FROM n WHERE i < ${last}) SELECT i FROM n)`
    await sql`
      INSERT INTO number (account, ext, state, bind_status, agent_uuid, agent_name, lang_code_txt, language,
        source, first_seen_at, seen_at, state_since, binding_since, idle_at, pool_id)
      SELECT ${account}, CAST(10000000 + i AS text),
        CASE WHEN i % 50 = 49 THEN 'gone' WHEN i % 2 = 0 THEN 'free' ELSE 'bound' END, i % 2,
        CASE WHEN i % 2 = 1 THEN 'agent-' || (i % ${sql.lit(agents)}) END,
        CASE WHEN i % 2 = 1 THEN 'Agent ' || (i % ${sql.lit(agents)}) END,
        CASE i % 3 WHEN 0 THEN 'Opus' WHEN 1 THEN 'G.711 alaw' END,
        CASE i % 3 WHEN 0 THEN 'Opus' WHEN 1 THEN 'G.711 alaw' ELSE '' END,
        'idle', ${sql.lit(firstAt)}, ${sql.lit(firstAt)} + i, ${sql.lit(firstAt)}, ${sql.lit(firstAt)},
        CASE WHEN i % 2 = 0 THEN ${sql.lit(firstAt)} + i END,
        CASE WHEN i % 10 <> 0 THEN 'p' || (i / ${sql.lit(Math.max(1, count / 20))}) END
      FROM ${numbers}`.execute(db)
  }
  await sql`
    INSERT INTO reservation (id, account, ext, agent_uuid, user_id, idempotency_key, body_mac, state,
      reserved_at, expires_at, checked_at)
    SELECT ext, ${account}, ext, 'agent-1', 'user', ext, '-', 'reserved', 0, ${sql.lit(2 ** 52)}, 0
    FROM number WHERE account = ${account} AND state = 'free' ORDER BY ext LIMIT ${sql.lit(reserved)}`.execute(
    db,
  )
  // As many people as bound numbers, so that sorting by holder has them all to join.
  await sql`INSERT INTO person (id, account, agent_uuid, facts, name_key, sort_key, exts, numbers, search, first_seen_at, record_at)
    SELECT ext, ${account}, CASE WHEN ext < ${numberOf(agents)} THEN 'agent-' || (CAST(ext AS bigint) - 10000000) ELSE ext END,
      '{}', ext, 'name ' || ext, '', 0, '', 0, 0 FROM number WHERE account = ${account} AND (state = 'bound' OR ext < ${numberOf(agents)})`.execute(
    db,
  )
  await sql`INSERT INTO label (account, kind, subject, name_key, name)
    SELECT ${account}, 'extension', ext, 'vip', 'VIP' FROM number WHERE substr(ext, 7, 2) = '07'`.execute(db)
  const tidying =
    engine === 'postgres'
      ? ['VACUUM ANALYZE number, reservation, label, person']
      : ['PRAGMA optimize = 0x10012', 'PRAGMA wal_checkpoint(TRUNCATE)']
  for (const statement of tidying) await sql.raw(statement).execute(db)
}

/** Fills the store and returns the operations to time. */
async function prepare(
  database: Database,
  count: number,
): Promise<[name: string, work: () => Promise<unknown>][]> {
  await fillNumbers(database, count)
  const store = numberStore(database, 'a')
  const page =
    (filter: NumberFilter, order: { sort?: NumberSort; order?: 'desc'; page?: number } = {}) =>
    () =>
      store.list(filter, { ...order, pageSize })
  const middle = numberOf(count / 2)
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
  const last = Math.floor(count / 2 / pageSize) - 10
  const text = { label: 'agent 7', people: ['agent-7'] }
  const reads: [name: string, work: () => Promise<unknown>][] = [
    ['first page', page({})],
    ['last page', page({}, { page: Math.floor(count / pageSize) - 2 })],
    ['by holder', page({}, { sort: 'agent' })],
    ['by label', page({}, { sort: 'labels' })],
    ['by since, descending', page({}, { sort: 'stateSince', order: 'desc' })],
    ['by state', page({}, { sort: 'state' })],
    ['who has one number', () => store.byNumber(middle)],
    ['free', page({ state: 'free' })],
    ['free, last page', page({ state: 'free' }, { page: last })],
    ['reserved numbers', page({ state: 'reserved' })],
    ['rare state', page({ state: 'gone' })],
    ['state and language', page({ state: 'bound', language: 'Opus' })],
    ['agent', page({ agentUuid: 'agent-7' })],
    ['label', page({ label: 'vip' })],
    ['in no pool', page({ pool: null })],
    ['in a pool', page({ pool: 'p1', state: 'free' })],
    ['start', page({ pattern: '1000*' })],
    ['ending', page({ pattern: '*88' })],
    ['pattern', page({ pattern: '10??7*', state: 'free' })],
    ['person', page({ text })],
    ['numbers of a run', page({ run: { start: '', length: 2 } })],
    ['runs', () => store.runs({ start: '', length: 2 }, {}, 200)],
    ['runs in a pool', () => store.runs({ start: '', length: 1 }, { pool: 'p1' }, 200)],
    ['counts by state', () => store.states()],
    ['counts by pool', () => store.tally(0)],
    ['counts by four digits', () => store.tally(4)],
    ['to look up', () => store.due('bound', at, { limit: pageSize })],
    ['one number seen again', saw(count - 10, 1)],
    ['one reserved number seen again', saw(0, 1)],
    ['100 numbers seen again', saw(count / 2, 100)],
  ]
  return reads
}

/** Prints the cost of lists of numbers at 2,000, 100,000 and 1,000,000 numbers, on both stores. */
export const benchNumbers = (print: (line: string) => void): Promise<void> =>
  benchBothStores(print, {
    name: 'numbers',
    title: `numbers, pages of ${pageSize}, median of ${runs}, ms`,
    sizes,
    runs,
    prepare,
  })

import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { AuditReader, type AuditFilter } from '#server/audit/audit-reader.ts'
import type { Database } from '#server/platform/database/database.ts'
import { eachStore } from '../../stores/each-store.ts'
import { queryPlans } from '../../stores/query-plans.ts'

const entries = 100_000
/** Rows per insert: a statement may take at most ten seconds, even on a busy machine. */
const atOnce = 10_000
const hourMs = 3_600_000
/** A small part of the hundred thousand entries. */
const fewRows = 200
const since = 1_790_000_000_000
const middle = since + (entries / 2) * 1_000
const uuid = '00000000-0000-4000-8000-00000000c350'

const user = { userIds: ['user-27'] }

/** Each filter of the page, and common combinations. */
const filters: [what: string, filter: AuditFilter][] = [
  ['nothing', {}],
  ['user', { by: user }],
  ['name typed by strangers', { by: { typedName: 'eve-1' } }],
  ['action', { actions: ['action-3'] }],
  ['object', { object: '4711' }],
  ['request', { requestId: uuid }],
  ['user and action', { by: user, actions: ['action-3'] }],
  ['object and user', { object: '4711', by: user }],
  ['all', { object: '4711', by: user, actions: ['action-3'], requestId: uuid }],
  ['rows of jobs left out', { withoutJobRows: true }],
  ['time', { from: middle - hourMs, to: middle }],
  ['user and time', { by: user, from: middle - hourMs, to: middle }],
  ['unknown user', { by: { userIds: ['unknown'] } }],
]

/** Inserts entries of fifty users, twenty of them strangers, with twenty actions and five thousand objects. */
const fill = (engine: Database['engine'], before: number) => {
  const [first, last] = [sql.lit(before + 1), sql.lit(before + atOnce)]
  const rows =
    engine === 'sqlite'
      ? sql`WITH RECURSIVE n(i) AS (SELECT ${first} UNION ALL SELECT i + 1 FROM n WHERE i < ${last}) SELECT i FROM n`
      : sql`SELECT generate_series(${first}, ${last}) AS i`
  const hex =
    engine === 'sqlite'
      ? sql`'00000000-0000-4000-8000-' || printf('%012x', i)`
      : sql`'00000000-0000-4000-8000-' || lpad(to_hex(i), 12, '0')`
  return sql`INSERT INTO audit (id, at, actor_id, actor_name, action, object, phase, request_id, chain, seq, prev_hash, hash)
    SELECT ${hex}, ${sql.lit(since)} + cast(i AS bigint) * 1000,
      CASE WHEN i % 50 < 20 THEN '-' ELSE 'user-' || (i % 50) END,
      CASE WHEN i % 50 < 20 THEN 'eve-' || (i % 20) ELSE 'user-' || (i % 50) || '@example.com' END, 'action-' || (i % 20),
      cast(i % 5000 AS text), 'outcome', ${hex}, 'c', i, '', '' FROM (${rows}) AS numbers`
}

eachStore(({ engine, open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
    for (let before = 0; before < entries; before += atOnce) await fill(engine, before).execute(database.db)
    // As the embedded store collects its statistics, by a sample (database.ts).
    await sql.raw(engine === 'sqlite' ? 'PRAGMA optimize = 0x10012' : 'ANALYZE').execute(database.db)
  })

  const plansOf = (work: (reader: AuditReader) => Promise<unknown>) =>
    queryPlans(database, (db) => work(new AuditReader({ db })))

  /**
   * Returns the steps whose cost grows with the table: a full scan, or a sort of more rows than a page has. SQLite also
   * calls reading along an index a scan; PostgreSQL may sort the few rows that an index has found.
   */
  const growing = (plans: readonly string[]) =>
    plans.filter(
      (step) =>
        /Seq Scan|SCAN (audit|other)$|TEMP B-TREE/.test(step) ||
        Number(/Sort .*\brows=(\d+)/.exec(step)?.[1] ?? 0) > fewRows,
    )

  test.each(filters)(
    '%s: reads the first page, a deep page and the next newer page along an index',
    async (_what, filter) => {
      const place = { at: middle, id: uuid }
      const plans = await plansOf(async (reader) => {
        await reader.older(filter, null, 51)
        await reader.older(filter, place, 51)
        await reader.newer(filter, place, 51)
      })
      expect(plans.length).toBeGreaterThanOrEqual(3)
      expect(growing(plans)).toEqual([])
    },
  )

  test('finds names step by step along an index', async () => {
    const whose = await plansOf((reader) => reader.actorsCalled('user-27@example.com'))
    expect(whose.length).toBeGreaterThan(1)
    expect(growing(whose)).toEqual([])
    for (const of of ['actor', 'object'] as const) {
      const plans = await plansOf((reader) => reader.names(of, of === 'actor' ? 'user-1' : '47', 10))
      expect(plans.length).toBeGreaterThan(0)
      expect(growing(plans)).toEqual([])
      expect(plans.join()).toContain(of === 'actor' ? 'audit_user_name' : 'audit_user_object')
    }
  })

  test('detects a query that no index answers', async () => {
    const found = await queryPlans(database, (db) =>
      db.selectFrom('audit').selectAll().where('address', '=', 'x').orderBy('reason').execute(),
    )
    expect(growing(found).length).toBeGreaterThanOrEqual(1)
  })
})

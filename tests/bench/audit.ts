import { sql, type RawBuilder } from 'kysely'
import { AuditReader, type AuditFilter, type AuditCursor } from '#server/audit/audit-reader.ts'
import { Audit } from '#server/audit/audit-store.ts'
import type { Database } from '#server/platform/database/database.ts'
import { recordOf, type HistorySource } from '#server/history/record.ts'
import { readHistoryPage } from '#server/history/routes.ts'
import { BindingChanges } from '#server/numbers/binding-changes.ts'
import type { HistorySubject } from '#server/platform/history-range.ts'
import { createSeal } from '#server/platform/database/encryption.ts'
import { benchBothStores } from './both-stores.ts'

const sizes = [2_000, 1_000_000] as const
const pageSize = 50
const runs = 101
const firstAt = 1_700_000_000_000
/** Time between two entries, ms. */
const step = 100

/** Rows per statement; the store cancels a statement after ten seconds. */
const rowsAtOnce = 50_000

/**
 * Inserts entries like those of years of use: one admin causes most, some actions are rare, each event has an intent
 * and an outcome. Every filter matches at least one full page.
 */
async function fill({ db, engine }: Database, count: number): Promise<void> {
  const padded = engine === 'postgres' ? sql`lpad(i::text, 12, '0')` : sql`printf('%012d', i)`
  for (let after = 0; after < count; after += rowsAtOnce) {
    const last = sql.lit(Math.min(after + rowsAtOnce, count))
    const numbers =
      engine === 'postgres'
        ? sql`generate_series(${sql.lit(after + 1)}, ${last}) AS n(i)`
        : sql`(WITH RECURSIVE n(i) AS (SELECT ${sql.lit(after + 1)} UNION ALL SELECT i + 1 FROM n WHERE i < ${last}) SELECT i FROM n)`
    await sql`
      INSERT INTO audit (id, at, actor_id, actor_name, action, object, phase, request_id, chain, seq, prev_hash, hash)
      SELECT 'e' || ${padded}, ${sql.lit(firstAt)} + i * ${sql.lit(step)},
        CASE WHEN i / 2 % 25 = 7 THEN 'few' ELSE 'admin' END,
        CASE WHEN i / 2 % 25 = 7 THEN 'few@example.com' ELSE 'admin@example.com' END,
        CASE WHEN i / 2 % 25 = 7 THEN 'user.change' WHEN i % 100 < 20 THEN 'session.begin' ELSE 'extension.create' END,
        CAST(100000 + i / 2 % ${sql.lit(count / 100)} AS text),
        CASE WHEN i % 2 = 0 THEN 'intent' ELSE 'outcome' END,
        'r' || (i / 2), 'bench', i, ${'0'.repeat(64)}, ${'0'.repeat(64)}
      FROM ${numbers}`.execute(db)
    await fillHistories(db, numbers, padded, count)
  }
  await sql.raw(engine === 'postgres' ? 'VACUUM ANALYZE' : 'PRAGMA wal_checkpoint').execute(db)
}

/** Puts each outcome into the histories of its number and of an agent, and as many changes of bindings beside them. */
async function fillHistories(
  db: Database['db'],
  numbers: RawBuilder<unknown>,
  padded: RawBuilder<unknown>,
  count: number,
): Promise<void> {
  const number = sql`CAST(100000 + i / 2 % ${sql.lit(count / 100)} AS text)`
  const agent = sql`'agent-' || (i / 2 % ${sql.lit(count / 100)})`
  const at = sql`${sql.lit(firstAt)} + i * ${sql.lit(step)}`
  for (const subject of [sql`'number ' || ${number}`, sql`'person ' || ${agent}`])
    await sql`INSERT INTO history (account, subject, at, id, restricted)
      SELECT 'here', ${subject}, ${at}, 'e' || ${padded}, 0 FROM ${numbers} WHERE i % 2 = 1`.execute(db)
  await sql`INSERT INTO binding_change (account, ext, at, state, agent_uuid, before_state, before_since)
    SELECT 'here', ${number}, ${at}, 'bound', ${agent}, 'free', 1 FROM ${numbers} WHERE i % 2 = 0`.execute(db)
}

/** Fills the store and returns the reads to time. */
async function prepare(
  database: Database,
  count: number,
): Promise<[name: string, work: () => Promise<unknown>][]> {
  await fill(database, count)
  const reader = new AuditReader(database)
  const audit = new Audit(database, createSeal('a session secret for tests, long enough'))
  const page =
    (filter: AuditFilter, place: AuditCursor | null = null) =>
    () =>
      reader.older(filter, place, pageSize + 1)
  const account = 'here'
  const changes = new BindingChanges(database, account)
  /** Reads a page of a history; half of its entries are bindings. */
  const history = (subject: HistorySubject) => async () => {
    const observed: HistorySource = async (range, limit) =>
      (await changes.list(subject, range, limit)).map(({ id, ...entry }) => ({ id, entry }))
    const recorded = await recordOf({ database, account }, subject, true)
    return readHistoryPage([observed, ...recorded], { before: undefined, pageSize })
  }
  const admin = { userIds: ['admin'] }
  const [object, middle] = ['100011', firstAt + (count / 2) * step]
  const oldest = { at: firstAt + 2 * pageSize * step, id: '' }
  const reads: [name: string, work: () => Promise<unknown>][] = [
    ['newest page', page({})],
    ['oldest page', page({}, oldest)],
    ['newer than the oldest page', () => reader.newer({}, oldest, pageSize + 1)],
    ['actor of most entries', page({ by: admin })],
    ['oldest page of that actor', page({ by: admin }, oldest)],
    ['actor of few', page({ by: { userIds: ['few'] } })],
    ['actor of none', page({ by: { userIds: ['unknown'] } })],
    ['frequent action', page({ actions: ['extension.create'] })],
    ['oldest page of that action', page({ actions: ['extension.create'] }, oldest)],
    ['rare action', page({ actions: ['user.change'] })],
    ['object', page({ object })],
    ['request', page({ requestId: 'r500' })],
    ['time in the middle', page({ from: middle, to: middle + 1_000 * step })],
    ['actor and action', page({ by: admin, actions: ['session.begin'] })],
    ['actor and action that never met', page({ by: admin, actions: ['user.change'] })],
    ['actor, action, object, time', page({ by: admin, actions: ['extension.create'], object, from: middle })],
    ['user called admin@example.com', () => reader.actorsCalled('admin@example.com')],
    ['names beginning with f', () => reader.names('actor', 'f', 10)],
    ['objects beginning with 1', () => reader.names('object', '1', 10)],
    ['history of a number', history({ ext: object })],
    ['history of a person', history({ agentUuid: 'agent-11' })],
    [
      'one entry written',
      () =>
        audit.write([
          {
            actor: {
              id: 'admin',
              name: 'admin@example.com',
              role: null,
              session: null,
              address: null,
              requestId: 'w',
            },
            action: 'token.renew',
            object: 'bench',
            phase: 'outcome',
          },
        ]),
    ],
  ]
  return reads
}

/** Prints the cost of pages of the audit and of histories at two thousand and at a million entries, on both stores. */
export const benchAudit = (print: (line: string) => void): Promise<void> =>
  benchBothStores(print, {
    name: 'audit',
    title: `audit, pages of ${pageSize}, median of ${runs}, ms`,
    sizes,
    runs,
    prepare,
  })

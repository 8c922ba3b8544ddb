import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { verifyAudit } from '#server/audit/audit-verify.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { createSeal } from '#server/platform/database/encryption.ts'
import { copyPreparedStore, emptyStoreLocation } from '../../stores/each-store.ts'
import { loadEarlier } from '../../stores/earlier-store.ts'
import { openBff } from '../bff.ts'
import { runAdmin } from './admin-command.ts'

const secret = 'a session secret for tests, long enough'
const role = `runtime_${randomUUID().replaceAll('-', '')}`
const statements = (
  /```sql\n(CREATE ROLE[\s\S]+?)```/.exec(readFileSync('docs/operations.md', 'utf8'))?.[1] ?? ''
).replaceAll('console_app', role)

const urls: string[] = []
const asRole = (url: string) => {
  const place = new URL(url)
  place.username = role
  return place.href
}
/** Runs the statements of the document as the owner of the tables. Returns what the last one shows. */
async function grant(url: string, text: string): Promise<unknown> {
  const owner = new Client({ connectionString: url })
  await owner.connect()
  const results: unknown = await owner.query(text)
  await owner.end()
  const last: unknown = Array.isArray(results) ? results.at(-1) : results
  return z.object({ rows: z.array(z.unknown()) }).parse(last).rows
}
const migrate = (url: string) =>
  runAdmin({ DATABASE_URL: url, DATABASE_TLS: 'off', SESSION_SECRET: secret }, ['migrate'])

beforeAll(async () => {
  for (const place of [await emptyStoreLocation('postgres', []), await copyPreparedStore('postgres', [])])
    urls.push('url' in place ? place.url : '')
})
afterAll(async () => {
  for (const url of urls) await grant(url, `DROP OWNED BY ${role}`)
  await grant(urls[0] ?? '', `DROP ROLE ${role}`)
})

test("R29: runs the console with the role of operations.md, which does not own the tables and can't change the audit", async () => {
  const [earlier = '', url = ''] = urls
  await loadEarlier({ url: earlier })
  expect(await grant(earlier, statements)).toEqual([{ can_change_the_audit: false }])
  const withoutRole = statements.replace(/^CREATE ROLE.*\n/, '')
  expect(await migrate(url)).toEqual({ code: 0, output: '' })
  expect(await grant(url, withoutRole)).toEqual([{ can_change_the_audit: false }])

  const bff = await openBff({ store: { url: asRole(url) } })
  expect((await bff.requestAs('admin', '/api/settings', { jobConcurrency: 4 }, {}, 'PATCH')).status).toBe(200)
  const key = { 'idempotency-key': 'a-key-for-the-runtime-role' }
  expect((await bff.requestAs('admin', '/api/extensions', { ext: '60001' }, key)).body).toMatchObject({
    state: 'created',
  })
  await bff.close()

  const client = new Client({ connectionString: asRole(url) })
  await client.connect()
  for (const statement of [
    `UPDATE audit SET result = 'another'`,
    'DELETE FROM audit',
    'TRUNCATE audit',
    'DELETE FROM audit_head',
    'DROP TRIGGER audit_append_only ON audit',
    'ALTER TABLE audit DISABLE TRIGGER ALL',
    'DROP TABLE audit',
    'CREATE OR REPLACE FUNCTION audit_append_only() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$',
    'SET session_replication_role = replica',
    'DELETE FROM kysely_migration',
    `UPDATE kysely_migration SET name = 'another'`,
    'DELETE FROM kysely_migration_lock',
  ])
    await expect(client.query(statement)).rejects.toThrow(/permission denied|must be owner/)
  await client.end()
  const database = await openDatabase({ url })
  const { entries, errors } = await verifyAudit(database, createSeal(secret))
  expect([entries > 4, errors]).toEqual([true, []])
  await database.close()

  // The tables of a later version need no further statement.
  expect(await migrate(earlier)).toEqual({ code: 0, output: '' })
  const later = await openBff({ store: { url: asRole(earlier) } })
  expect((await later.requestAs('admin', '/api/numbers')).status).toBe(200)
  await later.close()
  const inEarlier = await grant(earlier, statements.slice(statements.indexOf('-- False')))
  expect(inEarlier).toEqual([{ can_change_the_audit: false }])
})

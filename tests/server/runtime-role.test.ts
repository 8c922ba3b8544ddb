import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyAudit } from '#server/store/audit-verify.ts'
import { openDatabase } from '#server/store/database.ts'
import { createSeal } from '#server/store/seal.ts'
import { newPlace } from '../stores/each-store.ts'
import { runAdmin } from './admin-command.ts'
import { openBff } from './bff.ts'

const secret = 'a session secret for tests, long enough'
const role = `runtime_${randomUUID().replaceAll('-', '')}`
const directory = mkdtempSync(join(tmpdir(), 'console-role-'))
let url: string
let owner: Client
const asRole = () => {
  const place = new URL(url)
  place.username = role
  place.password = role
  return place.href
}
const grant = (to: string) =>
  runAdmin({ DATA_DIR: directory, DATABASE_URL: url, SESSION_SECRET: secret }, ['grant-runtime', to])

beforeAll(async () => {
  const place = await newPlace('postgres', [])
  url = 'url' in place ? place.url : ''
  owner = new Client({ connectionString: url })
  await owner.connect()
  await owner.query(`CREATE ROLE ${role} LOGIN PASSWORD '${role}'`)
})
afterAll(async () => {
  await owner.query(`DROP OWNED BY ${role}`)
  await owner.query(`DROP ROLE ${role}`)
  await owner.end()
  rmSync(directory, { recursive: true })
})

test('T29: a role that does not own the tables runs the console and cannot change the audit', async () => {
  expect(await grant(role)).toMatchObject({ code: 0 })
  const bff = await openBff({ store: { url: asRole() } })
  expect((await bff.as('admin', '/api/settings', { jobLanes: 4 }, {}, 'PATCH')).status).toBe(200)
  const key = { 'idempotency-key': 'a-key-for-the-runtime-role' }
  expect((await bff.as('admin', '/api/extensions', { ext: '60001' }, key)).body).toMatchObject({
    state: 'created',
  })
  await bff.close()

  const client = new Client({ connectionString: asRole() })
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
  ])
    await expect(client.query(statement)).rejects.toThrow(/permission denied|must be owner/)
  await client.end()
  const database = await openDatabase({ url })
  const { entries, faults } = await verifyAudit(database, createSeal(secret))
  expect([entries > 4, faults]).toEqual([true, []])
  await database.close()
})

test('a role that could change the audit all the same is refused', async () => {
  const { rows } = await owner.query<{ current_user: string }>('SELECT current_user')
  const { code, output } = await grant(rows[0]?.current_user ?? '')
  expect([code, output]).toEqual([1, expect.stringContaining('could still change the audit')])
  const nobody = await grant('no_such_role')
  expect([nobody.code, nobody.output]).toEqual([1, expect.stringContaining('no_such_role')])
})

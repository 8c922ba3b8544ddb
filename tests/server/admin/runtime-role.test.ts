import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyAudit } from '#server/audit/audit-verify.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { createSeal } from '#server/platform/database/encryption.ts'
import { copyPreparedStore } from '../../stores/each-store.ts'
import { startPostgres } from '../../stores/postgres.ts'
import { runAdmin } from './admin-command.ts'
import { openBff } from '../bff.ts'

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
  const place = await copyPreparedStore('postgres', [])
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

test("R29: runs the console with a role that does not own the tables and can't change the audit", async () => {
  expect(await grant(role)).toMatchObject({ code: 0 })
  const bff = await openBff({ store: { url: asRole() } })
  expect((await bff.requestAs('admin', '/api/settings', { jobConcurrency: 4 }, {}, 'PATCH')).status).toBe(200)
  const key = { 'idempotency-key': 'a-key-for-the-runtime-role' }
  expect((await bff.requestAs('admin', '/api/extensions', { ext: '60001' }, key)).body).toMatchObject({
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
})

test('refuses a role that could still change the audit', async () => {
  const { rows } = await owner.query<{ current_user: string }>('SELECT current_user')
  const { code, output } = await grant(rows[0]?.current_user ?? '')
  expect([code, output]).toEqual([1, expect.stringContaining('can change the audit')])
  // The command does not change the role's password either.
  const env = { DATA_DIR: directory, DATABASE_URL: url, SESSION_SECRET: secret }
  const words = ['grant-runtime', rows[0]?.current_user ?? '', '--password-stdin']
  expect(await runAdmin(env, words, 'a-password-for-the-owner')).toMatchObject({ code: 1 })
  const kept = await owner.query('SELECT rolpassword FROM pg_authid WHERE rolname = current_user')
  expect(kept.rows).toEqual([{ rolpassword: null }])
  const missing = await grant('no_such_role')
  expect([missing.code, missing.output]).toEqual([1, expect.stringContaining('no_such_role')])
})

const refusedRole = `refused_${randomUUID().replaceAll('-', '')}`

test('refuses a role with a right over the audit through a group', async () => {
  await owner.query(
    `CREATE ROLE ${refusedRole} LOGIN; CREATE ROLE ${refusedRole}_group; GRANT ${refusedRole}_group TO ${refusedRole};
     GRANT UPDATE ON audit TO ${refusedRole}_group`,
  )
  const { code, output } = await grant(refusedRole)
  for (const made of [refusedRole, `${refusedRole}_group`])
    await owner.query(`DROP OWNED BY ${made}; DROP ROLE ${made}`)
  expect([code, output]).toEqual([1, expect.stringContaining('can change the audit')])
})

test('creates the role with --password-stdin and replaces its password; the server logs neither', async () => {
  const { url: server, stop } = await startPostgres()
  const admin = new Client({ connectionString: `${server}/postgres` })
  await admin.connect()
  await admin.query(
    `COPY (VALUES ('host all console_app 127.0.0.1/32 scram-sha-256'), ('host all all 127.0.0.1/32 trust'))
     TO '${(await admin.query<{ hba_file: string }>('SHOW hba_file')).rows[0]?.hba_file}'`,
  )
  await admin.query(`ALTER SYSTEM SET log_statement = 'all'`)
  await admin.query('SELECT pg_reload_conf()')

  const env = { DATA_DIR: directory, DATABASE_URL: `${server}/postgres`, SESSION_SECRET: secret }
  const words = ['grant-runtime', 'console_app', '--password-stdin']
  const passwords = ['the-first-password-of-the-role', 'the-second-password-of-the-role']
  const enter = async (password: string) => {
    const place = new URL(`${server}/postgres`)
    place.username = 'console_app'
    place.password = password
    const client = new Client({ connectionString: place.href })
    await client.connect()
    const { rows } = await client.query<{ may: boolean }>(
      `SELECT has_table_privilege('audit', 'INSERT') AND NOT has_table_privilege('audit', 'UPDATE') AS may`,
    )
    await client.end()
    return rows[0]?.may
  }
  for (const password of passwords) {
    expect(await runAdmin(env, words, `${password}\n`)).toMatchObject({ code: 0 })
    expect(await enter(password)).toBe(true)
  }
  await expect(enter(passwords[0] ?? '')).rejects.toMatchObject({ code: '28P01' })
  for (const unusable of ['', 'too-short', 'pässwörter-sind-anders'])
    expect(await runAdmin(env, words, unusable)).toMatchObject({
      code: 1,
      output: expect.stringContaining('16 to 128 printable ASCII characters'),
    })

  const { rows } = await admin.query<{ log: string }>(
    `SELECT pg_read_file(current_setting('data_directory') || '/../log') AS log`,
  )
  expect(rows[0]?.log).toContain('CREATE ROLE "console_app"')
  for (const password of passwords) expect(rows[0]?.log).not.toContain(password)
  await admin.end()
  stop()
})

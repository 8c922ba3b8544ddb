import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { backUp } from '#server/admin/backup.ts'
import { verifyAudit } from '#server/audit/audit-verify.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { moveStore } from '#server/admin/move-store.ts'
import { createSeal } from '#server/platform/database/encryption.ts'
import { copyPreparedTo, emptyStoreLocation } from '../../stores/each-store.ts'
import { users } from '../../stores/prepared-store.ts'
import { runAdmin } from './admin-command.ts'
import { openBff, type Bff } from '../bff.ts'
import { processes } from '../processes.ts'

const { spawned } = processes()
const cleanUps: (() => unknown)[] = []
afterAll(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp()
})
const directory = mkdtempSync(join(tmpdir(), 'console-move-'))
cleanUps.push(() => rmSync(directory, { recursive: true, force: true }))
const secret = 'a session secret for tests, long enough'
const seal = createSeal(secret)

const startJob = (bff: Bff, from: number, count: number) =>
  bff.requestAs(
    'admin',
    '/api/jobs',
    {
      name: '迁移 A',
      items: Array.from({ length: count }, (_, n) => ({ ext: String(from + n) })),
      passwords: { fill: 'random', length: 16 },
    },
    { 'idempotency-key': `key-for-moving-${from}` },
  )
const jobState = async (bff: Bff, id: unknown) =>
  (await bff.requestAs('admin', `/api/jobs/${String(id)}`)).body

/** Returns the data that a user sees in a store. */
async function seen(bff: Bff) {
  const paths = [
    '/api/session',
    '/api/settings',
    '/api/jobs',
    '/api/audit?pageSize=1000&action=job.item.create',
    '/api/people?kind=resource',
  ]
  return Promise.all(paths.map(async (path) => (await bff.requestAs('admin', path)).body))
}

test('moves users, sessions, settings, jobs with passwords, people and the audit to PostgreSQL, once and only into an empty store', async () => {
  const file = join(directory, 'console.db')
  copyPreparedTo(file)
  const embedded = await openBff({ store: { file } })
  cleanUps.push(() => embedded.close())
  await embedded.requestAs('admin', '/api/settings', { jobConcurrency: 3 }, {}, 'PATCH')
  const { body: job } = await startJob(embedded, 50_000, 40)
  await expect.poll(async () => (await jobState(embedded, job['id']))['state']).toBe('ended')
  const { body: idle } = await embedded.requestAs('admin', '/api/extensions/idle?pageSize=1')
  const [ext] = JSON.stringify(idle).match(/(?<="ext":")\d+/) ?? []
  const items = [{ ext, colleague: { name: 'Lobby phone', kind: 'resource' } }]
  await embedded.requestAs(
    'admin',
    '/api/reservations',
    { items },
    { 'idempotency-key': 'key-for-a-lobby-phone' },
  )
  const before = await seen(embedded)
  const cookie = await embedded.cookieOf('admin')
  await embedded.console.close()

  const where = await emptyStoreLocation('postgres', cleanUps)
  const target = await openDatabase(where)
  cleanUps.push(() => target.close())
  const copied = await moveStore(file, target, seal)
  expect(copied.get('job_item')).toBe(40)
  expect(copied.get('user')).toBe(Object.keys(users).length)
  await expect(moveStore(file, target, seal)).rejects.toThrow(/has rows in user already/)
  await expect(moveStore(file, target, createSeal(`${secret}, but another`))).rejects.toThrow(/does not open/)
  expect((await verifyAudit(target, seal)).errors).toEqual([])

  const moved = await openBff({ store: where, serviceUrl: embedded.serviceUrl })
  cleanUps.push(() => moved.close())
  // The session continues: the earlier cookie is still valid.
  const headers = { ...moved.pageHeaders, cookie }
  expect((await moved.send('/api/session', { headers })).status).toBe(200)
  const [session, settings, jobs, audit, people] = await seen(moved)
  expect(session).toEqual(before[0])
  expect(settings).toEqual(before[1])
  expect(jobs).toMatchObject({
    items: [{ name: '迁移 A', counts: { done: 40 }, credentials: { offered: 40 } }],
  })
  expect(audit).toEqual(before[3])
  expect(people).toMatchObject({ items: [{ name: 'Lobby phone', kind: 'resource', reserved: [{ ext }] }] })
  const answer = await moved.requestAs('admin', `/api/jobs/${String(job['id'])}/credentials`, {
    passphrase: 'a-long-passphrase-of-28-chars',
  })
  expect(answer.status).toBe(200)
})

test('backs up with the given secret, and neither creates nor uses one that does not open the store', async () => {
  const given = join(directory, 'given')
  mkdirSync(given)
  copyPreparedTo(join(given, 'console.db'))
  const bff = await openBff({ store: { file: join(given, 'console.db') } })
  await bff.requestAs('admin', '/api/settings', { jobConcurrency: 3 }, {}, 'PATCH')
  await bff.console.close()
  cleanUps.push(() => bff.close())
  const copy = join(directory, 'given-copy')
  await expect(backUp(given, copy, {})).rejects.toThrow(/no secret opens this store/)
  // A command without the secret created this one.
  writeFileSync(join(given, 'session-secret'), `${'of another store'.repeat(2)}\n`, { mode: 0o600 })
  await expect(backUp(given, copy, { current: 'neither of them' })).rejects.toThrow(
    /no secret opens this store/,
  )
  expect(existsSync(copy)).toBe(false)
  await backUp(given, copy, { current: secret })
  expect(readFileSync(join(copy, 'session-secret'), 'utf8')).toBe(`${secret}\n`)
  expect(statSync(join(copy, 'session-secret')).mode & 0o077).toBe(0)
  expect(existsSync(join(copy, 'session-secret-previous'))).toBe(false)
  // During a rotation, both secrets are needed.
  const both = join(directory, 'given-both')
  await backUp(given, both, { current: 'the next secret', previous: secret })
  expect(readFileSync(join(both, 'session-secret'), 'utf8')).toBe('the next secret\n')
  expect(readFileSync(join(both, 'session-secret-previous'), 'utf8')).toBe(`${secret}\n`)
  expect(statSync(join(both, 'session-secret-previous')).mode & 0o077).toBe(0)
})

const next = 'the session secret of tomorrow, long enough'

/**
 * Creates a data directory in the middle of a rotation: both secrets have written to the audit, and the token is sealed
 * under the old one.
 */
async function rotatingDataDir(name: string): Promise<string> {
  const dataDir = join(directory, name)
  mkdirSync(dataDir, { mode: 0o700 })
  const file = join(dataDir, 'console.db')
  copyPreparedTo(file)
  const bff = await openBff({ store: { file } })
  expect((await bff.requestAs('admin', '/api/extensions/1000')).status).toBe(200)
  await bff.close()
  const env = { DATA_DIR: dataDir, SESSION_SECRET: next, SESSION_SECRET_PREVIOUS: secret }
  expect(await runAdmin(env, ['create-user', 'bo@example.com', 'supervisor'])).toMatchObject({ code: 0 })
  return dataDir
}

test('moves nothing during a rotation unless the given secrets open everything, even when DATA_DIR has the right one', async () => {
  const dataDir = await rotatingDataDir('rotating')
  writeFileSync(join(dataDir, 'session-secret-previous'), `${secret}\n`, { mode: 0o600 })
  const where = await emptyStoreLocation('postgres', cleanUps)
  const env = { DATA_DIR: dataDir, DATABASE_URL: 'url' in where ? where.url : '' }
  for (const given of ['a session secret that is of no store at all', next])
    expect(await runAdmin({ ...env, SESSION_SECRET: given }, ['move-store'])).toEqual({
      code: 1,
      output: expect.stringMatching(/does not open all of the embedded store.*SESSION_SECRET_PREVIOUS/),
    })
  const target = await openDatabase(where)
  cleanUps.push(() => target.close())
  await target.db.insertInto('setting').values({ name: 'left', value: '1' }).execute()
  const both = { ...env, SESSION_SECRET: next, SESSION_SECRET_PREVIOUS: secret }
  expect(await runAdmin(both, ['move-store'])).toMatchObject({
    code: 1,
    output: expect.stringContaining('has rows in setting already'),
  })
  await target.db.deleteFrom('setting').execute()
  expect(await runAdmin(both, ['move-store'])).toMatchObject({ code: 0 })
})

test('backs up with secrets only if they open every sealed value and the end of the audit', async () => {
  const dataDir = await rotatingDataDir('rotating-backup')
  const copy = join(directory, 'rotating-copy')
  await expect(backUp(dataDir, copy, { current: next })).rejects.toThrow(/no secret opens this store/)
  await expect(backUp(dataDir, copy, { current: secret })).rejects.toThrow(/no secret opens this store/)
  await backUp(dataDir, copy, { current: next, previous: secret })
  expect(readFileSync(join(copy, 'session-secret'), 'utf8')).toBe(`${next}\n`)
})

test("leaves no directory after a backup that can't be finished", async () => {
  const source = join(directory, 'large')
  mkdirSync(source, { mode: 0o700 })
  copyPreparedTo(join(source, 'console.db'))
  const into = join(directory, 'unfinished')
  // No file may grow beyond 64 KB, as on a full disk.
  const script = `trap '' XFSZ; ulimit -f 128; exec "$0" src/server/admin.ts backup "$1"`
  const command = spawned('sh', ['-c', script, process.execPath, into], {
    DATA_DIR: source,
    SESSION_SECRET: secret,
    NODE_COMPILE_CACHE: '',
  })
  expect([await command.ended(), command.output()]).toEqual([1, expect.not.stringContaining('backed up')])
  expect(readdirSync(directory).filter((name) => name.startsWith('unfinished'))).toEqual([])
})

test('refuses a backup into an existing directory in one sentence', async () => {
  const source = join(directory, 'taken')
  mkdirSync(source, { mode: 0o700 })
  copyPreparedTo(join(source, 'console.db'))
  const env = { DATA_DIR: source, SESSION_SECRET: secret }
  expect(await runAdmin(env, ['backup', source])).toEqual({
    code: 1,
    output: `${source} exists already; name a directory that does not exist\n`,
  })
})

test('backs up a usable data directory in the middle of a job, and creates no later number twice', async () => {
  const file = join(directory, 'live', 'console.db')
  const live = join(directory, 'live')
  mkdirSync(live)
  writeFileSync(join(live, 'session-secret'), 'a session secret for tests, long enough\n', { mode: 0o600 })
  copyPreparedTo(file)
  const bff = await openBff({ store: { file }, visibilityTimeoutMs: 1_000 })
  cleanUps.push(() => bff.close())
  await bff.requestAs('admin', '/api/settings', { jobRate: 60 }, {}, 'PATCH')
  const { body: job } = await startJob(bff, 51_000, 60)
  await expect
    .poll(async () =>
      Number(JSON.stringify((await jobState(bff, job['id']))['counts']).match(/"done":(\d+)/)?.[1]),
    )
    .toBeGreaterThan(5)
  const copy = join(directory, 'copy')
  await backUp(live, copy, {})
  expect(readdirSync(copy).toSorted()).toEqual(['console.db', 'session-secret'])
  expect(statSync(join(copy, 'console.db')).mode & 0o077).toBe(0)
  await expect.poll(async () => (await jobState(bff, job['id']))['state']).toBe('ended')
  await bff.console.close()
  const sent = bff.sandbox.calls('create_extension')

  const restored = await openBff({
    store: { file: join(copy, 'console.db') },
    serviceUrl: bff.serviceUrl,
    visibilityTimeoutMs: 1_000,
  })
  cleanUps.push(() => restored.close())
  await expect.poll(async () => (await jobState(restored, job['id']))['state']).toBe('ended')
  expect(bff.sandbox.calls('create_extension')).toBe(sent)
  const database = await openDatabase({ file: join(copy, 'console.db') })
  const check = await sql<{ integrity_check: string }>`PRAGMA integrity_check`.execute(database.db)
  expect(check.rows).toEqual([{ integrity_check: 'ok' }])
  expect((await verifyAudit(database, seal)).errors).toEqual([])
  await database.close()
})

import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { verifyAudit } from '#server/audit/audit-verify.ts'
import type { StoreLocation } from '#server/platform/database/database.ts'
import { createSeal, sealedFor } from '#server/platform/database/encryption.ts'
import { eachStore } from '../../stores/each-store.ts'
import { runAdmin } from '../admin/admin-command.ts'
import { openBff, passwords, type Bff } from '../bff.ts'
import { processes } from '../processes.ts'
import { appCode, visitor } from '../visitor.ts'

const old = 'the session secret of before, long enough'
const fresh = 'the session secret of tomorrow, long enough'
const halfMinute = 30_000
const passphrase = 'a-long-passphrase-of-28-chars'

const secretFiles = processes()

const job = (ext: number) => ({
  name: 'A job',
  items: [{ ext: String(ext) }, { ext: String(ext + 1) }],
  passwords: { fill: 'random', length: 16 },
})
async function endedJob(bff: Bff, ext: number): Promise<string> {
  const key = { 'idempotency-key': `key-of-the-job-of-${ext}` }
  const { body } = await bff.requestAs('admin', '/api/jobs', job(ext), key)
  const id = String(body['id'])
  const state = async () => (await bff.requestAs('admin', `/api/jobs/${id}`)).body['state']
  await expect.poll(state).toBe('ended')
  return id
}
const credentials = async (bff: Bff, id: string) => {
  bff.forgetCookies()
  return (await bff.requestAs('admin', `/api/jobs/${id}/credentials`, { passphrase })).status
}

/** Returns a value sealed under the secret without a context. */
function sealedForNone(text: string, secret: string): string {
  const nonce = randomBytes(12)
  const key = Buffer.from(hkdfSync('sha256', secret, 'extension-console', 'seal', 32))
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
}

eachStore(({ engine, copyStore, open }) => {
  /** Returns a function that starts consoles on the same store and service. */
  function consoles(where: StoreLocation) {
    let first: Bff | undefined
    return async (sessionSecret: string, previousSecret?: string): Promise<Bff> => {
      const serviceUrl = first?.serviceUrl
      const bff = await openBff({
        store: where,
        sessionSecret,
        ...(previousSecret === undefined ? {} : { previousSecret }),
        ...(serviceUrl === undefined ? {} : { serviceUrl }),
      })
      first ??= bff
      return bff
    }
  }

  test('keeps sessions, second factors, token, jobs and audit entries during a rotation', async () => {
    const where = await copyStore()
    const start = consoles(where)
    const database = await open(where)
    const before = await start(old)
    const admin = visitor(before)
    await admin.signIn('admin@example.com', passwords.admin)
    const begun = await admin.request('POST', '/api/account/second-factor')
    const uri = String(begun.body['uri'])
    const [backupCode = ''] = Array.isArray(begun.body['backupCodes'])
      ? begun.body['backupCodes'].map(String)
      : []
    expect(
      (await admin.request('POST', '/api/account/second-factor/confirm', { code: appCode(uri) })).status,
    ).toBe(200)
    const jobs: string[] = []
    const ask = (path: string, body: object, on: Bff, headers: Record<string, string> = {}) => {
      const cookie = [...admin.jar].map(([name, value]) => `${name}=${value}`).join('; ')
      return on.requestAs(null, path, body, { cookie, ...headers })
    }
    for (const ext of [61_000, 61_100, 61_200]) {
      const { body } = await ask('/api/jobs', job(ext), before, {
        'idempotency-key': `key-of-the-job-of-${ext}`,
      })
      jobs.push(String(body['id']))
    }
    for (const id of jobs)
      await expect.poll(async () => (await admin.get(`/api/jobs/${id}`)).body['state']).toBe('ended')
    const tokens = before.sandbox.calls('get_token')
    await before.console.close()

    // Every replica accepts the new secret before any replica uses it.
    const known = await start(old, fresh)
    const rotating = await start(fresh, old)
    expect((await admin.get('/api/session', rotating)).status).toBe(200)
    const beside = visitor(rotating)
    await beside.signIn('supervisor@example.com', passwords.supervisor)
    expect((await beside.get('/api/session', known)).status).toBe(200)
    await known.console.close()

    expect((await admin.get('/api/session', rotating)).status).toBe(200)
    // The same idempotency key returns the same job.
    const again = await ask('/api/jobs', job(61_000), rotating, {
      'idempotency-key': 'key-of-the-job-of-61000',
    })
    expect(again.body['id']).toBe(jobs[0])
    const other = visitor(rotating)
    await other.signIn('admin@example.com', passwords.admin)
    expect((await other.giveCode(backupCode)).status).toBe(200)
    const fetched = async (id: string | undefined, on: Bff) => {
      // Each retrieval uses the sign-in up.
      await sql`UPDATE session SET proved_at = began_at`.execute(database.db)
      return (await ask(`/api/jobs/${id ?? ''}/credentials`, { passphrase }, on)).status
    }
    expect(await fetched(jobs[0], rotating)).toBe(200)
    await rotating.console.close()

    const after = await start(fresh)
    expect((await admin.get('/api/session', after)).status).toBe(200)
    const last = visitor(after)
    await last.signIn('admin@example.com', passwords.admin)
    expect((await last.giveCode(appCode(uri, Date.now() + halfMinute))).status).toBe(200)
    expect(await fetched(jobs[1], after)).toBe(200)
    expect(await fetched(jobs[2], after)).toBe(200)
    expect((await last.get('/api/extensions/1000')).status).toBe(200)
    expect(before.sandbox.calls('get_token')).toBe(tokens)
    expect((await verifyAudit(database, createSeal(fresh, old))).errors).toEqual([])
    expect((await verifyAudit(database, createSeal(fresh))).errors).not.toEqual([])
    await after.close()
    await before.close()
  })

  test('ends no session when the secret is replaced, used or not', async () => {
    const where = await copyStore()
    const start = consoles(where)
    const before = await start(old)
    const [admin, supervisor] = [visitor(before), visitor(before)]
    await admin.signIn('admin@example.com', passwords.admin)
    await supervisor.signIn('supervisor@example.com', passwords.supervisor)
    const rotating = await start(fresh, old)
    expect((await admin.get('/api/session', rotating)).status).toBe(200)
    const after = await start(fresh)
    for (const browser of [admin, supervisor])
      expect((await browser.get('/api/session', after)).status).toBe(200)
    await after.close()
    await rotating.close()
    await before.close()
  })

  test('rejects a secret unknown to the store, in the console and on the command line', async () => {
    const where = await copyStore()
    const start = consoles(where)
    const before = await start(old)
    await before.requestAs('admin', '/api/settings', { jobConcurrency: 3 }, {}, 'PATCH')
    expect((await before.requestAs('admin', '/api/extensions/1000')).status).toBe(200)
    await before.console.close()
    const sentence =
      /^SESSION_SECRET: the store is encrypted with another SESSION_SECRET; .* SESSION_SECRET_PREVIOUS$/
    await expect(start(fresh)).rejects.toThrow(sentence)
    await expect(start(fresh, 'a third secret, which is as long as those')).rejects.toThrow(sentence)
    const env = {
      DATA_DIR: 'file' in where ? join(where.file, '..') : join(secretFiles.directory, engine),
      SESSION_SECRET: fresh,
      ...('url' in where ? { DATABASE_URL: where.url } : {}),
    }
    for (const words of [['list-users'], ['create-user', 'bo@example.com', 'admin']])
      expect(await runAdmin(env, words)).toEqual({
        code: 78,
        output: expect.stringContaining('SESSION_SECRET: the store is encrypted with another SESSION_SECRET'),
      })
    expect(await runAdmin({ ...env, SESSION_SECRET_PREVIOUS: old }, ['list-users'])).toMatchObject({
      code: 0,
    })
    // Starting without any request is enough for the store to know the new secret.
    await (await start(fresh, old)).console.close()
    await (await start(fresh)).console.close()
    await before.close()
  })

  test('signs out and steps up with a cookie of the previous secret', async () => {
    const where = await copyStore()
    const start = consoles(where)
    const before = await start(old)
    const [one, two] = [visitor(before), visitor(before)]
    for (const browser of [one, two]) await browser.signIn('admin@example.com', passwords.admin)
    const kept = two.jar.get('__Host-console-session') ?? ''
    const after = await start(fresh, old)
    expect(
      (await one.request('POST', '/api/session/step-up', { password: passwords.admin }, after)).status,
    ).toBe(200)
    expect((await two.request('POST', '/api/auth/sign-out', {}, after)).status).toBe(200)
    two.jar.set('__Host-console-session', kept)
    expect((await two.get('/api/session', after)).status).toBe(401)
    await after.close()
    await before.close()
  })

  test('opens no job password that was moved to another row', async () => {
    const where = await copyStore()
    const bff = await openBff({ store: where })
    const { db } = await open(where)
    const id = await endedJob(bff, 62_000)
    const rows = await db
      .selectFrom('job_item')
      .select(['position', 'password'])
      .where('job_id', '=', id)
      .execute()
    for (const { position, password } of rows)
      await db
        .updateTable('job_item')
        .set({ password })
        .where('job_id', '=', id)
        .where('position', '=', 1 - position)
        .execute()
    expect(await credentials(bff, id)).toBe(409)
    await bff.close()
  })
})

test('opens no value that was sealed without a context', () => {
  const sealed = sealedForNone('a token', old)
  for (const text of [sealed, `${createSeal(old).form}${sealed}`])
    expect(createSeal(old).open(text, sealedFor.token('k'))).toBeNull()
})

test('rotates the embedded store’s own secret by renaming its file', async () => {
  const dataDir = join(secretFiles.directory, 'rotated')
  mkdirSync(dataDir, { recursive: true })
  const run = (...words: string[]) => runAdmin({ DATA_DIR: dataDir }, words)
  expect((await run('create-user', 'ada@example.com', 'admin')).code).toBe(0)
  renameSync(join(dataDir, 'session-secret'), join(dataDir, 'session-secret-previous'))
  expect((await run('create-user', 'bo@example.com', 'admin')).code).toBe(0)
  expect(await run('verify-audit')).toMatchObject({ code: 0, output: expect.stringContaining('errors\t0') })
  renameSync(join(dataDir, 'session-secret-previous'), join(dataDir, 'kept-elsewhere'))
  expect((await run('verify-audit')).code).toBe(1)
})

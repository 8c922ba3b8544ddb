import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { listUsers } from '#contract/users.ts'
import { verifyAudit } from '#server/audit/audit-verify.ts'
import { createSeal } from '#server/platform/database/encryption.ts'
import { copyPreparedStore } from '../stores/each-store.ts'
import { extensionSuccess, respondJson, startService } from '../upstream/service.ts'
import { openBff, openBffAndStore, type BffAndStore } from './bff.ts'
import { endpoints, urlOf } from './endpoints.ts'
import { appCode, visitor } from './visitor.ts'

const password = 'a long enough password'
/** Texts that SQLite or PostgreSQL can't store unchanged. */
const unstorable = ['\0', '\ud800', 'a\udc00b']

describe.each(['sqlite', 'postgres'] as const)('on %s', (engine) => {
  const cleanUps: (() => unknown)[] = []
  let bff: BffAndStore
  beforeAll(async () => {
    bff = await openBffAndStore({ store: await copyPreparedStore(engine, cleanUps) })
  })
  afterAll(async () => {
    await bff.close()
    for (const cleanUp of cleanUps.toReversed()) await cleanUp()
  })
  const errors = async () =>
    (await verifyAudit(bff.database, createSeal('a session secret for tests, long enough'))).errors

  test('refuses texts that the store would alter, and the audit log still verifies', async () => {
    for (const text of unstorable) {
      const guest = visitor(bff)
      const { status } = await guest.signIn(`eve${text}@example.com`, `wrong${text}`)
      expect([text, status]).toEqual([text, 400])
    }
    const statuses: [string, number][] = []
    const names = ['email', 'password', 'name', 'reason', 'note', 'ext', 'code', 'agentID', 'query', 'what']
    const bad = (endpoint: Endpoint, text: string) =>
      endpoint.method === 'GET'
        ? bff.requestAs(
            'admin',
            `${urlOf(endpoint).split('?')[0] ?? ''}?q=${encodeURIComponent(text.toWellFormed())}`,
          )
        : bff.requestAs(
            'admin',
            urlOf(endpoint),
            {
              ...Object.fromEntries(names.map((name) => [name, text])),
              items: [{ ext: '1000', agentID: text }],
            },
            { 'idempotency-key': `a-key-for-it-${statuses.length}-000` },
            endpoint.method,
          )
    for (const [name, endpoint] of endpoints.filter(([, { path }]) => !/sign-out|sessions/.test(path)))
      for (const text of unstorable) statuses.push([name, (await bad(endpoint, text)).status])
    expect(statuses.filter(([, status]) => status >= 500)).toEqual([])
    expect(await errors()).toEqual([])
  })

  /** Creates a user with an authenticator, and a thief who has passed the password step and still needs the code. */
  async function pendingSignIn() {
    const email = `user${Math.random()}@example.com`
    await bff.console.auth.users.create({ email, name: 'Ada', password, role: 'supervisor' })
    const owner = visitor(bff)
    await owner.signIn(email, password)
    const { body } = await owner.request('POST', '/api/account/second-factor')
    const uri = String(body['uri'])
    await owner.request('POST', '/api/account/second-factor/confirm', { code: appCode(uri) })
    const thief = visitor(bff)
    expect((await thief.signIn(email, password)).body).toEqual({ codeNeeded: true })
    const { items } = listUsers.answer.parse((await bff.requestAs('admin', '/api/users')).body)
    const id = items.find((user) => user.email === email)?.id ?? ''
    const backupCode = Array.isArray(body['backupCodes']) ? String(body['backupCodes'][0]) : ''
    return { email, owner, thief, id, backupCode, code: () => appCode(uri, Date.now() + 30_000) }
  }

  test('ends a sign-in that waits for its code when the password changes or sessions end', async () => {
    const reset = await pendingSignIn()
    expect((await bff.requestAs('admin', `/api/users/${reset.id}/password`, {})).status).toBe(200)
    expect((await reset.thief.giveCode(reset.code())).body).toMatchObject({ code: 'code-expired' })
    const changed = await pendingSignIn()
    const proof = { password, code: changed.backupCode }
    expect((await changed.owner.request('POST', '/api/session/step-up', proof)).status).toBe(200)
    const next = { current: password, next: 'quite another password' }
    expect((await changed.owner.request('POST', '/api/account/password', next)).status).toBe(200)
    expect((await changed.thief.giveCode(changed.code())).body).toMatchObject({ code: 'code-expired' })
    const ended = await pendingSignIn()
    expect((await bff.requestAs('admin', `/api/users/${ended.id}/sessions`, {}, {}, 'DELETE')).status).toBe(
      200,
    )
    expect((await ended.thief.giveCode(ended.code())).body).toMatchObject({ code: 'code-expired' })
  })

  test('starts no session for a sign-in that races a password reset', async () => {
    const email = `racer${Math.random()}@example.com`
    await bff.console.auth.users.create({ email, name: 'Racer', password, role: 'supervisor' })
    const { items } = listUsers.answer.parse((await bff.requestAs('admin', '/api/users')).body)
    const id = items.find((user) => user.email === email)?.id ?? ''
    for (let round = 0; round < 3; round++) {
      const thieves = Array.from({ length: 3 }, () => visitor(bff))
      const known =
        round === 0
          ? password
          : String((await bff.requestAs('admin', `/api/users/${id}/password`, {})).body['password'])
      const tries = thieves.map((thief) => thief.signIn(email, known))
      const reset = bff.requestAs('admin', `/api/users/${id}/password`, {})
      await Promise.all([...tries, reset])
      const left = await Promise.all(thieves.map(async (thief) => (await thief.get('/api/session')).status))
      expect([round, left]).toEqual([round, [401, 401, 401]])
    }
  })

  test('keeps no session or password from a step-up or password change that races a reset', async () => {
    const email = `racer${Math.random()}@example.com`
    await bff.console.auth.users.create({ email, name: 'Racer', password, role: 'supervisor' })
    const { items } = listUsers.answer.parse((await bff.requestAs('admin', '/api/users')).body)
    const id = items.find((user) => user.email === email)?.id ?? ''
    let known = password
    for (let round = 0; round < 24; round++) {
      const [thief, other] = [visitor(bff), visitor(bff)]
      await bff.console.auth.users.resetPassword(email, known)
      for (const each of [thief, other]) expect((await each.signIn(email, known)).status).toBe(200)
      const next = `the password of a thief ${round}`
      const reset = async () => {
        // Delay the reset a little more each round, so that it hits the two requests at another moment.
        for (let n = 0; n < round * 2; n++) await new Promise(setImmediate)
        return bff.requestAs('admin', `/api/users/${id}/password`, {})
      }
      const [{ body }] = await Promise.all([
        reset(),
        thief.request('POST', '/api/account/password', { current: known, next }),
        other.request('POST', '/api/session/step-up', { password: known }),
      ])
      const left = [thief, other].map(async (each) => (await each.get('/api/session')).status)
      expect([round, await Promise.all(left)]).toEqual([round, [401, 401]])
      expect([round, (await visitor(bff).signIn(email, next)).status]).toEqual([round, 401])
      known = String(body['password'])
      expect((await visitor(bff).signIn(email, known)).status).toBe(200)
    }
  })

  test('ends a job regardless of the texts that the service returns for a row', async () => {
    const service = await startService()
    const where = await copyPreparedStore(engine, cleanUps)
    const hostile = await openBff({ store: where, serviceUrl: service.url, visibilityTimeoutMs: 1_000 })
    try {
      service.on(
        'extension_detail',
        respondJson({ code: 400, retCode: '310121', retMsg: 'not found \0 \ud800' }),
      )
      const message = `no \0 and \ud800, ${'登录'.repeat(50)}`
      service.on('create_extension', respondJson({ code: 400, retCode: '310999', retMsg: message }))
      service.on(
        'search_idle_page',
        extensionSuccess({ list: [{ ext: '1000', langCodeTxt: 'a\0b\ud800' }], total: 1 }),
      )
      expect((await hostile.requestAs('admin', '/api/extensions/idle')).status).toBeLessThan(500)
      const made = await hostile.requestAs(
        'admin',
        '/api/jobs',
        { name: 'job', items: [{ ext: '60001' }], passwords: { fill: 'none', length: 16 } },
        { 'idempotency-key': 'a-key-for-a-hostile-job' },
      )
      const job = () => hostile.requestAs('admin', `/api/jobs/${String(made.body['id'])}`)
      await expect.poll(async () => (await job()).body['state']).toBe('ended')
      expect((await hostile.requestAs('admin', '/api/audit?pageSize=100')).status).toBe(200)
    } finally {
      await hostile.close()
      await service.close()
    }
  })
})

test('answers in time when a message is crafted to slow down a regular expression', async () => {
  const service = await startService()
  const bff = await openBff({ serviceUrl: service.url })
  try {
    await bff.cookieOf('admin')
    service.on(
      'extension_detail',
      respondJson({ code: 400, retCode: '399998', retMsg: '登录'.repeat(300_000) }),
    )
    service.on('get_timezone', respondJson({ ret_code: '000000', items: [] }))
    // A slow regular expression would take hours on this message; the test timeout catches that.
    expect((await bff.requestAs('admin', '/api/extensions/1000')).status).toBe(422)
  } finally {
    await bff.close()
    await service.close()
  }
})

import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiToken } from '#contract/api-tokens.ts'
import { listUsers } from '#contract/users.ts'
import { createAuth } from '#server/auth/auth.ts'
import { openDatabase, type StoreLocation } from '#server/platform/database/database.ts'
import { openBff, type Answer, type Bff } from './bff.ts'
import { appCode, visitor, type Visitor } from './visitor.ts'
import { copyPreparedStore } from '../stores/each-store.ts'
import { cheapHashes } from '../stores/prepared-store.ts'

const cleanUps: (() => unknown)[] = []
let one: Bff
let two: Bff
let store: StoreLocation
beforeAll(async () => {
  store = await copyPreparedStore('postgres', cleanUps)
  one = await openBff({ store, sandbox: { extensions: 1_000 } })
  two = await openBff({ store, serviceUrl: one.serviceUrl })
})
afterAll(async () => {
  await two.close()
  await one.close()
  for (const cleanUp of cleanUps.toReversed()) await cleanUp()
})

test('fetches one token for two cold replicas', async () => {
  const headers = { ...one.pageHeaders, cookie: await one.cookieOf('supervisor') }
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? one : two).send('/api/extensions/idle', { headers })),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(one.sandbox.calls('get_token')).toBe(1)
})

test('shares a session between replicas and ends it on both', async () => {
  const cookie = await one.cookieOf('admin')
  const sessionOn = (bff: Bff) => bff.send('/api/session', { headers: { ...one.pageHeaders, cookie } })
  expect((await sessionOn(two)).body).toMatchObject({ role: 'admin' })
  await one.requestAs('admin', '/api/auth/sign-out', {})
  one.forgetCookies()
  expect((await sessionOn(two)).status).toBe(401)
  expect((await sessionOn(one)).status).toBe(401)
})

test('creates a number once when both replicas receive it with one idempotency key', async () => {
  const body = { ext: '7801', password: 'Typed-7801-typed' }
  const headers = {
    ...one.pageHeaders,
    cookie: await one.cookieOf('admin'),
    'idempotency-key': 'k'.repeat(20),
  }
  const post = (bff: Bff) =>
    bff.send('/api/extensions', { method: 'POST', headers, body: JSON.stringify(body) })
  const answers = await Promise.all([post(one), post(two), post(one), post(two)])
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 200, body: { state: 'created', ext: '7801' } })
  expect(one.sandbox.calls('create_extension')).toBe(1)
})

test('R4: creates one job and sends each number once when posted 100 times with one key', async () => {
  const items = [{ ext: '7901' }, { ext: '7902' }]
  const body = { name: 'One job', items, passwords: { fill: 'none', length: 16 } }
  const headers = { cookie: await one.cookieOf('admin'), 'idempotency-key': 'one-key-for-a-job' }
  const before = one.sandbox.calls('create_extension')
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, i) =>
      (i % 2 === 0 ? one : two).requestAs(null, '/api/jobs', body, headers),
    ),
  )
  expect(new Set(answers.map(({ status, body }) => `${status} ${String(body['id'])}`)).size).toBe(1)
  expect((await one.requestAs(null, '/api/jobs', undefined, headers)).body).toMatchObject({ total: 1 })
  const other = { ...body, items: [{ ext: '7903' }] }
  expect((await two.requestAs(null, '/api/jobs', other, headers)).status).toBe(422)
  const jobPath = `/api/jobs/${String(answers[0]?.body['id'])}`
  await expect
    .poll(async () => (await two.requestAs(null, jobPath, undefined, headers)).body)
    .toMatchObject({ state: 'ended', counts: { done: 2 } })
  expect(one.sandbox.calls('create_extension') - before).toBe(2)
})

test('ends API tokens and service tokens on both replicas at the next request', async () => {
  const grant = { name: 'HR system', scopes: ['extension.read'], days: 30 }
  for (const path of ['/api/account/api-tokens', '/api/service-tokens']) {
    const { body } = await one.requestAs('admin', path, grant)
    const { token, items } = createApiToken.answer.parse(body)
    const read = async (bff: Bff) =>
      (await bff.send('/api/pools', { headers: { authorization: `Bearer ${token}` } })).status
    expect([await read(one), await read(two)]).toEqual([200, 200])
    await one.requestAs('admin', `${path}/${items[0]?.id}`, {}, {}, 'DELETE')
    expect([await read(two), await read(one)]).toEqual([401, 401])
  }
})

test('applies a setting changed on one replica to the other', async () => {
  await one.requestAs('admin', '/api/settings', { legacyCreate: true }, {}, 'PATCH')
  expect((await two.requestAs('admin', '/api/settings')).body).toMatchObject({ legacyCreate: true })
})

/** Takes a lock on the store and holds it until `release`. */
async function locked(statement: string) {
  const client = new Client({ connectionString: 'url' in store ? store.url : '' })
  await client.connect()
  await client.query(`BEGIN; ${statement}`)
  const waiting =
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
  return {
    /** Returns how many statements wait for a lock. */
    waiting: async () => (await client.query(waiting)).rowCount ?? 0,
    release: async () => {
      await client.query('COMMIT')
      await client.end()
    },
  }
}

const password = 'a long enough password'
/** The requests that give a session a new token. `isOn`: the user has a second factor. `uri` yields the authenticator's code. */
const renewals: [name: string, isOn: boolean, renew: (thief: Visitor, uri: string) => Promise<Answer>][] = [
  ['a step-up', false, (thief) => thief.request('POST', '/api/session/step-up', { password })],
  [
    'the second factor that is turned on',
    false,
    (thief, uri) => thief.request('POST', '/api/account/second-factor/confirm', { code: appCode(uri) }),
  ],
  [
    'the second factor that is turned off',
    true,
    (thief) => thief.request('DELETE', '/api/account/second-factor'),
  ],
]

test.each(renewals)('%s leaves no session while all sessions are being ended', async (_, isOn, renew) => {
  const email = `thief${Math.random()}@example.com`
  await one.console.auth.users.create({ email, name: 'Ada', password, role: 'supervisor' })
  const [owner, thief] = [visitor(one), visitor(two)]
  expect((await owner.signIn(email, password)).status).toBe(200)
  const { body } = await owner.request('POST', '/api/account/second-factor')
  const uri = String(body['uri'])
  if (isOn) await owner.request('POST', '/api/account/second-factor/confirm', { code: appCode(uri) })
  expect((await thief.signIn(email, password)).body).toEqual({ codeNeeded: isOn })
  if (isOn) await thief.giveCode(Array.isArray(body['backupCodes']) ? String(body['backupCodes'][0]) : '')
  const { items } = listUsers.answer.parse((await one.requestAs('admin', '/api/users')).body)
  const id = items.find((user) => user.email === email)?.id ?? ''
  const cookies = () => [...thief.jar].join()
  const before = cookies()

  // The statement that ends the user's sessions has started and waits for the lock on the first session.
  const lock = await locked(`SELECT FROM session WHERE user_id = '${id}' ORDER BY ctid LIMIT 1 FOR UPDATE`)
  const ended = one.requestAs('admin', `/api/users/${id}/sessions`, {}, {}, 'DELETE')
  await expect.poll(lock.waiting).toBe(1)
  const renewed = renew(thief, uri)
  await expect.poll(async () => cookies() !== before || (await lock.waiting()) > 1).toBe(true)
  await lock.release()
  expect([(await ended).status, (await renewed).status]).toEqual([200, 200])
  const left = [thief, owner].map(async (browser) => (await browser.get('/api/session')).status)
  expect(await Promise.all(left)).toEqual([401, 401])
})

test('starts two replicas at once on a new database', async () => {
  const place = await copyPreparedStore('postgres', cleanUps)
  const databases = await Promise.all([openDatabase(place), openDatabase(place)])
  cleanUps.push(() => Promise.all(databases.map((database) => database.close())))
  const options = {
    publicUrl: 'https://console.example.com',
    secret: 'a session secret for tests, long enough',
    hashCost: cheapHashes,
  }
  const both = databases.map((database) => createAuth(database, options))
  for (const auth of both) expect(await auth.sessions.check('__Host-console-session=unknown')).toBeNull()
})

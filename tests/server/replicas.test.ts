import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAuth } from '#server/people/auth.ts'
import { openDatabase } from '#server/store/database.ts'
import { openBff, type Bff } from './bff.ts'
import { newPlace } from '../stores/each-store.ts'

const cleanUps: (() => unknown)[] = []
let one: Bff
let two: Bff
beforeAll(async () => {
  const store = await newPlace('postgres', cleanUps)
  one = await openBff({ store })
  two = await openBff({ store, serviceUrl: one.serviceUrl })
})
afterAll(async () => {
  await two.close()
  await one.close()
  for (const cleanUp of cleanUps.toReversed()) await cleanUp()
})

test('two replicas with a cold token cause one get_token', async () => {
  const headers = { ...one.own, cookie: await one.cookieOf('supervisor') }
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? one : two).send('/api/extensions/idle', { headers })),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(one.sandbox.calls('get_token')).toBe(1)
})

test('a session of one is known to the other, and ends on both', async () => {
  const cookie = await one.cookieOf('admin')
  const sessionOn = (bff: Bff) => bff.send('/api/session', { headers: { ...one.own, cookie } })
  expect((await sessionOn(two)).body).toMatchObject({ role: 'admin' })
  await one.as('admin', '/api/auth/sign-out', {})
  one.forgetCookies()
  expect((await sessionOn(two)).status).toBe(401)
  expect((await sessionOn(one)).status).toBe(401)
})

test('one number under one key, posted to both: sent once, one answer', async () => {
  const body = { ext: '7801', password: 'Typed-7801-typed' }
  const headers = { ...one.own, cookie: await one.cookieOf('admin'), 'idempotency-key': 'k'.repeat(20) }
  const post = (bff: Bff) =>
    bff.send('/api/extensions', { method: 'POST', headers, body: JSON.stringify(body) })
  const answers = await Promise.all([post(one), post(two), post(one), post(two)])
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 200, body: { state: 'created', ext: '7801' } })
  expect(one.sandbox.calls('create_extension')).toBe(1)
})

test('T14: one job under one key, posted 100 times to both: one job, each number sent once', async () => {
  const items = [{ ext: '7901' }, { ext: '7902' }]
  const body = { name: 'One job', items, passwords: { fill: 'none', length: 16 } }
  const headers = { cookie: await one.cookieOf('admin'), 'idempotency-key': 'one-key-for-a-job' }
  const before = one.sandbox.calls('create_extension')
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, i) => (i % 2 === 0 ? one : two).as(null, '/api/jobs', body, headers)),
  )
  expect(new Set(answers.map(({ status, body }) => `${status} ${String(body['id'])}`)).size).toBe(1)
  expect((await one.as(null, '/api/jobs', undefined, headers)).body).toMatchObject({ total: 1 })
  const other = { ...body, items: [{ ext: '7903' }] }
  expect((await two.as(null, '/api/jobs', other, headers)).status).toBe(422)
  const jobPath = `/api/jobs/${String(answers[0]?.body['id'])}`
  await expect
    .poll(async () => (await two.as(null, jobPath, undefined, headers)).body)
    .toMatchObject({ state: 'ended', counts: { done: 2 } })
  expect(one.sandbox.calls('create_extension') - before).toBe(2)
})

test('a setting changed on one holds on the other', async () => {
  await one.as('admin', '/api/settings', { legacyCreate: true }, {}, 'PATCH')
  expect((await two.as('admin', '/api/settings')).body).toMatchObject({ legacyCreate: true })
})

test('two that start at once on a new database both know their tables', async () => {
  const store = await newPlace('postgres', cleanUps)
  const databases = await Promise.all([openDatabase(store), openDatabase(store)])
  cleanUps.push(() => Promise.all(databases.map((database) => database.close())))
  const options = {
    publicUrl: 'https://console.example.com',
    secret: 'a session secret for tests, long enough',
  }
  const both = await Promise.all(databases.map((database) => createAuth(database, options)))
  for (const auth of both) expect((await auth.session('__Host-console-session=nobody')).signedIn).toBeNull()
})

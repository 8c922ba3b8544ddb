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

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listUsers, changeUser, inviteUser } from '#contract/users.ts'
import { openDatabase, type Database } from '#server/store/database.ts'
import { openReplicas, type Replica, type Replicas } from '../jobs-service/replicas.ts'
import { newPlace } from '../stores/each-store.ts'

/** ms. */
const minute = 60_000
const limits = { idle: 30 * minute, absolute: 12 * 60 * minute }
const tolerance = 5_000
/** How soon an ended session is over, wherever it is shown. */
const atOnce = 1_000

let cluster: Replicas
let replicas: Replica[]
let database: Database
beforeAll(async () => {
  const place = await newPlace('postgres', [])
  // Nothing is asked of the service.
  cluster = openReplicas({
    serviceUrl: 'http://127.0.0.1:9',
    databaseUrl: 'url' in place ? place.url : '',
    settleSeconds: 60,
  })
  replicas = [cluster.one, cluster.two]
  await Promise.all(replicas.map((replica) => replica.start()))
  database = await openDatabase(place)
}, 90_000)
afterAll(async () => {
  await database.close()
  await cluster.close()
})

const cookieIn = (answer: Response) => answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
async function signIn(account: { email: string; password: string }): Promise<string> {
  const answer = await cluster.one.send('POST', '/api/auth/sign-in/email', { body: account })
  expect(answer.status).toBe(200)
  return cookieIn(answer)
}
/** What both replicas say to whoever shows this cookie. */
const statuses = (cookie: string) =>
  Promise.all(replicas.map(async (replica) => (await replica.send('GET', '/api/session', { cookie })).status))

/** Makes every session as if it had begun `age` ms ago and been seen last `seen` ms ago. */
const setAge = (age: number, seen: number) =>
  sql`UPDATE "session" SET "createdAt" = ${new Date(Date.now() - age)}, "updatedAt" = ${new Date(Date.now() - seen)},
    "expiresAt" = ${new Date(Date.now() - seen + limits.idle)}`.execute(database.db)

test('T33: on both replicas a session ends after half an hour unused and after twelve hours anyway, within five seconds', async () => {
  await cluster.one.signIn()
  const password = 'correct horse battery'
  for (const [age, seen, status] of [
    [2 * minute, limits.idle - tolerance, 200],
    [2 * minute, limits.idle + tolerance, 401],
    [limits.absolute - tolerance, 10_000, 200],
    [limits.absolute + tolerance, 10_000, 401],
  ] as const) {
    const cookie = await signIn({ email: 'admin@example.com', password })
    expect(await statuses(cookie)).toEqual([200, 200])
    for (const replica of replicas) {
      await setAge(age, seen)
      expect([age, seen, (await replica.send('GET', '/api/session', { cookie })).status]).toEqual([
        age,
        seen,
        status,
      ])
    }
  }
}, 60_000)

test('T33: signed out, disabled or demoted on one replica, the old id is refused on both within a second', async () => {
  await cluster.one.signIn()
  const { password } = await cluster.one.ask(inviteUser, {
    body: { email: 'sun@example.com', name: 'Sun', role: 'supervisor' },
  })
  const account = { email: 'sun@example.com', password }
  const { items } = await cluster.one.ask(listUsers)
  const params = { id: items.find(({ email }) => email === account.email)?.id ?? '' }
  const ends: [what: string, end: (cookie: string) => Promise<unknown>][] = [
    ['signed out', (cookie) => cluster.two.send('POST', '/api/auth/sign-out', { cookie })],
    ['of another role', () => cluster.two.ask(changeUser, { params, body: { role: 'admin' } })],
    ['disabled', () => cluster.one.ask(changeUser, { params, body: { disabled: true } })],
  ]
  for (const [what, end] of ends) {
    const cookie = await signIn(account)
    expect([what, await statuses(cookie)]).toEqual([what, [200, 200]])
    await end(cookie)
    const ended = performance.now()
    expect([what, await statuses(cookie), performance.now() - ended < atOnce]).toEqual([
      what,
      [401, 401],
      true,
    ])
  }
}, 60_000)

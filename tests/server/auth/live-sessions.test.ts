import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listUsers } from '#contract/users.ts'
import { openDatabase, type Database } from '#server/platform/database/database.ts'
import { copyPreparedStore } from '../../stores/each-store.ts'
import { asAdmin, changeUser } from '../change-user.ts'
import { openBff, passwords, type Bff } from '../bff.ts'

/** Milliseconds. */
const minute = 60_000
const limits = { idle: 30 * minute, absolute: 12 * 60 * minute }
const tolerance = 5_000

let one: Bff
let two: Bff
let database: Database
beforeAll(async () => {
  const place = await copyPreparedStore('postgres', [])
  one = await openBff({ store: place })
  two = await openBff({ store: place })
  database = await openDatabase(place)
})
afterAll(async () => {
  await database.close()
  await Promise.all([one.close(), two.close()])
})

async function signIn(email: string, password: string): Promise<string> {
  const answer = await one.requestAs(null, '/api/auth/sign-in/email', { email, password })
  expect(answer.status).toBe(200)
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}
const status = async (replica: Bff, cookie: string) =>
  (await replica.requestAs(null, '/api/session', undefined, { cookie })).status
/** Returns the status of both replicas for this cookie. */
const statuses = async (cookie: string) => [await status(one, cookie), await status(two, cookie)]

/** Sets every session to have begun `age` ms ago and been used last `seen` ms ago. */
const setAge = (age: number, seen: number) =>
  sql`UPDATE session SET began_at = ${Date.now() - age}, seen_at = ${Date.now() - seen}`.execute(database.db)

test('R33: ends a session on both replicas after 30 minutes idle and after twelve hours, within 5 s', async () => {
  for (const [age, seen, expected] of [
    [2 * minute, limits.idle - minute, 200],
    [2 * minute, limits.idle + tolerance, 401],
    [limits.absolute - minute, 10_000, 200],
    [limits.absolute + tolerance, 10_000, 401],
  ] as const) {
    const cookie = await signIn('admin@example.com', passwords.admin)
    expect(await statuses(cookie)).toEqual([200, 200])
    for (const replica of [one, two]) {
      await setAge(age, seen)
      expect([age, seen, await status(replica, cookie)]).toEqual([age, seen, expected])
    }
  }
})

test('R33: refuses a session on both replicas at once after a sign-out, disabling or role change on one', async () => {
  const email = 'sun@example.com'
  const password = 'a password of their own'
  await one.console.auth.users.create({ email, name: 'Sun', password, role: 'supervisor' })
  const { items } = listUsers.answer.parse((await one.requestAs('admin', '/api/users')).body)
  const id = items.find((each) => each.email === email)?.id
  const ends: [what: string, end: (cookie: string) => Promise<unknown>][] = [
    ['signed out', (cookie) => two.requestAs(null, '/api/auth/sign-out', {}, { cookie })],
    ['of another role', () => changeUser(asAdmin(two), id, { role: 'admin' })],
    ['disabled', () => changeUser(asAdmin(one), id, { disabled: true })],
  ]
  for (const [what, end] of ends) {
    const cookie = await signIn(email, password)
    expect([what, await statuses(cookie)]).toEqual([what, [200, 200]])
    await end(cookie)
    expect([what, await statuses(cookie)]).toEqual([what, [401, 401]])
  }
})

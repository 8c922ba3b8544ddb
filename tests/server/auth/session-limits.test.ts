import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createAuth } from '#server/auth/auth.ts'
import type { Database } from '#server/platform/database/database.ts'
import { eachStore } from '../../stores/each-store.ts'
import { cheapHashes } from '../../stores/prepared-store.ts'
import { trySignIn } from './try-sign-in.ts'

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const idleMs = 30 * minuteMs

eachStore(({ open }) => {
  /** Creates a user who has just signed in. */
  async function signedIn() {
    const database = await open()
    const auth = createAuth(database, {
      publicUrl: 'https://console.example.com',
      secret: 'a session secret for tests, long enough',
      hashCost: cheapHashes,
    })
    const ada = { email: 'ada@example.com', password: 'correct horse battery' }
    await auth.users.create({ ...ada, name: 'Ada', role: 'admin' })
    const { cookie } = await trySignIn(auth, ada)
    return { database, auth, ada, cookie, check: () => auth.sessions.check(cookie) }
  }
  const rows = async ({ db }: Database) => {
    const { rows: found } = await sql<{ id: string }>`SELECT id FROM session`.execute(db)
    return found.length
  }

  /** Sets the session to have begun `age` ms ago and been used last `seen` ms ago. */
  const setAge = async ({ db }: Database, age: number, seen: number) => {
    await sql`UPDATE session SET began_at = ${Date.now() - age}, seen_at = ${Date.now() - seen}`.execute(db)
  }

  test('ends a session after twelve hours of use', async () => {
    const { database, check } = await signedIn()
    await setAge(database, 12 * hourMs - minuteMs, 10 * secondMs)
    expect(await check()).not.toBeNull()
    await setAge(database, 12 * hourMs + secondMs, 10 * secondMs)
    expect(await check()).toBeNull()
  })

  test('ends a session after thirty idle minutes, and prolongs one that is used before', async () => {
    const { database, check } = await signedIn()
    const seenAgo = async () =>
      Date.now() -
      (await database.db.selectFrom('session').select('seen_at').executeTakeFirstOrThrow()).seen_at
    await setAge(database, hourMs, 10 * secondMs)
    expect(await check()).toMatchObject({ role: 'admin' })
    expect(await seenAgo()).toBeGreaterThanOrEqual(10 * secondMs)
    await setAge(database, hourMs, 29 * minuteMs)
    expect(await check()).toMatchObject({ role: 'admin' })
    expect(await seenAgo()).toBeLessThan(10 * secondMs)
    await setAge(database, hourMs, idleMs + secondMs)
    expect(await check()).toBeNull()
  })

  test('ends the session that a sign-in replaces, of any user, but none after a failed sign-in', async () => {
    const { database, auth, ada, cookie, check } = await signedIn()
    const bob = { email: 'bob@example.com', password: 'another long password' }
    await auth.users.create({ ...bob, name: 'Bob', role: 'supervisor' })
    await trySignIn(auth, { email: bob.email, password: 'a guess', cookie })
    expect(await check()).not.toBeNull()
    const { cookie: second } = await trySignIn(auth, { ...bob, cookie })
    expect(await check()).toBeNull()
    expect(await auth.sessions.check(second)).toMatchObject({ user: { name: 'Bob' } })
    const { cookie: third } = await trySignIn(auth, { ...ada, cookie: `other=1; ${second}` })
    expect(await auth.sessions.check(second)).toBeNull()
    expect(await auth.sessions.check(third)).not.toBeNull()
    expect(await rows(database)).toBe(1)
  })

  test('deletes expired sessions at the next sign-in', async () => {
    const { database, auth, ada } = await signedIn()
    await setAge(database, hourMs, idleMs + secondMs)
    await trySignIn(auth, ada)
    expect(await rows(database)).toBe(1)
  })

  test('refuses a disabled user at once', async () => {
    const { database, check } = await signedIn()
    await sql`UPDATE "user" SET disabled = 1`.execute(database.db)
    expect(await check()).toBeNull()
  })
})

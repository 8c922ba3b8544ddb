import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { maxSessions } from '#contract/account.ts'
import { createAuth } from '#server/auth/auth.ts'
import type { SignInOutcome } from '#server/auth/sign-in.ts'
import { createSlewedClock } from '#server/auth/session-store.ts'
import type { Database } from '#server/platform/database/database.ts'
import { eachStore } from '../../stores/each-store.ts'
import { cheapHashes } from '../../stores/prepared-store.ts'

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const idleMs = 30 * minuteMs

eachStore(({ engine, open }) => {
  /** Creates a user who has just signed in. */
  async function signedIn() {
    const database = await open()
    const auth = await createAuth(database, {
      publicUrl: 'https://console.example.com',
      secret: 'a session secret for tests, long enough',
      hashCost: cheapHashes,
    })
    const ada = { email: 'ada@example.com', password: 'correct horse battery' }
    await auth.createUser({ ...ada, name: 'Ada', role: 'admin' })
    const outcome = await auth.signIn({ ...ada, address: '203.0.113.1', userAgent: '' })
    const cookie = cookieOf(outcome)
    return { database, auth, ada, cookie, check: () => auth.session(cookie) }
  }
  const cookieOf = (outcome: SignInOutcome) => (outcome.ok ? (outcome.cookies[0]?.split(';')[0] ?? '') : '')
  const rows = async ({ db }: Database) => {
    const { rows: found } = await sql<{ id: string }>`SELECT id FROM "session"`.execute(db)
    return found.length
  }

  const asStored = (time: number) => (engine === 'sqlite' ? new Date(time).toISOString() : new Date(time))

  /** Sets the session to have begun `age` ms ago and been used last `seen` ms ago. */
  const setAge = async ({ db }: Database, age: number, seen: number) => {
    await sql`UPDATE "session" SET "createdAt" = ${asStored(Date.now() - age)},
      "updatedAt" = ${asStored(Date.now() - seen)}, "expiresAt" = ${asStored(Date.now() - seen + idleMs)}`.execute(
      db,
    )
  }

  test('ends a session after twelve hours of use', async () => {
    const { database, check } = await signedIn()
    await setAge(database, 12 * hourMs - minuteMs, 10 * secondMs)
    expect((await check()).signedIn).not.toBeNull()
    await setAge(database, 12 * hourMs + secondMs, 10 * secondMs)
    expect(await check()).toEqual({ signedIn: null, cookies: [] })
  })

  test('ends a session after thirty idle minutes, and prolongs session and cookie when used before', async () => {
    const { database, check } = await signedIn()
    await setAge(database, hourMs, 10 * secondMs)
    expect(await check()).toMatchObject({ signedIn: { role: 'admin' }, cookies: [] })
    await setAge(database, hourMs, 29 * minuteMs)
    expect(await check()).toMatchObject({
      signedIn: { role: 'admin' },
      cookies: [expect.stringMatching(/^__Host-console-session=.*Max-Age=1800/)],
    })
    expect((await check()).cookies).toEqual([])
    await setAge(database, hourMs, idleMs + secondMs)
    expect(await check()).toMatchObject({ signedIn: null })
  })

  test.each([1, -1])('R50: keeps sessions when the clock steps by %i h', async (hours) => {
    const { database, auth, ada, check } = await signedIn()
    await setAge(database, hourMs, 10 * secondMs)
    expect((await check()).signedIn).not.toBeNull()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * hourMs })
    try {
      // Two requests of one page: the second finds the session that the first has prolonged.
      expect(await Promise.all([check(), check()])).toMatchObject([{ signedIn: {} }, { signedIn: {} }])
      expect(await check()).toMatchObject({ signedIn: { role: 'admin' }, cookies: [] })
      // The deletion of expired sessions must not end the session either.
      await setAge(database, hourMs, 10 * secondMs + hours * hourMs)
      await auth.signIn({ ...ada, address: '203.0.113.2', userAgent: '' })
      expect(await check()).toMatchObject({ signedIn: { role: 'admin' } })
    } finally {
      vi.useRealTimers()
    }
  })

  test('ends the session that a sign-in replaces, of any user, but none after a failed sign-in', async () => {
    const { database, auth, ada, cookie, check } = await signedIn()
    const bob = { email: 'bob@example.com', password: 'another long password' }
    await auth.createUser({ ...bob, name: 'Bob', role: 'supervisor' })
    const from = { address: '203.0.113.1', userAgent: '' }
    await auth.signIn({ ...from, email: bob.email, password: 'a guess', cookie })
    expect((await check()).signedIn).not.toBeNull()
    const second = cookieOf(await auth.signIn({ ...from, ...bob, cookie }))
    expect((await check()).signedIn).toBeNull()
    expect((await auth.session(second)).signedIn).toMatchObject({ user: { name: 'Bob' } })
    const third = cookieOf(await auth.signIn({ ...from, ...ada, cookie: `${second}; ${second}` }))
    expect((await auth.session(second)).signedIn).not.toBeNull()
    const fourth = cookieOf(await auth.signIn({ ...from, ...ada, cookie: `other=1; ${third}` }))
    expect((await auth.session(third)).signedIn).toBeNull()
    expect((await auth.session(fourth)).signedIn).not.toBeNull()
    expect(await rows(database)).toBe(2)
  })

  test('deletes expired sessions at the next sign-in', async () => {
    const { database, auth, ada } = await signedIn()
    await setAge(database, hourMs, idleMs + secondMs)
    await auth.signIn({ ...ada, address: '203.0.113.2', userAgent: '' })
    expect(await rows(database)).toBe(1)
  })

  test('ends only the least recently used session of a user beyond the limit', async () => {
    const { database, auth, ada, cookie } = await signedIn()
    const bob = { email: 'bob@example.com', password: 'another long password' }
    await auth.createUser({ ...bob, name: 'Bob', role: 'supervisor' })
    const from = { address: '203.0.113.1', userAgent: '' }
    const bobs = cookieOf(await auth.signIn({ ...from, ...bob }))
    const cookies = [cookie]
    while (cookies.length < maxSessions) {
      cookies.push(cookieOf(await auth.signIn({ ...from, ...ada })))
      await setAge(database, hourMs, 5 * minuteMs)
    }
    // Make the second session the least recently used one.
    const { signedIn: used } = await auth.session(cookies[1] ?? '')
    await sql`UPDATE "session" SET "updatedAt" = ${asStored(Date.now() - 20 * minuteMs)}
      WHERE id = ${used?.sessionId}`.execute(database.db)
    cookies.push(cookieOf(await auth.signIn({ ...from, ...ada })))
    const left = await Promise.all(cookies.map(async (each) => (await auth.session(each)).signedIn !== null))
    expect(left).toEqual(cookies.map((_, n) => n !== 1))
    expect((await auth.session(bobs)).signedIn).not.toBeNull()
  })

  test('refuses a banned user at once', async () => {
    const { database, check } = await signedIn()
    await sql`UPDATE "user" SET "banned" = ${engine === 'sqlite' ? 1 : true}`.execute(database.db)
    expect((await check()).signedIn).toBeNull()
  })
})

test('catches up with a forward step at twice real time, and follows a backward step at once', () => {
  let [wall, monotonic] = [1_000_000, 50]
  const clock = createSlewedClock(
    () => wall,
    () => monotonic,
  )
  const after = (ms: number, step = 0) => {
    wall += ms + step
    monotonic += ms
    return clock() - wall
  }
  expect(after(0)).toBe(0)
  expect(after(10 * hourMs)).toBe(0)
  expect(after(secondMs, hourMs)).toBe(secondMs - hourMs)
  expect(after(30 * minuteMs)).toBe(secondMs - 30 * minuteMs)
  expect(after(30 * minuteMs)).toBe(0)
  expect(after(secondMs, -hourMs)).toBe(0)
})

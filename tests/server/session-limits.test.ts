import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { createAuth } from '#server/people/auth.ts'
import { createSlewedClock } from '#server/people/slewed-clock.ts'
import type { Database } from '#server/store/database.ts'
import { eachStore } from '../stores/each-store.ts'

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const idleMs = 30 * minuteMs

eachStore(({ engine, open }) => {
  /** One user who has just signed in. */
  async function signedIn() {
    const database = await open()
    const auth = await createAuth(database, {
      publicUrl: 'https://console.example.com',
      secret: 'a session secret for tests, long enough',
    })
    const ada = { email: 'ada@example.com', password: 'correct horse battery' }
    await auth.createUser({ ...ada, name: 'Ada', role: 'admin' })
    const outcome = await auth.signIn({ ...ada, address: '203.0.113.1', userAgent: '' })
    const cookie = outcome.ok ? (outcome.cookies[0]?.split(';')[0] ?? '') : ''
    return { database, check: () => auth.session(cookie) }
  }

  const asStored = (time: number) => (engine === 'sqlite' ? new Date(time).toISOString() : new Date(time))

  /** Makes the session as old as if it began `age` ms ago and was last seen `seen` ms ago. */
  const setAge = async ({ db }: Database, age: number, seen: number) => {
    await sql`UPDATE "session" SET "createdAt" = ${asStored(Date.now() - age)},
      "updatedAt" = ${asStored(Date.now() - seen)}, "expiresAt" = ${asStored(Date.now() - seen + idleMs)}`.execute(
      db,
    )
  }

  test('used all along it lasts twelve hours, not longer', async () => {
    const { database, check } = await signedIn()
    await setAge(database, 12 * hourMs - minuteMs, 10 * secondMs)
    expect((await check()).signedIn).not.toBeNull()
    await setAge(database, 12 * hourMs + secondMs, 10 * secondMs)
    expect(await check()).toEqual({ signedIn: null, cookies: [] })
  })

  test('left alone for thirty minutes it ends; seen before, it is prolonged, cookie included', async () => {
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

  test.each([1, -1])('T50: a clock that steps by %i h signs nobody out', async (hours) => {
    const { database, check } = await signedIn()
    await setAge(database, hourMs, 10 * secondMs)
    expect((await check()).signedIn).not.toBeNull()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * hourMs })
    try {
      // Two requests of one page: the second finds what the first has prolonged.
      expect(await Promise.all([check(), check()])).toMatchObject([{ signedIn: {} }, { signedIn: {} }])
      expect(await check()).toMatchObject({ signedIn: { role: 'admin' }, cookies: [] })
    } finally {
      vi.useRealTimers()
    }
  })

  test('a banned user is nobody at once', async () => {
    const { database, check } = await signedIn()
    await sql`UPDATE "user" SET "banned" = ${engine === 'sqlite' ? 1 : true}`.execute(database.db)
    expect((await check()).signedIn).toBeNull()
  })
})

test('a step forward is made good at twice the speed of time, one backward at once; else it is the wall clock', () => {
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

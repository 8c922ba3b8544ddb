import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAuth } from '#server/auth/auth.ts'
import type { SignInOutcome } from '#server/auth/sign-in.ts'
import { eachStore } from '../../stores/each-store.ts'
import { cheapHashes } from '../../stores/prepared-store.ts'

const options = {
  publicUrl: 'https://console.example.com',
  secret: 'a session secret for tests, long enough',
  hashCost: cheapHashes,
}
/** The number of parallel requests that a BFF accepts (load-shedder.ts). */
const maxAtOnce = 128
const ada = { email: 'ada@example.com', password: 'correct horse battery' }
const bob = { email: 'bob@example.com', password: 'another long password' }
/** Just longer than a replica remembers a refusal. */
const afterMemoryMs = 5_001
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  // lru-cache treats a start time of 0 as unset.
  vi.advanceTimersByTime(1)
})
afterEach(() => void vi.useRealTimers())

eachStore(({ engine, open, copyStore }) => {
  /** Opens two replicas on PostgreSQL, one on SQLite. Each sign-in comes from a new address. */
  async function replicas() {
    const where = await copyStore()
    const databases = [await open(where)]
    if (engine === 'postgres') databases.push(await open(where))
    const auths = await Promise.all(databases.map((database) => createAuth(database, options)))
    const [one] = auths
    if (one === undefined) throw new Error('there is one')
    await one.createUser({ ...ada, name: 'Ada', role: 'admin' })
    await one.createUser({ ...bob, name: 'Bob', role: 'supervisor' })
    let tries = 0
    const signIn = (email: string, password: string) => {
      tries++
      const address = `10.${tries >> 16}.${(tries >> 8) & 255}.${tries & 255}`
      return (auths[tries % auths.length] ?? one).signIn({ email, password, address, userAgent: '' })
    }
    const [database] = databases
    if (database === undefined) throw new Error('there is one')
    return { one, database, signIn }
  }

  test('R35: verifies at most ten of 200 parallel guesses at one account, while others sign in', async () => {
    const { one, database, signIn } = await replicas()
    const guesses = Array.from({ length: 200 }, (_, n) => n).values()
    const outcomes: SignInOutcome[] = []
    const guess = async () => {
      for (const n of guesses)
        outcomes.push(await signIn(n % 2 === 0 ? ada.email : ada.email.toUpperCase(), `guess ${n}`))
    }
    const guessing = Promise.all(Array.from({ length: maxAtOnce }, guess))
    const others = signIn(bob.email, bob.password)
    await guessing
    expect(outcomes.length).toBe(200)
    expect(outcomes.every(({ ok }) => !ok)).toBe(true)
    const verified = outcomes.filter((outcome) => !outcome.ok && outcome.why === 'wrong')
    expect(verified.length).toBeLessThanOrEqual(10)
    expect((await others).ok || (await signIn(bob.email, bob.password)).ok).toBe(true)
    // The server does not check the right password either, and no guess extends the lock.
    const locked = await signIn(ada.email, ada.password)
    expect(locked).toMatchObject({ ok: false, why: 'too-many' })
    expect(!locked.ok && (locked.retryAfter ?? 0) > 800 && (locked.retryAfter ?? 0) <= 900).toBe(true)
    const shown = (await one.users()).find(({ email }) => email === ada.email)
    expect(shown).toMatchObject({ lockedUntil: expect.any(Number) })
    expect((await one.users()).find(({ email }) => email === bob.email)).toMatchObject({ lockedUntil: null })
    await sql`UPDATE sign_in_try SET since = since - ${15 * 60_000}`.execute(database.db)
    vi.advanceTimersByTime(afterMemoryMs)
    expect(await signIn(ada.email, ada.password)).toMatchObject({ ok: true })
  })

  test('R35: lets an admin unlock, counts no right password, and counts unknown accounts alike', async () => {
    const { one, signIn } = await replicas()
    for (let n = 0; n < 12; n++) expect(await signIn(bob.email, bob.password)).toMatchObject({ ok: true })
    for (const email of [bob.email, 'unknown@example.com']) {
      for (let n = 0; n < 10; n++) expect(await signIn(email, 'guess')).toMatchObject({ why: 'wrong' })
      expect(await signIn(email, 'guess')).toMatchObject({ why: 'too-many' })
    }
    const { id } = (await one.users()).find(({ email }) => email === bob.email) ?? { id: '' }
    expect(await one.unlockUser(id)).toMatchObject({ lockedUntil: null })
    vi.advanceTimersByTime(afterMemoryMs)
    expect(await signIn(bob.email, bob.password)).toMatchObject({ ok: true })
  })

  test('R35: allows no further guesses among right passwords', async () => {
    const { signIn } = await replicas()
    for (let n = 0; n < 12; n++) expect(await signIn(bob.email, bob.password)).toMatchObject({ ok: true })
    // The number of right passwords before the tenth guess is random.
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, (_, n) => signIn(bob.email, n % 3 === 0 ? bob.password : `guess ${n}`)),
    )
    const verified = outcomes.filter((outcome) => !outcome.ok && outcome.why === 'wrong')
    expect(verified).toHaveLength(10)
    expect(await signIn(bob.email, bob.password)).toMatchObject({ why: 'too-many' })
  })

  test('R35: waits a limited time for the attempts of a crashed replica', async () => {
    vi.useRealTimers()
    const database = await open(await copyStore())
    const one = await createAuth(database, options, { signInWaitMs: 20, signInLookMs: 5 })
    await one.createUser({ ...ada, name: 'Ada', role: 'admin' })
    const signIn = () => one.signIn({ ...ada, address: '203.0.113.1', userAgent: '' })
    expect(await signIn()).toMatchObject({ ok: true })
    await sql`UPDATE sign_in_try SET tries = 10, failed = 3`.execute(database.db)
    expect(await signIn()).toMatchObject({ ok: false, why: 'too-many', retryAfter: 5 })
    const locked = (await one.users()).find(({ email }) => email === ada.email)
    expect(locked).toMatchObject({ lockedUntil: expect.any(Number) })
    await sql`UPDATE sign_in_try SET since = since - ${15 * 60_000}`.execute(database.db)
    const later = await createAuth(database, options)
    expect(await later.signIn({ ...ada, address: '203.0.113.1', userAgent: '' })).toMatchObject({ ok: true })
  })

  test('R50: does not extend a lock when the clock is put back', async () => {
    const { database, signIn } = await replicas()
    for (let n = 0; n < 11; n++) await signIn(bob.email, 'guess')
    expect(await signIn(bob.email, bob.password)).toMatchObject({ why: 'too-many' })
    await sql`UPDATE sign_in_try SET since = since + ${24 * 3_600_000}`.execute(database.db)
    vi.advanceTimersByTime(afterMemoryMs)
    expect(await signIn(bob.email, bob.password)).toMatchObject({ ok: true })
  })

  test('lifts a lock at once on its replica, and after five seconds on another', async () => {
    const { one, signIn } = await replicas()
    // Makes each replica refuse once.
    for (let n = 0; n < 12; n++) await signIn(bob.email, 'guess')
    const { id } = (await one.users()).find(({ email }) => email === bob.email) ?? { id: '' }
    await one.unlockUser(id)
    const here = { ...bob, address: '203.0.113.9', userAgent: '' }
    expect(await one.signIn(here)).toMatchObject({ ok: true })
    const elsewhere = await Promise.all([signIn(bob.email, bob.password), signIn(bob.email, bob.password)])
    expect(elsewhere.filter(({ ok }) => ok)).toHaveLength(engine === 'sqlite' ? 2 : 1)
    vi.advanceTimersByTime(afterMemoryMs)
    for (const outcome of [await signIn(bob.email, bob.password), await signIn(bob.email, bob.password)])
      expect(outcome).toMatchObject({ ok: true })
  })

  test('R35: counts step-up passwords separately from sign-ins', async () => {
    const { one, signIn } = await replicas()
    const { id } = (await one.users()).find(({ email }) => email === ada.email) ?? { id: '' }
    const user = { id, name: 'Ada', email: ada.email }
    for (let n = 0; n < 10; n++)
      expect(await one.confirmPassword(user, 'guess')).toEqual({ right: false, retryAfter: null })
    expect(await one.confirmPassword(user, ada.password)).toMatchObject({
      right: false,
      retryAfter: expect.any(Number),
    })
    expect(await signIn(ada.email, ada.password)).toMatchObject({ ok: true })
    for (let n = 0; n < 10; n++) expect(await signIn(bob.email, 'guess')).toMatchObject({ why: 'wrong' })
    const { id: bobId } = (await one.users()).find(({ email }) => email === bob.email) ?? { id: '' }
    const confirmed = await one.confirmPassword({ id: bobId, name: 'Bob', email: bob.email }, bob.password)
    expect(confirmed).toEqual({ right: true, retryAfter: null })
  })
})

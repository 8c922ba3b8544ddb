import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createAuth } from '#server/auth/auth.ts'
import type { Database } from '#server/platform/database/database.ts'
import { eachStore } from '../../stores/each-store.ts'
import { cheapHashes } from '../../stores/prepared-store.ts'
import { trySignIn, type SignInOutcome } from './try-sign-in.ts'

const options = {
  publicUrl: 'https://console.example.com',
  secret: 'a session secret for tests, long enough',
  hashCost: cheapHashes,
}
const ada = { email: 'ada@example.com', password: 'correct horse battery' }
const bob = { email: 'bob@example.com', password: 'another long password' }
let addresses = 0
const newAddress = () => `10.${++addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`
const here = '203.0.113.9'
eachStore(({ engine, open, copyStore }) => {
  /** Opens two replicas on PostgreSQL, one on SQLite. Without `address`, a sign-in comes from a new network. */
  async function replicas() {
    const where = await copyStore()
    const databases = [await open(where)]
    if (engine === 'postgres') databases.push(await open(where))
    const auths = databases.map((database) => createAuth(database, options))
    const [one] = auths
    if (one === undefined) throw new Error('there is one')
    await one.users.create({ ...ada, name: 'Ada', role: 'admin' })
    await one.users.create({ ...bob, name: 'Bob', role: 'supervisor' })
    let tries = 0
    const signIn = (email: string, password: string, address = newAddress()) => {
      tries++
      return trySignIn(auths[tries % auths.length] ?? one, { email, password, address })
    }
    const [database] = databases
    if (database === undefined) throw new Error('there is one')
    return { one, database, signIn }
  }

  /** Frees the counts of networks: these tests are about one account. */
  const forgetNetworks = ({ db }: Database) =>
    sql`DELETE FROM attempt_count WHERE key LIKE 'network:%'`.execute(db)

  test('R35: verifies at most ten of 200 parallel guesses from one network, and a hundred from all', async () => {
    const { one, database, signIn } = await replicas()
    const guess = async (count: number, address?: string) => {
      const guesses = Array.from({ length: count }, (_, n) => n).values()
      const outcomes: SignInOutcome[] = []
      const work = async () => {
        for (const n of guesses)
          outcomes.push(
            await signIn(n % 2 === 0 ? ada.email : ada.email.toUpperCase(), `guess ${n}`, address),
          )
      }
      await Promise.all(Array.from({ length: 30 }, work))
      expect(outcomes.every(({ code }) => code !== null)).toBe(true)
      return outcomes.filter(({ code }) => code === 'sign-in-failed').length
    }
    const [verified, others] = await Promise.all([guess(200, here), signIn(bob.email, bob.password)])
    expect(verified).toBeLessThanOrEqual(10)
    expect([others.code, (await signIn(bob.email, bob.password)).code]).toContain(null)
    // The server does not check the right password either, and no guess extends the lock.
    await forgetNetworks(database)
    const locked = await signIn(ada.email, ada.password, here)
    expect(locked).toMatchObject({ code: 'too-many-requests' })
    expect(locked.retryAfter).toBeGreaterThan(800)
    expect(locked.retryAfter).toBeLessThanOrEqual(900)
    const shown = (await one.users.list()).find(({ email }) => email === ada.email)
    expect(shown).toMatchObject({ lockedUntil: expect.any(Number) })
    expect((await one.users.list()).find(({ email }) => email === bob.email)).toMatchObject({
      lockedUntil: null,
    })
    await sql`UPDATE attempt_count SET until = until - ${15 * 60_000}`.execute(database.db)
    expect(await signIn(ada.email, ada.password, here)).toMatchObject({ code: null })

    expect(await guess(120)).toBeLessThanOrEqual(100)
    expect(await signIn(ada.email, ada.password)).toMatchObject({ code: 'too-many-requests' })
    // Where the account has signed in, it still does.
    expect(await signIn(ada.email, ada.password, here)).toMatchObject({ code: null })
  })

  test('R35: lets an admin unlock, counts no right password, and counts unknown accounts alike', async () => {
    const { one, database, signIn } = await replicas()
    for (let n = 0; n < 12; n++) expect(await signIn(bob.email, bob.password)).toMatchObject({ code: null })
    for (const email of [bob.email, 'unknown@example.com']) {
      await forgetNetworks(database)
      for (let n = 0; n < 10; n++)
        expect(await signIn(email, 'guess', here)).toMatchObject({ code: 'sign-in-failed' })
      await forgetNetworks(database)
      expect(await signIn(email, 'guess', here)).toMatchObject({ code: 'too-many-requests' })
    }
    const { id } = (await one.users.list()).find(({ email }) => email === bob.email) ?? { id: '' }
    expect(await one.users.unlock(id)).toMatchObject({ lockedUntil: null })
    await forgetNetworks(database)
    expect(await signIn(bob.email, bob.password, here)).toMatchObject({ code: null })
  })

  test('R35: allows no further guesses among right passwords', async () => {
    const { signIn } = await replicas()
    for (let n = 0; n < 12; n++)
      expect(await signIn(bob.email, bob.password, here)).toMatchObject({ code: null })
    // The number of right passwords before the tenth guess is random.
    const outcomes = await Promise.all(
      Array.from({ length: 36 }, (_, n) =>
        signIn(bob.email, n % 3 === 0 ? bob.password : `guess ${n}`, here),
      ),
    )
    const verified = outcomes.filter(({ code }) => code === 'sign-in-failed')
    expect(verified).toHaveLength(10)
    expect(await signIn(bob.email, bob.password, here)).toMatchObject({ code: 'too-many-requests' })
  })

  test('R35: counts step-up passwords separately from sign-ins', async () => {
    const { one, signIn } = await replicas()
    const { id } = (await one.users.list()).find(({ email }) => email === ada.email) ?? { id: '' }
    for (let n = 0; n < 10; n++)
      await expect(one.stepUp.requirePassword(id, 'guess')).rejects.toMatchObject({ code: 'password-wrong' })
    await expect(one.stepUp.requirePassword(id, ada.password)).rejects.toMatchObject({
      code: 'too-many-requests',
      detail: { retryAfter: expect.any(Number) },
    })
    expect(await signIn(ada.email, ada.password, here)).toMatchObject({ code: null })
    for (let n = 0; n < 10; n++)
      expect(await signIn(bob.email, 'guess')).toMatchObject({ code: 'sign-in-failed' })
    const { id: bobId } = (await one.users.list()).find(({ email }) => email === bob.email) ?? { id: '' }
    await one.stepUp.requirePassword(bobId, bob.password)
  })
})

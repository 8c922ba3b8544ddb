import { expect, test } from 'vitest'
import { createAuth } from '#server/auth/auth.ts'
import { Hashing, passwordCost } from '#server/auth/hashing.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { eachStore } from '../../stores/each-store.ts'
import { cheapHashes } from '../../stores/prepared-store.ts'
import { openBff, passwords } from '../bff.ts'
import { visitor, type Visitor } from '../visitor.ts'
import { trySignIn } from './try-sign-in.ts'

/** Longer than the time limit of a test. */
const endless = 600_000
/** A tenth of the real cost, still slow enough for a queue to form. */
const tenthOfCost = { ...passwordCost, p: 1 }

test('stores the cost in the hash, and limits the memory of a forged hash', async () => {
  const hashing = new Hashing()
  const hash = await hashing.hash('a password')
  // N = 2^13, r = 8, p = 10 takes as much work as OWASP's 2^17, 8, 1.
  expect(hash).toMatch(/^\$scrypt\$ln=13,r=8,p=10\$[\w+/]{22}\$[\w+/]{86}$/)
  const forged = hash.replace('ln=13', 'ln=24')
  await expect(hashing.verify({ hash: forged, password: 'a password' })).rejects.toThrow(/memory/i)
  expect(await hashing.verify({ hash: 'no hash at all', password: 'a password' })).toBe(false)
})

eachStore(({ copyStore, open }) => {
  test('accepts a hash of an earlier cost, and replaces it at the next right sign-in', async () => {
    const where = await copyStore()
    const bff = await openBff({ store: where, hashCost: passwordCost })
    const { db } = await open(where)
    const email = 'admin@example.com'
    const hashes = async () => {
      const found = await db.selectFrom('user').select('password').where('email', '=', email).execute()
      return found.map(({ password: hash }) => hash)
    }
    const old = await new Hashing(cheapHashes).hash(passwords.admin)
    await db.updateTable('user').set({ password: old }).where('email', '=', email).execute()
    const signIn = async (password: string) => (await visitor(bff).signIn(email, password)).status
    expect(await signIn('not the password')).toBe(401)
    expect(await hashes()).toEqual([old])
    // With two sign-ins at once, both succeed although the first replaces the hash of the second.
    expect(await Promise.all([signIn(passwords.admin), signIn(passwords.admin)])).toEqual([200, 200])
    expect(await hashes()).toEqual([expect.stringMatching(/^\$scrypt\$ln=13,r=8,p=10\$/)])
    expect(await signIn(passwords.admin)).toBe(200)
    expect(await signIn('not the password')).toBe(401)
    await bff.close()
  })
})

test('slows down guesses from a hundred addresses without an error', async () => {
  const database = await openDatabase({ file: ':memory:' })
  const auth = createAuth(database, {
    publicUrl: 'https://console.example.com',
    secret: 'a session secret for tests, long enough',
    hashCost: tenthOfCost,
  })
  const ada = { email: 'ada@example.com', password: 'correct horse battery' }
  await auth.users.create({ ...ada, name: 'Ada', role: 'admin' })
  const signIn = (email: string, password: string, address: string) =>
    trySignIn(auth, { email, password, address })
  // Each guess is at another account: too many guesses at one account are not even tried.
  const guesses = await Promise.all(
    Array.from({ length: 100 }, (_, i) => signIn(`user${i}@example.com`, 'guess', `10.0.0.${i}`)),
  )
  const slowed = guesses.filter(({ code }) => code === 'too-many-requests')
  expect(slowed.length).toBeGreaterThanOrEqual(60)
  for (const guess of slowed) expect(guess).toMatchObject({ retryAfter: 1 })
  expect(guesses.every(({ code }) => code !== null)).toBe(true)
  expect(await signIn(ada.email, ada.password, '10.0.1.1')).toMatchObject({ code: null })
  await database.close()
})

test('answers thirty parallel step-ups of a user or asks to retry, and counts no attempt', async () => {
  const bff = await openBff({ timings: { answerMs: endless }, hashCost: tenthOfCost })
  const browsers = Array.from({ length: 30 }, () => visitor(bff))
  for (const browser of browsers) await browser.signIn('admin@example.com', passwords.admin)
  const stepUp = (browser: Visitor) =>
    browser.request('POST', '/api/session/step-up', { password: passwords.admin })
  const answers = await Promise.all(browsers.map(stepUp))
  const refused = answers.filter(({ status }) => status !== 200)
  // How many wait at once depends on the machine.
  for (const { status, body, headers } of refused)
    expect([status, body['code'], headers.get('retry-after')]).toEqual([429, 'too-many-requests', '1'])
  const [first] = browsers
  expect(first && (await stepUp(first)).status).toBe(200)
  await bff.close()
})

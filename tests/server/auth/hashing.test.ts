import { setImmediate as yieldTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { createAuth } from '#server/auth/auth.ts'
import { createHashing, withAccountQueue, passwordCost } from '#server/auth/hashing.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { eachStore } from '../../stores/each-store.ts'
import { cheapHashes } from '../../stores/prepared-store.ts'
import { openBff, passwords } from '../bff.ts'
import { visitor } from '../visitor.ts'

/** Longer than the time limit of a test. */
const endless = 600_000
const tooMany: unknown = expect.objectContaining({ statusCode: 429 })
const crowded = { status: 'rejected', reason: tooMany }
/** A tenth of the real cost, still slow enough for a queue to form. */
const tenthOfCost = { ...passwordCost, p: 1 }

test('hashes two at a time, lets twenty wait and refuses the rest at once', async () => {
  const hashing = createHashing(tenthOfCost, endless)
  const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => hashing.hash('a password')))
  const made = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  expect(made).toHaveLength(22)
  expect(new Set(made).size).toBe(22)
  expect(outcomes.filter((outcome) => outcome.status === 'rejected')).toEqual(
    Array.from({ length: 8 }, () => crowded),
  )
  expect(await hashing.verify({ hash: made[0] ?? '', password: 'a password' })).toBe(true)
  expect(await hashing.verify({ hash: made[0] ?? '', password: 'another' })).toBe(false)
})

/** Returns the order in which the hashes of these accounts finish; null is a stranger. */
async function orderOf(accounts: readonly (string | null)[]): Promise<(string | null)[]> {
  const hashing = createHashing(cheapHashes, endless)
  const order: (string | null)[] = []
  const hash = async (account: string | null) => {
    await hashing.hash('a password')
    order.push(account)
  }
  await Promise.all(
    accounts.map((account) =>
      account === null ? hash(null) : withAccountQueue(account, () => hash(account)),
    ),
  )
  return order
}
const accounts = Array.from({ length: 12 }, (_, n) => `user${n}@example.com`)
const strangers = Array.from({ length: 8 }, () => null)

test('serves known users before most strangers, and a stranger at every third turn', async () => {
  expect((await orderOf([...strangers, 'ada@example.com'])).indexOf('ada@example.com')).toBeLessThan(6)
  const order = await orderOf([...accounts, ...strangers])
  // Two hashes run at once, so a later hash can finish first.
  expect(order.slice(0, 7)).toContain(null)
  expect(order.slice(0, 13).filter((each) => each === null).length).toBeGreaterThanOrEqual(3)
})

test('serves accounts in turn, and lets two hashes of each wait', async () => {
  const ada = Array.from({ length: 4 }, () => 'ada@example.com')
  expect((await orderOf([...ada, ...accounts])).slice(-4)).toContain('ada@example.com')
  const hashing = createHashing(cheapHashes, endless)
  const hash = (account: string) => withAccountQueue(account, () => hashing.hash('a password'))
  const own = Array.from({ length: 10 }, (_, n) => hash(n % 2 === 0 ? 'ada@example.com' : ' Ada@example.com'))
  const other = hash('bob@example.com')
  const outcomes = await Promise.allSettled(own)
  expect(outcomes.slice(4)).toEqual(Array.from({ length: 6 }, () => crowded))
  expect(outcomes.slice(0, 4).every(({ status }) => status === 'fulfilled')).toBe(true)
  expect(await other).toMatch(/^\$scrypt\$/)
})

test("stops a hash's wait in time for the response", async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const hashing = createHashing(cheapHashes)
    const hash = () => hashing.hash('a password')
    const all = Promise.allSettled([hash(), hash(), hash(), withAccountQueue('ada@example.com', hash)])
    vi.advanceTimersByTime(4_000)
    const hashed: unknown = expect.stringMatching(/^\$scrypt\$/)
    const made = { status: 'fulfilled', value: hashed }
    expect(await all).toEqual([made, made, crowded, crowded])
    expect(await Promise.all([hash(), hash(), hash()])).toHaveLength(3)
  } finally {
    vi.useRealTimers()
  }
})

test('gives all hashes of one change four seconds together', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  try {
    const hashing = createHashing(cheapHashes)
    const hash = () => hashing.hash('a password')
    await withAccountQueue('ada@example.com', async () => {
      vi.advanceTimersByTime(3_000)
      const all = Promise.allSettled([hash(), hash(), hash()])
      vi.advanceTimersByTime(1_000)
      expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    })
  } finally {
    vi.useRealTimers()
  }
})

test('frees the slot of a hash that fails', async () => {
  const hashing = createHashing()
  const tooLarge = '$scrypt$ln=24,r=8,p=10$YQ$YQ'
  for (let i = 0; i < 5; i++)
    await expect(hashing.verify({ hash: tooLarge, password: 'x' })).rejects.toThrow(/memory/i)
  expect(await hashing.verify({ hash: 'no hash at all', password: 'x' })).toBe(false)
  expect(await hashing.hash('a password')).toMatch(/^\$scrypt\$/)
})

test('stores the cost in the hash, and limits the memory of a forged hash', async () => {
  const hashing = createHashing()
  const hash = await hashing.hash('a password')
  // N = 2^13, r = 8, p = 10 takes as much work as OWASP's 2^17, 8, 1.
  expect(hash).toMatch(/^\$scrypt\$ln=13,r=8,p=10\$[\w+/]{22}\$[\w+/]{86}$/)
  const forged = hash.replace('ln=13', 'ln=24')
  await expect(hashing.verify({ hash: forged, password: 'a password' })).rejects.toThrow(/memory/i)
})

eachStore(({ copyStore, open }) => {
  test('accepts a hash of an earlier cost, and replaces it at the next right sign-in', async () => {
    const where = await copyStore()
    const bff = await openBff({ store: where, hashCost: passwordCost })
    const { db } = await open(where)
    const email = 'admin@example.com'
    const hashes = async () => {
      const { rows } = await sql<{ password: string }>`SELECT a.password FROM account a
        JOIN "user" u ON u.id = a."userId" WHERE u.email = ${email}`.execute(db)
      return rows.map(({ password }) => password)
    }
    const old = await createHashing(cheapHashes).hash(passwords.admin)
    await sql`UPDATE account SET password = ${old}
      WHERE "userId" = (SELECT id FROM "user" WHERE email = ${email})`.execute(db)
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
  const auth = await createAuth(database, {
    publicUrl: 'https://console.example.com',
    secret: 'a session secret for tests, long enough',
    hashCost: tenthOfCost,
  })
  const ada = { email: 'ada@example.com', password: 'correct horse battery' }
  await auth.createUser({ ...ada, name: 'Ada', role: 'admin' })
  const signIn = (email: string, password: string, address: string) =>
    auth.signIn({ email, password, address, userAgent: '' })
  // Each guess is at another account: too many guesses at one account are not even tried.
  const guesses = await Promise.all(
    Array.from({ length: 100 }, (_, i) => signIn(`user${i}@example.com`, 'guess', `10.0.0.${i}`)),
  )
  const slowed = guesses.filter((guess) => !guess.ok && guess.why === 'too-many')
  expect(slowed.length).toBeGreaterThanOrEqual(60)
  for (const guess of slowed) expect(guess).toMatchObject({ retryAfter: 1 })
  expect(guesses.every((guess) => !guess.ok)).toBe(true)
  expect(await signIn(ada.email, ada.password, '10.0.1.1')).toMatchObject({ ok: true })
  await database.close()
})

test('lets a signed-in user change everything while strangers fill their queue', async () => {
  // On a busy machine, hashes take longer than the deadline of a response.
  const bff = await openBff({ timings: { answerMs: endless, hashWaitMs: endless }, hashCost: tenthOfCost })
  const admin = visitor(bff)
  await admin.signIn('admin@example.com', passwords.admin)
  const over = new AbortController()
  const crowd = Array.from({ length: 26 }, async (_, guesser) => {
    for (let n = 0; !over.signal.aborted; n++) {
      await visitor(bff).signIn(`user${guesser}-${n}@example.com`, 'guess')
      await yieldTurn()
    }
  })
  const nth = (n: number) => (n === 0 ? passwords.admin : `a long password, the ${n}th`)
  const changes: [path: string, bodyOf: (n: number) => object][] = [
    ['/api/session/step-up', () => ({ password: passwords.admin })],
    ['/api/users', (n) => ({ email: `new${n}@example.com`, name: 'New', role: 'supervisor' })],
    ['/api/account/second-factor', () => ({ password: passwords.admin })],
    ['/api/account/password', (n) => ({ current: nth(n), next: nth(n + 1) })],
  ]
  try {
    for (const [path, bodyOf] of changes)
      for (let n = 0; n < 3; n++)
        expect([path, (await admin.request('POST', path, bodyOf(n))).status]).toEqual([path, 200])
  } finally {
    over.abort()
    await Promise.all(crowd)
  }
  await bff.close()
})

test('asks a user with many parallel changes to retry, without counting an attempt', async () => {
  const bff = await openBff({ timings: { answerMs: endless, hashWaitMs: endless }, hashCost: tenthOfCost })
  const admin = visitor(bff)
  await admin.signIn('admin@example.com', passwords.admin)
  const begin = () => admin.request('POST', '/api/account/second-factor', { password: passwords.admin })
  const answers = await Promise.all(Array.from({ length: 20 }, begin))
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.length).toBeGreaterThan(0)
  for (const { status, body, headers } of refused)
    expect([status, body['code'], headers.get('retry-after')]).toEqual([429, 'too-many-requests', '1'])
  expect((await begin()).status).toBe(200)
  await bff.close()
})

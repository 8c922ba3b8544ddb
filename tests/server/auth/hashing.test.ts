import { setImmediate as yieldTurn } from 'node:timers/promises'
import { hashPassword } from 'better-auth/crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createAuth } from '#server/auth/auth.ts'
import { createHashing, passwordCost, waitingItsTurn } from '#server/auth/hashing.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { eachStore } from '../../stores/each-store.ts'
import { cheapHashes } from '../../stores/prepared-store.ts'
import { openBff, passwords } from '../bff.ts'
import { visitor } from '../visitor.ts'

test('hashes two at a time, lets twenty wait and refuses the rest at once', async () => {
  const hashing = createHashing()
  const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => hashing.hash('a password')))
  const made = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  expect(made).toHaveLength(22)
  expect(new Set(made).size).toBe(22)
  expect(outcomes.filter((outcome) => outcome.status === 'rejected')).toEqual(
    Array.from({ length: 8 }, () => ({
      status: 'rejected',
      reason: expect.objectContaining({ statusCode: 429 }),
    })),
  )
  expect(await hashing.verify({ hash: made[0] ?? '', password: 'a password' })).toBe(true)
  expect(await hashing.verify({ hash: made[0] ?? '', password: 'another' })).toBe(false)
})

test('serves known users before strangers', async () => {
  const hashing = createHashing(cheapHashes)
  const order: string[] = []
  const hash = async (who: string) => {
    await hashing.hash('a password')
    order.push(who)
  }
  const strangers = Array.from({ length: 8 }, () => hash('stranger'))
  await Promise.all([...strangers, waitingItsTurn(() => hash('known'))])
  expect(order.indexOf('known')).toBeLessThan(6)
})

test('frees the place of a hash that fails', async () => {
  const hashing = createHashing()
  for (let i = 0; i < 5; i++)
    await expect(hashing.verify({ hash: 'no hash at all', password: 'x' })).rejects.toThrow(Error)
  expect(await hashing.hash('a password')).toMatch(/^\$scrypt\$/)
})

test('stores the cost in the hash, and bounds the memory of a forged one', async () => {
  const hashing = createHashing()
  const hash = await hashing.hash('a password')
  // 2^13, 8, 10: as much work as OWASP's 2^17, 8, 1.
  expect(hash).toMatch(/^\$scrypt\$ln=13,r=8,p=10\$[\w+/]{22}\$[\w+/]{86}$/)
  const forged = hash.replace('ln=13', 'ln=24')
  await expect(hashing.verify({ hash: forged, password: 'a password' })).rejects.toThrow(/memory/i)
})

eachStore(({ place, open }) => {
  test('accepts a hash of an earlier cost, and replaces it at the next right sign-in', async () => {
    const where = await place()
    const bff = await openBff({ store: where, hashCost: passwordCost })
    const { db } = await open(where)
    const email = 'admin@example.com'
    const hashes = async () => {
      const { rows } = await sql<{ password: string }>`SELECT a.password FROM account a
        JOIN "user" u ON u.id = a."userId" WHERE u.email = ${email}`.execute(db)
      return rows.map(({ password }) => password)
    }
    const old = await hashPassword(passwords.admin)
    await sql`UPDATE account SET password = ${old}
      WHERE "userId" = (SELECT id FROM "user" WHERE email = ${email})`.execute(db)
    const signIn = async (password: string) => (await visitor(bff).signIn(email, password)).status
    expect(await signIn('not the password')).toBe(401)
    expect(await hashes()).toEqual([old])
    // Two at once: the one whose hash goes while it signs in is not turned away.
    expect(await Promise.all([signIn(passwords.admin), signIn(passwords.admin)])).toEqual([200, 200])
    expect(await hashes()).toEqual([expect.stringMatching(/^\$scrypt\$ln=13,r=8,p=10\$/)])
    expect(await signIn(passwords.admin)).toBe(200)
    expect(await signIn('not the password')).toBe(401)
    await bff.close()
  })
})

test('slows guesses from a hundred addresses down without an error', async () => {
  const database = await openDatabase({ file: ':memory:' })
  const auth = await createAuth(database, {
    publicUrl: 'https://console.example.com',
    secret: 'a session secret for tests, long enough',
  })
  const ada = { email: 'ada@example.com', password: 'correct horse battery' }
  await auth.createUser({ ...ada, name: 'Ada', role: 'admin' })
  const signIn = (email: string, password: string, address: string) =>
    auth.signIn({ email, password, address, userAgent: '' })
  // Each of another account: too many of one are not even tried.
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

test('asks a user to come again while twenty wait, without counting a try or leaving anything half done', async () => {
  // On a busy machine twenty hashes take longer than an answer may.
  const bff = await openBff({ timings: { answerMs: 600_000 }, hashCost: passwordCost })
  const admin = visitor(bff)
  await admin.signIn('admin@example.com', passwords.admin)
  const over = new AbortController()
  const crowd = Array.from({ length: 26 }, async (_, guesser) => {
    for (let n = 0; !over.signal.aborted; n++) {
      await visitor(bff).signIn(`user${guesser}-${n}@example.com`, 'guess')
      await yieldTurn()
    }
  })
  /** Asks until so many were sent away; all others must succeed. */
  async function sentAway(times: number, path: string, bodyOf: (n: number) => object) {
    for (let n = 0, away = 0; away < times; n++) {
      const { status, body, headers } = await admin.ask('POST', path, bodyOf(n))
      if (status === 200) continue
      expect([path, status, body['code'], headers.get('retry-after')]).toEqual([
        path,
        429,
        'too-many-requests',
        '1',
      ])
      away++
    }
  }
  const invited = (n: number) => ({ email: `new${n}@example.com`, name: 'New', role: 'supervisor' })
  let invitations = 0
  try {
    // Strangers keep no signed-in user from proving who they are.
    for (let n = 0; n < 3; n++)
      expect((await admin.ask('POST', '/api/session/step-up', { password: passwords.admin })).status).toBe(
        200,
      )
    await sentAway(1, '/api/users', (n) => invited((invitations = n)))
    await sentAway(1, '/api/account/second-factor', () => ({ password: passwords.admin }))
    await sentAway(1, '/api/account/password', (n) => ({
      current: n === 0 ? passwords.admin : `a long password, the ${n}th`,
      next: `a long password, the ${n + 1}th`,
    }))
  } finally {
    over.abort()
    await Promise.all(crowd)
  }
  expect((await admin.ask('POST', '/api/users', invited(invitations))).status).toBe(200)
  await bff.close()
})

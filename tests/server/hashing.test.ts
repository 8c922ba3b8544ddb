import { expect, test } from 'vitest'
import { createAuth } from '#server/people/auth.ts'
import { createHashing } from '#server/people/hashing.ts'
import { openDatabase } from '#server/store/database.ts'

test('two at a time, twenty wait, the rest are turned away at once; afterwards all is as before', async () => {
  const hashing = createHashing()
  for (let round = 0; round < 2; round++) {
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
  }
}, 30_000)

test('a failing hash gives its place back', async () => {
  const hashing = createHashing()
  for (let i = 0; i < 5; i++)
    await expect(hashing.verify({ hash: 'no hash at all', password: 'x' })).rejects.toThrow(Error)
  expect(await hashing.hash('a password')).toMatch(/:/)
})

test('guesses from a hundred addresses are slowed down, not answered with a fault', async () => {
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
}, 30_000)

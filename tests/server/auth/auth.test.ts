import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createAuth } from '#server/auth/auth.ts'
import { eachStore } from '../../stores/each-store.ts'
import { cheapHashes } from '../../stores/prepared-store.ts'

const secret = 'a session secret for tests, long enough'
const ada = {
  email: 'ada@example.com',
  name: 'Ada',
  password: 'correct horse battery',
  role: 'admin',
} as const
const from = { address: '203.0.113.7', userAgent: 'test' }

eachStore(({ open }) => {
  const auth = async (publicUrl = 'https://console.example.com') => {
    const made = createAuth(await open(), { publicUrl, secret, hashCost: cheapHashes })
    await made.users.create(ada)
    return made
  }
  const signIn = async (
    of: Awaited<ReturnType<typeof auth>>,
    password: string = ada.password,
    address = from.address,
  ) => of.signIn({ email: ada.email, password, address, userAgent: 'test' })
  const cookieOf = (outcome: Awaited<ReturnType<typeof signIn>>) =>
    outcome.ok ? (outcome.cookies[0]?.split(';')[0] ?? '') : ''

  test('sets one hardened cookie for the session', async () => {
    const made = await auth()
    const outcome = await signIn(made)
    expect(outcome.ok && outcome.cookies).toEqual([
      expect.stringMatching(
        /^__Host-console-session=[^;]+; Max-Age=1800; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      ),
    ])
    const { signedIn } = await made.session(cookieOf(outcome))
    expect(signedIn).toMatchObject({ user: { email: ada.email, name: 'Ada' }, role: 'admin' })
  })

  test('finds no session for two session cookies, a forged one or none', async () => {
    const made = await auth()
    const cookie = cookieOf(await signIn(made))
    for (const sent of [
      `${cookie}; ${cookie}`,
      `__Host-console-session=forged`,
      `${cookie}x`,
      'other=1',
      null,
    ])
      expect((await made.session(sent)).signedIn).toBeNull()
  })

  test('ends the session on sign-out and on a password reset', async () => {
    const made = await auth()
    const first = cookieOf(await signIn(made))
    await made.signOut(first)
    expect((await made.session(first)).signedIn).toBeNull()
    const second = cookieOf(await signIn(made))
    expect(await made.users.resetPassword(ada.email, 'another long password')).toBe(true)
    expect((await made.session(second)).signedIn).toBeNull()
    expect(await signIn(made)).toMatchObject({ ok: false, why: 'wrong' })
    expect(await signIn(made, 'another long password')).toMatchObject({ ok: true })
  })

  test('finds no session for an unknown role', async () => {
    const database = await open()
    const made = createAuth(database, {
      publicUrl: 'http://127.0.0.1:8080',
      secret,
      hashCost: cheapHashes,
    })
    await made.users.create(ada)
    const cookie = cookieOf(await signIn(made))
    expect(cookie).toMatch(/^console-session=/)
    await sql`UPDATE "user" SET role = 'root'`.execute(database.db)
    expect((await made.session(cookie)).signedIn).toBeNull()
  })
})

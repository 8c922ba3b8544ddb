import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createAuth } from '#server/auth/auth.ts'
import { eachStore } from '../../stores/each-store.ts'
import { cheapHashes } from '../../stores/prepared-store.ts'
import { trySignIn } from './try-sign-in.ts'

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
  ) => trySignIn(of, { email: ada.email, password, address })

  test('sets one hardened cookie for the session', async () => {
    const made = await auth()
    const outcome = await signIn(made)
    expect(outcome.lines).toEqual([
      expect.stringMatching(
        /^__Host-console-session=[^;]+; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      ),
    ])
    const signedIn = await made.sessions.check(outcome.cookie)
    expect(signedIn).toMatchObject({ user: { email: ada.email, name: 'Ada' }, role: 'admin' })
  })

  test('finds no session for a forged cookie or none', async () => {
    const made = await auth()
    const cookie = (await signIn(made)).cookie
    for (const sent of [`__Host-console-session=forged`, `${cookie}x`, 'other=1', null])
      expect(await made.sessions.check(sent)).toBeNull()
  })

  test('ends the session on sign-out and on a password reset', async () => {
    const made = await auth()
    const first = (await signIn(made)).cookie
    await made.sessions.signOut(first)
    expect(await made.sessions.check(first)).toBeNull()
    const second = (await signIn(made)).cookie
    expect(await made.users.resetPassword(ada.email, 'another long password')).toBe(true)
    expect(await made.sessions.check(second)).toBeNull()
    expect(await signIn(made)).toMatchObject({ code: 'sign-in-failed' })
    expect(await signIn(made, 'another long password')).toMatchObject({ code: null })
  })

  test('finds no session for an unknown role', async () => {
    const database = await open()
    const made = createAuth(database, {
      publicUrl: 'http://127.0.0.1:8080',
      secret,
      hashCost: cheapHashes,
    })
    await made.users.create(ada)
    const cookie = (await signIn(made)).cookie
    expect(cookie).toMatch(/^console-session=/)
    await sql`UPDATE "user" SET role = 'root'`.execute(database.db)
    expect(await made.sessions.check(cookie)).toBeNull()
  })
})

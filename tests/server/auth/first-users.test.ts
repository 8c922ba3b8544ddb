import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createAuth, type Auth } from '#server/auth/auth.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { ConfigError } from '#server/platform/config/startup-error.ts'
import { ensureFirstUsers, type DemoAccount } from '#server/auth/first-users.ts'
import { eachStore } from '../../stores/each-store.ts'
import { cheapHashes } from '../../stores/prepared-store.ts'
import { trySignIn } from './try-sign-in.ts'

const directory = mkdtempSync(join(tmpdir(), 'console-first-users-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const options = {
  publicUrl: 'https://console.example.com',
  secret: 'a session secret for tests, long enough',
  hashCost: cheapHashes,
}
const onSandbox = { ...readConfig({}), isSandbox: true }
const onService = { ...onSandbox, isSandbox: false }
const firstAdmin = { email: 'ada@example.com', password: 'correct horse battery' }

eachStore(({ engine, open, emptyStore }) => {
  const demoFile = join(directory, `${engine}-demo-accounts.txt`)

  test('creates two accounts on the sandbox once, in a file that only its owner can read', async () => {
    const auth = createAuth(await open(await emptyStore()), options)
    writeFileSync(demoFile, 'left from another store\n')
    chmodSync(demoFile, 0o644)
    const accounts = await ensureFirstUsers(auth, onSandbox, demoFile)
    expect(accounts.map(({ role }) => role)).toEqual(['admin', 'supervisor'])
    expect(statSync(demoFile).mode & 0o777).toBe(0o600)
    expect(readFileSync(demoFile, 'utf8')).toBe(
      accounts.map(({ email, password }) => `${email} ${password}\n`).join(''),
    )
    for (const { email, password, role } of accounts) {
      const { cookie } = await trySignIn(auth, { email, password })
      expect(await auth.sessions.check(cookie)).toMatchObject({ user: { email }, role })
    }
    expect(await ensureFirstUsers(auth, onSandbox, demoFile)).toEqual([])
  })

  test('counts another user as a colleague once invited, signed in or from a provider', async () => {
    const openWithTwoUsers = async () => {
      const database = await open(await emptyStore())
      const auth = createAuth(database, options)
      const [admin, supervisor] = await ensureFirstUsers(auth, onSandbox, demoFile)
      const signIn = ({ email, password }: DemoAccount) => trySignIn(auth, { email, password })
      if (admin === undefined || supervisor === undefined) throw new Error('a sandbox has two accounts')
      await signIn(admin)
      const [{ id } = { id: '' }] = await auth.users.list()
      expect(await auth.users.hasColleague(id)).toBe(false)
      return { auth, db: database.db, id, signInSupervisor: () => signIn(supervisor) }
    }
    const used = await openWithTwoUsers()
    await used.signInSupervisor()
    expect(await used.auth.users.hasColleague(used.id)).toBe(true)
    const grown = await openWithTwoUsers()
    await grown.auth.users.invite({ email: 'bob@example.com', name: 'Bob', role: 'supervisor' })
    expect(await grown.auth.users.hasColleague(grown.id)).toBe(true)
    const joined = await openWithTwoUsers()
    await sql`UPDATE "user" SET sso_issuer = 'https://login.example.com' WHERE role = 'supervisor'`.execute(
      joined.db,
    )
    expect(await joined.auth.users.hasColleague(joined.id)).toBe(true)
  })

  test('creates the administrator of the environment only while there is no user', async () => {
    const auth = createAuth(await open(await emptyStore()), options)
    expect(await ensureFirstUsers(auth, { ...onService, firstAdmin }, demoFile)).toEqual([])
    const other = { email: 'eve@example.com', password: 'another long password' }
    await ensureFirstUsers(auth, { ...onService, firstAdmin: other }, demoFile)
    expect(await auth.users.list()).toMatchObject([
      { email: firstAdmin.email, name: firstAdmin.email, role: 'admin' },
    ])
  })

  test('refuses passwords for the first administrator that are easy to guess', async () => {
    const auth = createAuth(await open(await emptyStore()), options)
    const [, domain = ''] = firstAdmin.email.split('@')
    const simple = ['aaaaaaaaaaaa', ' '.repeat(12), 'abcabcabcabc']
    for (const password of ['Password2026!', ...simple, `${domain}-1`]) {
      const weak = { ...firstAdmin, password }
      await expect(ensureFirstUsers(auth, { ...onService, firstAdmin: weak }, demoFile)).rejects.toThrow(
        ConfigError,
      )
    }
    expect(await auth.users.count()).toBe(0)
  })

  test('creates no user on a real service without ADMIN_EMAIL', async () => {
    const auth = createAuth(await open(await emptyStore()), options)
    await expect(ensureFirstUsers(auth, onService, demoFile)).rejects.toThrow(ConfigError)
    expect(await auth.users.count()).toBe(0)
  })

  test('needs no first administrator on a real service with single sign-on', async () => {
    const auth = createAuth(await open(await emptyStore()), options)
    const { oidc } = readConfig({
      OIDC_ISSUER: 'https://login.example.com',
      OIDC_CLIENT_ID: 'console',
      OIDC_CLIENT_SECRET: 'a-client-secret',
      OIDC_ROLE_CLAIM: 'groups',
      OIDC_ADMIN_VALUE: 'admins',
    })
    expect(await ensureFirstUsers(auth, { ...onService, oidc }, demoFile)).toEqual([])
    expect(await auth.users.count()).toBe(0)
  })

  test('lists more than a hundred users', async () => {
    const database = await open(await emptyStore())
    const auth = createAuth(database, options)
    for (let i = 0; i < 130; i++) {
      const email = `user-${String(i).padStart(3, '0')}@example.com`
      await database.db
        .insertInto('user')
        .values({ id: email, name: email, email, created_at: 0, role: 'supervisor' })
        .execute()
    }
    expect(await auth.users.count()).toBe(130)
    expect((await auth.users.list()).map(({ email }) => email)).toEqual(
      Array.from({ length: 130 }, (_, i) => `user-${String(i).padStart(3, '0')}@example.com`),
    )
  })

  test('creates the tables and the first administrator once in four starts on one empty store', async () => {
    const where = await emptyStore()
    const start = async (): Promise<Auth> => {
      const database = await open(where)
      const auth = createAuth(database, options)
      await ensureFirstUsers(auth, { ...onService, firstAdmin }, demoFile)
      return auth
    }
    // Replicas start together. The embedded store belongs to one process, so there the starts are sequential.
    const starts =
      engine === 'postgres'
        ? await Promise.all([start(), start(), start(), start()])
        : [await start(), await start(), await start(), await start()]
    for (const auth of starts) expect(await auth.users.list()).toHaveLength(1)
  })
})

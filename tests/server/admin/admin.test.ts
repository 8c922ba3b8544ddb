import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createAuth } from '#server/auth/auth.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { runAdmin } from './admin-command.ts'
import { processes } from '../processes.ts'
import { trySignIn } from '../auth/try-sign-in.ts'

const { directory, admin } = processes()
const secret = 'a session secret for tests, long enough'
const ada = 'ada@example.com'

// admin-audit.test.ts tests the commands on PostgreSQL.
describe('users', () => {
  let stores = 0
  /** Returns a new store's file, and the environment variables for its command. */
  function newStore() {
    const dataDir = join(directory, `store-${++stores}`)
    return {
      where: { file: join(dataDir, 'console.db') },
      env: { DATA_DIR: dataDir, SESSION_SECRET: secret },
    }
  }

  test('creates users who can sign in, resets their passwords and lists them', async () => {
    const { where, env } = newStore()
    const created = await runAdmin(env, ['create-user', ada, 'supervisor', 'Ada', 'Lo'])
    expect(created).toEqual({
      code: 0,
      output: expect.stringMatching(/^one-time password for ada@example\.com: [\w-]{16}\n$/),
    })
    const typed = 'typed by hand, long'
    const words = ['create-user', 'bo@example.com', 'admin', '--password-stdin']
    const spawned = admin(env, words, `${typed}\n`)
    expect([await spawned.ended(), spawned.output()]).toEqual([0, 'password of bo@example.com set\n'])
    const reset = await runAdmin(env, ['reset-password', '--password-stdin', ada], typed)
    expect(reset.code).toBe(0)
    expect(await runAdmin(env, ['list-users'])).toEqual({
      code: 0,
      output: 'ada@example.com\tsupervisor\tAda Lo\nbo@example.com\tadmin\tbo@example.com\n',
    })

    const database = await openDatabase(where)
    const auth = createAuth(database, { publicUrl: 'https://console.example.com', secret })
    const signIn = (email: string, password: string) => trySignIn(auth, { email, password })
    expect(await signIn(ada, typed)).toMatchObject({ code: null })
    expect(await signIn('bo@example.com', typed)).toMatchObject({ code: null })
    expect(await signIn(ada, created.output.trim().split(': ')[1] ?? '')).toMatchObject({
      code: 'sign-in-failed',
    })
    const users = await auth.users.list()
    expect(users.map(({ oneTimePassword }) => oneTimePassword)).toEqual([null, null])
    const id = users.find(({ email }) => email === ada)?.id ?? ''
    await auth.secondFactor.begin(id, ada)
    await auth.secondFactor.turnOn(id)
    await database.close()
    const again = await runAdmin(env, ['reset-password', ada])
    const once = again.output.trim().split(': ')[1] ?? ''
    const reopened = await openDatabase(where)
    const after = createAuth(reopened, { publicUrl: 'https://console.example.com', secret })
    const { cookie } = await trySignIn(after, { email: ada, password: once })
    // The second factor is removed: no code is needed.
    expect(cookie).toMatch(/console-session=/)
    const { rows } = await sql`SELECT phase, data FROM audit WHERE action = 'user.reset-password'
      ORDER BY at, id`.execute(reopened.db)
    const removed = '{"secondFactorRemoved":true}'
    expect(rows).toEqual([
      { phase: 'intent', data: '{}' },
      { phase: 'outcome', data: '{}' },
      { phase: 'intent', data: removed },
      { phase: 'outcome', data: removed },
    ])
    await reopened.close()
  })

  test('refuses an email that is taken', async () => {
    const { where, env } = newStore()
    expect(await runAdmin(env, ['create-user', ada, 'admin'])).toMatchObject({ code: 0 })
    const again = await runAdmin(env, ['create-user', ada.toUpperCase(), 'supervisor'])
    expect(again).toEqual({ code: 1, output: `a user with the e-mail ${ada.toUpperCase()} exists already\n` })
    const weak = await runAdmin(env, ['create-user', 'bo@example.com', 'admin', '--password-stdin'], 'short')
    expect(weak).toMatchObject({ code: 1, output: expect.stringContaining('12 to 256 characters') })
    const database = await openDatabase(where)
    const { rows } = await sql`SELECT result FROM audit WHERE phase = 'outcome' AND action = 'user.create'
      ORDER BY at, id`.execute(database.db)
    await database.close()
    expect(rows).toEqual([{ result: 'done' }, { result: 'user-exists' }, { result: 'bad-request' }])
  })

  test.each([
    ['an e-mail of 407 characters', [`${'a'.repeat(395)}@example.com`, 'admin', 'Ada'], /^email: /],
    ['a name of 3,000 characters', [ada, 'admin', 'A'.repeat(3_000)], /^name: use at most 100 characters/],
  ])('refuses %s, like the Users page', async (_what, words, sentence) => {
    const { env } = newStore()
    const refused = await runAdmin(env, ['create-user', ...words])
    expect(refused).toEqual({ code: 1, output: expect.stringMatching(sentence) })
    expect(await runAdmin(env, ['list-users'])).toEqual({ code: 0, output: '' })
  })

  test('creates nothing in a mistyped directory', async () => {
    const { env } = newStore()
    const url = 'postgres://127.0.0.1:1/never-reached'
    for (const [words, more] of [
      [['verify-audit']],
      [['list-users']],
      [['reset-password', ada]],
      [['backup', join(directory, 'backup-of-nothing')]],
      [['move-store'], { DATABASE_URL: url, DATABASE_TLS: 'off' }],
    ] as const)
      expect(await runAdmin({ ...env, ...more }, words)).toEqual({
        code: 78,
        output: `DATA_DIR: there is no store in ${env.DATA_DIR}; give the directory of the console's store\n`,
      })
    expect(existsSync(env.DATA_DIR)).toBe(false)
  })

  test('creates no tables in a file without any', async () => {
    const { env } = newStore()
    mkdirSync(env.DATA_DIR, { mode: 0o700 })
    const file = join(env.DATA_DIR, 'console.db')
    writeFileSync(file, '', { mode: 0o600 })
    for (const words of [['verify-audit'], ['list-users'], ['reset-password', ada]])
      expect(await runAdmin(env, words)).toEqual({
        code: 78,
        output: `DATA_DIR: ${file} holds no console's tables; give the directory of the console's store\n`,
      })
    const left = new DatabaseSync(file, { readOnly: true })
    expect(left.prepare('SELECT name FROM sqlite_master').all()).toEqual([])
    left.close()
  })

  test('creates no secret for a store that has lost its own', async () => {
    const { DATA_DIR } = newStore().env
    expect(await runAdmin({ DATA_DIR }, ['create-user', ada, 'admin'])).toMatchObject({ code: 0 })
    const secretFile = join(DATA_DIR, 'session-secret')
    rmSync(secretFile)
    for (const words of [['verify-audit'], ['list-users'], ['reset-password', ada]])
      expect(await runAdmin({ DATA_DIR }, words)).toEqual({
        code: 78,
        output: expect.stringMatching(/^SESSION_SECRET: .* without its session-secret; put that file back/),
      })
    expect(existsSync(secretFile)).toBe(false)
  })
})

test.each<[string, string[], string, number, RegExp]>([
  ['a short password', ['create-user', ada, 'admin', '--password-stdin'], 'short\n', 1, /12 to 256 char/],
  [
    'a common password',
    ['create-user', ada, 'admin', '--password-stdin'],
    'Password12345!\n',
    1,
    /is a common one/,
  ],
  ['no password', ['reset-password', ada, '--password-stdin'], '', 1, /12 to 256 characters/],
  [
    'an unknown user',
    ['reset-password', 'unknown@example.com'],
    '',
    1,
    /there is no user unknown@example\.com/,
  ],
  ['an unknown role', ['create-user', ada, 'root'], '', 64, /^usage:[\s\S]*create-user <email> <admin/],
  ['no command', [], '', 64, /^usage:/],
  ['an unknown command', ['delete-user', ada], '', 64, /^usage:/],
])('refuses %s', async (_name, words, input, code, text) => {
  const refused = await runAdmin({ DATA_DIR: join(directory, 'refused') }, words, input)
  expect(refused).toEqual({ code, output: expect.stringMatching(text) })
})

test('exits with 78 for a wrong configuration', async () => {
  const command = admin({ LOG_LEVEL: 'loud', DATA_DIR: '' }, ['list-users'])
  expect([await command.ended(), command.output()]).toEqual([
    78,
    expect.stringMatching(/DATA_DIR: [\s\S]*LOG_LEVEL: /),
  ])
})

import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createAuth } from '#server/people/auth.ts'
import { eachStore } from '../stores/each-store.ts'
import { processes } from './processes.ts'

const { directory, admin } = processes()
const secret = 'a session secret for tests, long enough'
const ada = 'ada@example.com'

eachStore(({ engine, open, place }) => {
  /** A store of its own, and the variables that lead the command to it. */
  async function newStore() {
    const where = await place()
    const dataDir = 'file' in where ? join(where.file, '..') : join(directory, engine)
    return {
      where,
      env: {
        DATA_DIR: dataDir,
        SESSION_SECRET: secret,
        ...('url' in where ? { DATABASE_URL: where.url } : {}),
      },
    }
  }

  test('makes users who can sign in, resets their passwords, lists them', async () => {
    const { where, env } = await newStore()
    const made = admin(env, ['create-user', ada, 'supervisor', 'Ada', 'Lo'])
    expect([await made.ended(), made.output()]).toEqual([
      0,
      expect.stringMatching(/^password for ada@example\.com: [\w-]{16}\n$/),
    ])
    const typed = 'typed by hand, long'
    const other = admin(env, ['create-user', 'bo@example.com', 'admin', '--password-stdin'], `${typed}\n`)
    expect([await other.ended(), other.output()]).toEqual([0, 'password of bo@example.com set\n'])
    const reset = admin(env, ['reset-password', '--password-stdin', ada], typed)
    expect(await reset.ended()).toBe(0)
    const list = admin(env, ['list-users'])
    expect([await list.ended(), list.output()]).toEqual([
      0,
      'ada@example.com\tsupervisor\tAda Lo\nbo@example.com\tadmin\tbo@example.com\n',
    ])

    const auth = await createAuth(await open(where), { publicUrl: 'https://console.example.com', secret })
    const signIn = (email: string, password: string) =>
      auth.signIn({ email, password, address: '203.0.113.1', userAgent: '' })
    expect(await signIn(ada, typed)).toMatchObject({ ok: true })
    expect(await signIn('bo@example.com', typed)).toMatchObject({ ok: true })
    expect(await signIn(ada, made.output().trim().split(': ')[1] ?? '')).toMatchObject({ ok: false })
  }, 60_000)

  test('refuses an e-mail that is taken', async () => {
    const { env } = await newStore()
    expect(await admin(env, ['create-user', ada, 'admin']).ended()).toBe(0)
    const again = admin(env, ['create-user', ada.toUpperCase(), 'supervisor'])
    expect([await again.ended(), again.output()]).toEqual([1, expect.stringMatching(/exists/)])
  }, 30_000)
})

test.each<[string, string[], string, number, RegExp]>([
  ['a short password', ['create-user', ada, 'admin', '--password-stdin'], 'short\n', 1, /12 to 256 char/],
  ['no password', ['reset-password', ada, '--password-stdin'], '', 1, /12 to 256 characters/],
  ['nobody', ['reset-password', 'nobody@example.com'], '', 1, /there is no user nobody@example\.com/],
  ['an unknown role', ['create-user', ada, 'root'], '', 64, /^usage:[\s\S]*create-user <email> <admin/],
  ['no command', [], '', 64, /^usage:/],
  ['an unknown command', ['delete-user', ada], '', 64, /^usage:/],
])(
  'refuses %s',
  async (_name, words, input, code, text) => {
    const command = admin({ DATA_DIR: join(directory, 'refused') }, words, input)
    expect([await command.ended(), command.output()]).toEqual([code, expect.stringMatching(text)])
  },
  30_000,
)

test('a wrong configuration ends with 78', async () => {
  const command = admin({ LOG_LEVEL: 'loud', DATA_DIR: '' }, ['list-users'])
  expect([await command.ended(), command.output()]).toEqual([
    78,
    expect.stringMatching(/DATA_DIR: [\s\S]*LOG_LEVEL: /),
  ])
})

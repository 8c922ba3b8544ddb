import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { processes } from './processes.ts'

const { directory, start } = processes()
const session = { SESSION_SECRET: 'a session secret for tests, long enough' }
writeFileSync(join(directory, 'a-file'), '')
mkdirSync(join(directory, 'damaged'))
writeFileSync(join(directory, 'damaged/console.db'), 'x'.repeat(8192))

test.each<[string, string, Record<string, string>, RegExp]>([
  [
    'a database that nobody serves',
    'unserved',
    { ...session, DATABASE_URL: 'postgres://console:pass-word@127.0.0.1:9/console' },
    /^DATABASE_URL: the database cannot be reached \(ECONNREFUSED\)$/m,
  ],
  [
    'a database that does not exist',
    'absent',
    { ...session, DATABASE_URL: `${inject('postgresUrl')}/absent` },
    /^DATABASE_URL: there is no such database \(3D000\)$/m,
  ],
  [
    'a user that the database does not know',
    'stranger',
    { ...session, DATABASE_URL: inject('postgresUrl').replace(/\/\/[^@]*@/, '//stranger:pass-word@') },
    /^DATABASE_URL: the database refuses the user or the password \(28\w{3}\)$/m,
  ],
  [
    'a data directory that cannot be made',
    'a-file/data',
    {},
    /^DATA_DIR: \S*a-file\S* cannot be written \(/m,
  ],
  // Nothing the operator could have set: the error's name and the places it passed.
  ['a store that is damaged', 'damaged', {}, /^Could not start: \w+ ERR_SQLITE_ERROR\n {2}openFile/m],
])(
  '%s is said without a secret, exit 1',
  async (_name, dataDir, env, text) => {
    const failed = start(dataDir, env)
    expect([await failed.ended(), failed.output()]).toEqual([1, expect.stringMatching(text)])
    expect(failed.output()).not.toContain('pass-word')
  },
  60_000,
)

test('an IPv6 address is written as a URL wants it, and several faults are told together', async () => {
  const console = start('six', { HOST: '::1' })
  await console.says(/^Console at http:\/\/\[::1\]:\d+$/m)
  const [, url = ''] = /Console at (\S+)/.exec(console.output()) ?? []
  expect((await fetch(`${url}/readyz`)).status).toBe(200)

  const broken = start('broken', {
    HOST: '0.0.0.0',
    PORT: '',
    UPSTREAM_URL: 'https://service.example.com',
    DATABASE_URL: 'postgres://db.example.com/console',
    TRUSTED_PROXIES: '10.0.0.0/33',
    SANDBOX_APP_KEY_FILE: join(directory, 'a-file'),
  })
  expect(await broken.ended()).toBe(78)
  for (const name of [
    'PUBLIC_URL',
    'PORT',
    'UPSTREAM_APP_ID',
    'UPSTREAM_APP_KEY',
    'SESSION_SECRET',
    'TRUSTED_PROXIES',
    'SANDBOX_APP_KEY_FILE',
  ])
    expect(broken.output()).toMatch(new RegExp(`^ {2}${name}: `, 'm'))
}, 60_000)

test('an unforeseen fault ends the process with a line that holds no message', async () => {
  const fault = join(directory, 'fault.mjs')
  writeFileSync(
    fault,
    "process.on('SIGUSR2', () => { throw new TypeError(`app_key=${process.env.CANARY}`) })",
  )
  const console = start('fault', { CANARY: 'canary-in-a-message' }, ['--import', fault])
  await console.says(/Console at/)
  console.child.kill('SIGUSR2')
  expect(await console.ended()).toBe(1)
  const [line = ''] = console
    .output()
    .split('\n')
    .filter((each) => each.startsWith('{'))
    .slice(-1)
  expect(JSON.parse(line)).toMatchObject({ msg: 'fault', name: 'TypeError', at: expect.any(Array) })
  expect(console.output()).not.toContain('canary')
}, 60_000)

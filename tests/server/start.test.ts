import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { startupError } from '#server/platform/config/startup-error.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { processes } from './processes.ts'

const { directory, start } = processes()
writeFileSync(join(directory, 'a-file'), '')
mkdirSync(join(directory, 'damaged'))
writeFileSync(join(directory, 'damaged/console.db'), 'x'.repeat(8192), { mode: 0o600 })

test.each<[string, string, RegExp]>([
  [
    'without a server',
    'postgres://console:pass-word@127.0.0.1:9/console',
    /^DATABASE_URL: the database cannot be reached \(ECONNREFUSED\)$/,
  ],
  [
    'that does not exist',
    `${inject('postgresUrl')}/absent`,
    /^DATABASE_URL: there is no such database \(3D000\)$/,
  ],
  [
    'that does not know the user',
    inject('postgresUrl').replace(/\/\/[^@]*@/, '//stranger:pass-word@'),
    /^DATABASE_URL: the database refuses the user or the password \(28\w{3}\)$/,
  ],
  [
    'that offers no TLS',
    `${inject('postgresUrl')}/postgres?sslmode=verify-full`,
    /^DATABASE_URL: the database offers no TLS; /,
  ],
])('reports a database %s in one sentence without a secret', async (_name, url, sentence) => {
  const error: unknown = await openDatabase({ url }).catch((caught: unknown) => caught)
  expect(startupError(error)).toMatch(sentence)
})

test.each<[string, string, RegExp]>([
  ['a data directory that cannot be made', 'a-file/data', /^DATA_DIR: \S*a-file\S* cannot be written \(/m],
  // No setting causes this error, so the output has the error's name and its stack.
  ['a store that is damaged', 'damaged', /^Could not start: \w+ ERR_SQLITE_ERROR\n {2}openFile/m],
])('%s ends the process with exit code 1', async (_name, dataDir, text) => {
  const failed = start(dataDir)
  expect([await failed.ended(), failed.output()]).toEqual([1, expect.stringMatching(text)])
})

test('prints an IPv6 address in brackets in the URL', async () => {
  const console = start('six', { HOST: '::1' })
  await console.says(/^Console at http:\/\/\[::1\]:\d+$/m)
  const [, url = ''] = /Console at (\S+)/.exec(console.output()) ?? []
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
})

test('ends the process on an unforeseen fault with a log line without the error message', async () => {
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
})

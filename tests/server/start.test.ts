import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, test } from 'vitest'
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

describe('a running console', () => {
  let console: ReturnType<typeof start>
  beforeAll(() => {
    const faults = join(directory, 'faults.mjs')
    writeFileSync(
      faults,
      `import fs from 'node:fs'
       import { syncBuiltinESMExports } from 'node:module'
       import { Readable } from 'node:stream'
       fs.createReadStream = () => new Readable({
         read() { this.destroy(Object.assign(new Error('EMFILE: canary-in-a-message'), { code: 'EMFILE' })) },
       })
       syncBuiltinESMExports()
       process.on('SIGUSR2', () => { throw new TypeError(\`app_key=\${process.env.CANARY}\`) })`,
    )
    console = start('faults', { HOST: '::1', CANARY: 'canary-in-a-message' }, ['--import', faults])
  })
  /** Returns the URL of the console once it listens. */
  const listening = async () => {
    await console.says(/^Console at \S+$/m)
    return /Console at (\S+)/.exec(console.output())?.[1] ?? ''
  }

  test('prints an IPv6 address in brackets in the URL', async () => {
    const url = await listening()
    expect(url).toMatch(/^http:\/\/\[::1\]:\d+$/)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
  })

  test('logs a library’s error about an interrupted response as one line without the message', async () => {
    await fetch(`${await listening()}/favicon.svg`).then(
      (answer) => answer.text().catch(() => ''),
      () => '',
    )
    await console.says(/"msg":"fault"/)
    expect(console.output().match(/EMFILE/g)).toHaveLength(1)
    expect(console.output()).not.toContain('canary')
  })

  test('ends the process on an unforeseen fault with a log line without the error message', async () => {
    await listening()
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
})

import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { holdDataDir } from '#server/platform/config/data-dir.ts'
import { ConfigError, DataDirHeld } from '#server/platform/config/startup-error.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { processes } from '../processes.ts'

const { directory, run } = processes()
const at = (name: string) => join(directory, name)

/** Starts a process that holds a data directory until the process ends, or prints the error. */
const holder = (dataDir: string) =>
  run([
    '--input-type=module',
    '--eval',
    `import { holdDataDir } from './src/server/platform/config/data-dir.ts'
     try {
       // Kept, as the lock ends with what holds it.
       globalThis.held = holdDataDir(${JSON.stringify(dataDir)})
       console.log('held')
       setInterval(() => {}, 1000)
     } catch (error) { console.log(error.name + ' ' + error.message) }`,
  ])

test('R48: gives the directory to one of many concurrent processes; the rest name its holder', async () => {
  const all = Array.from({ length: 4 }, () => holder(at('race')))
  await Promise.all(all.map((each) => each.says(/\n/)))
  const winners = all.filter((each) => each.output() === 'held\n')
  expect(winners).toHaveLength(1)
  const pid = winners[0]?.child.pid
  const late = holder(at('race'))
  await late.says(new RegExp(`DataDirHeld .*is in use by process ${pid}; `))
  expect(all.filter((each) => each.output().startsWith('DataDirHeld'))).toHaveLength(3)
})

test('leaves no lock behind when its process is killed', async () => {
  const one = holder(at('killed'))
  await one.says(/^held$/m)
  expect(() => holdDataDir(at('killed'))).toThrow(DataDirHeld)
  one.child.kill('SIGKILL')
  await one.ended()
  holdDataDir(at('killed')).release()
})

test('closes a lock file to other users, whose lock would keep the console from starting', () => {
  mkdirSync(at('readable'), { mode: 0o700 })
  writeFileSync(at('readable/lock.db'), '', { mode: 0o644 })
  holdDataDir(at('readable')).release()
  expect(statSync(at('readable/lock.db')).mode & 0o777).toBe(0o600)
})

test('does not report a damaged lock file as "in use"', () => {
  mkdirSync(at('damaged'), { mode: 0o700 })
  writeFileSync(at('damaged/lock.db'), 'x'.repeat(8192))
  expect(() => holdDataDir(at('damaged'))).toThrow(/not a database/)
})

test('checks a session secret in the directory like SESSION_SECRET_FILE', () => {
  const bad = at('bad-secrets')
  mkdirSync(bad, { mode: 0o700 })
  const held = holdDataDir(bad)
  for (const [text, error] of [
    ['abc\n', 'must have at least 32 characters'],
    [`${' '.repeat(40)}\n`, 'must have at least 32 characters'],
    ['', 'the file must hold one line of text'],
    [`${'s'.repeat(40)}\n${'s'.repeat(40)}\n`, 'the file must hold one line of text'],
  ] as const)
    for (const name of ['session-secret', 'session-secret-previous']) {
      writeFileSync(held.path(name), text, { mode: 0o600 })
      const read = () => (name === 'session-secret' ? held.secret(name) : held.existing(name))
      expect(read).toThrow(ConfigError)
      expect(read).toThrow(held.path(name))
      expect(read).toThrow(error)
    }
  rmSync(held.path('session-secret'))
  execFileSync('mkfifo', ['-m', '600', held.path('session-secret')])
  expect(() => held.secret('session-secret')).toThrow('not a regular file')
  held.release()
})

test('creates its files once and readable by the owner only', async () => {
  const held = holdDataDir(at('mine/deep'))
  const secret = held.secret('session-secret')
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  expect(held.secret('session-secret')).toBe(secret)
  const database = await openDatabase({ file: held.path('console.db') })
  for (const name of ['session-secret', 'console.db', 'console.db-wal', 'lock.db'])
    expect([name, statSync(held.path(name)).mode & 0o777]).toEqual([name, 0o600])
  expect(statSync(at('mine/deep')).mode & 0o777).toBe(0o700)
  expect(readFileSync(held.path('pid'), 'utf8')).toBe(`${process.pid}\n`)
  await database.close()
  held.release()
})

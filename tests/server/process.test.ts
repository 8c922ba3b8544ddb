import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { holdDataDir } from '#server/data-dir.ts'

const root = join(import.meta.dirname, '../..')
const directory = mkdtempSync(join(tmpdir(), 'console-process-'))
const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

function run(script: string, args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  return {
    child,
    output: () => output,
    ended: async () => {
      if (child.exitCode === null) await once(child, 'exit')
      return child.exitCode
    },
    says: async (text: RegExp) => {
      await expect.poll(() => output, { timeout: 30_000, interval: 50 }).toMatch(text)
    },
  }
}
const start = (dataDir: string, env: Record<string, string> = {}) =>
  run('src/server/main.ts', [], { PORT: '0', SANDBOX_PORT: '0', DATA_DIR: dataDir, ...env })

test('starts, makes demo accounts that only their owner reads, refuses a second process, stops cleanly', async () => {
  const dataDir = join(directory, 'first')
  const console = start(dataDir)
  await console.says(/Console at (http:\/\/127\.0\.0\.1:\d+)/)
  const url = /Console at (\S+)/.exec(console.output())?.[1] ?? ''
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  expect((await fetch(`${url}/extensions/idle`)).status).toBe(200)
  for (const name of ['demo-accounts.txt', 'session-secret', 'sandbox-app-key'])
    expect(statSync(join(dataDir, name)).mode & 0o077).toBe(0)
  expect(readFileSync(join(dataDir, 'demo-accounts.txt'), 'utf8').trim().split('\n')).toHaveLength(2)

  const second = start(dataDir)
  expect(await second.ended()).toBe(1)
  expect(second.output()).toContain(`in use by process ${console.child.pid}`)

  const admin = run('src/server/admin.ts', ['list-users'], { DATA_DIR: dataDir })
  expect(await admin.ended()).toBe(1)

  console.child.kill('SIGTERM')
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status, { interval: 20 }).toBe(503)
  expect(await console.ended()).toBe(0)

  const again = start(dataDir)
  await again.says(/Console at/)
  expect(again.output()).not.toContain('Demo admin')
  again.child.kill('SIGKILL')
  await again.ended()
  holdDataDir(dataDir).release()

  const users = run('src/server/admin.ts', ['list-users'], { DATA_DIR: dataDir })
  expect(await users.ended()).toBe(0)
  expect(users.output()).toMatch(/admin@example\.com\tadmin/)
  const made = run('src/server/admin.ts', ['create-user', 'ada@example.com', 'supervisor', 'Ada', 'Lo'], {
    DATA_DIR: dataDir,
  })
  expect(await made.ended()).toBe(0)
  expect(made.output()).toMatch(/password for ada@example\.com: \S{16}/)
  const reset = run('src/server/admin.ts', ['reset-password', 'nobody@example.com'], { DATA_DIR: dataDir })
  expect(await reset.ended()).toBe(1)
}, 60_000)

test('a faulty configuration ends with 78 and every fault', async () => {
  const broken = start(join(directory, 'broken'), { LOG_LEVEL: 'loud', PUBLIC_URL: 'nowhere' })
  expect(await broken.ended()).toBe(78)
  expect(broken.output()).toMatch(/PUBLIC_URL[\s\S]*LOG_LEVEL/)
})

test('a real service without any user says how to make one', async () => {
  const alone = start(join(directory, 'alone'), {
    UPSTREAM_URL: 'http://127.0.0.1:9',
    UPSTREAM_APP_ID: 'app',
    UPSTREAM_APP_KEY: 'a-secret-key',
  })
  expect(await alone.ended()).toBe(78)
  expect(alone.output()).toContain('ADMIN_EMAIL')
  expect(alone.output()).not.toContain('a-secret-key')
}, 30_000)

test('a port in use is said at once', async () => {
  const first = start(join(directory, 'one'))
  await first.says(/Console at/)
  const port = /127\.0\.0\.1:(\d+)\n/.exec(/Console at \S+\n/.exec(first.output())?.[0] ?? '')?.[1] ?? ''
  const second = start(join(directory, 'two'), { PORT: port })
  expect(await second.ended()).toBe(1)
  expect(second.output()).toContain('EADDRINUSE')
}, 60_000)

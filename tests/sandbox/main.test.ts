import { defaultProfile } from '#upstream/profile.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { signGetToken } from '#upstream/signature.ts'
import { compileCache } from '../compile-cache.ts'

const main = join(import.meta.dirname, '../../src/sandbox/main.ts')

function run(env: Record<string, string>) {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'], ...compileCache, ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  const exited = once(child, 'exit').then(([code]: unknown[]) => code)
  return { child, exited, output: () => output }
}

async function running(env: Record<string, string>) {
  const started = run({ SANDBOX_PORT: '0', SANDBOX_EXTENSIONS: '50', ...env })
  await expect.poll(started.output).toContain('App id')
  return { ...started, url: /http:\S+/.exec(started.output())?.[0] ?? '' }
}

test('creates a private app key, serves, keeps the key across a restart and stops on SIGTERM', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sandbox-'))
  const keyFile = join(directory, 'data', 'sandbox-app-key')
  const keys = new Set<string>()
  for (let start = 0; start < 2; start++) {
    const { url, child, exited, output } = await running({ DATA_DIR: join(directory, 'data') })
    expect(statSync(keyFile).mode & 0o777).toBe(0o600)
    expect(statSync(join(directory, 'data', 'sandbox.db')).mode & 0o777).toBe(0o600)
    const key = readFileSync(keyFile, 'utf8').trim()
    keys.add(key)
    expect(output()).toContain(keyFile)
    const time = String(Math.floor(Date.now() / 1000))
    const sign = signGetToken('sandbox', time, key, defaultProfile)
    const answer = await fetch(`${url}/api/get_token?appid=sandbox&create_time=${time}&sign=${sign}`)
    expect(await answer.json()).toMatchObject({ ret_code: '000000' })
    child.kill('SIGTERM')
    expect(await exited).toBe(0)
    expect(output()).not.toContain(key)
    expect(output()).not.toContain(sign)
  }
  expect(keys.size).toBe(1)
  rmSync(directory, { recursive: true })
})

test('names all bad settings at once and exits with code 78', async () => {
  const { exited, output } = run({
    SANDBOX_PORT: 'eighty',
    SANDBOX_EXTENSIONS: '-1',
    SANDBOX_APP_KEY: 'short-secret',
  })
  expect(await exited).toBe(78)
  for (const name of ['SANDBOX_PORT', 'SANDBOX_EXTENSIONS', 'SANDBOX_APP_KEY'])
    expect(output()).toContain(`${name}: must`)
  expect(output()).not.toContain('short-secret')
})

test('reports a port in use in one sentence', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sandbox-'))
  const first = await running({ DATA_DIR: join(directory, 'first') })
  const port = new URL(first.url).port
  const second = run({ DATA_DIR: join(directory, 'second'), SANDBOX_EXTENSIONS: '10', SANDBOX_PORT: port })
  expect(await second.exited).toBe(1)
  expect(second.output()).toBe(`Could not start: port ${port} is in use\n`)
  first.child.kill('SIGINT')
  expect(await first.exited).toBe(0)
  rmSync(directory, { recursive: true })
})

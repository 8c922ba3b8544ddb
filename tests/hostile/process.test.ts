import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { processes } from '../server/processes.ts'
import { startService, type Service } from '../upstream/service.ts'
import { tooLarge } from './broken-http.ts'
import { honestly } from './misbehavior.ts'
import { businessOperations, reads } from './operations.ts'

const { start, directory } = processes()
const admin = { email: 'ada@example.com', password: 'correct horse battery' }
const appKey = 'app-key-never-to-be-seen'
let service: Service
let url = ''
let cookie = ''
let console: ReturnType<typeof start>

const ask = async (path: string) => {
  const response = await fetch(`${url}${path}`, { headers: { cookie } })
  return { status: response.status, text: await response.text() }
}
/** Returns the resident memory of the console's process, MB. */
const memory = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${console.child.pid}/status`, 'utf8'))?.[1]) / 1024

/** A module that makes the process crash on SIGUSR2, with a secret in the error message. */
const crashOnSignal = join(directory, 'crash.mjs')

beforeAll(async () => {
  writeFileSync(crashOnSignal, 'process.on("SIGUSR2", () => { throw new Error("Canary-of-a-crash") })')
  service = await startService()
})

test('starts on the misbehaving service', async () => {
  console = start(
    'data',
    {
      UPSTREAM_URL: service.url,
      UPSTREAM_APP_ID: 'app',
      UPSTREAM_APP_KEY: appKey,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      LOG_LEVEL: 'debug',
    },
    ['--import', crashOnSignal],
  )
  await console.says(/Console at (\S+)/)
  url = /Console at (\S+)/.exec(console.output())?.[1] ?? ''
  const answer = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-console': '1', origin: url },
    body: JSON.stringify(admin),
  })
  cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  expect(cookie).toContain('=')
})
afterAll(() => service.close())

describe.each(tooLarge)('R20: $name', ({ behave }) => {
  test('is cut off within 64 MB in every read, and the next read works', async () => {
    for (const operation of businessOperations) service.on(operation, honestly(operation))
    for (const [, path] of reads.slice(3)) expect([path, (await ask(path)).status]).toEqual([path, 200])
    const before = memory()
    let most = before
    const watch = setInterval(() => {
      most = Math.max(most, memory())
    }, 20)
    for (const operation of businessOperations) service.on(operation, behave(operation))
    for (const [operation, path] of reads.slice(3)) {
      const { text } = await ask(path)
      expect([operation, text]).toEqual([operation, expect.stringContaining('"code":"upstream-invalid"')])
    }
    clearInterval(watch)
    expect(most - before).toBeLessThan(64)
    for (const operation of businessOperations) service.on(operation, honestly(operation))
    expect((await ask('/api/extensions/idle')).status).toBe(200)
  })
})

test('R19: leaves no connection to the service open', async () => {
  // Turn off background reads, which would keep a connection open.
  const { status } = await fetch(`${url}/api/settings`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', 'x-console': '1', origin: url, cookie },
    body: JSON.stringify({ backgroundRate: 0 }),
  })
  expect(status).toBe(200)
  await expect.poll(() => service.connections()).toBe(0)
})

test('R27: leaves no secret in the output or on disk after a header-breaking token and a crash', async () => {
  service.on('get_token', (_request, response) => {
    response.end(
      JSON.stringify({
        ret_code: '000000',
        item: { token: 'Canary-token\r\nx-evil: 1', expires_in: '86400' },
      }),
    )
  })
  const renew = await fetch(`${url}/api/status/token/renew`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-console': '1', origin: url, cookie },
    body: '{}',
  })
  expect(await renew.text()).toContain('"upstream-invalid"')
  console.child.kill('SIGUSR2')
  expect(await console.ended()).toBe(1)
  const files = readdirSync(join(directory, 'data')).map((name) =>
    readFileSync(join(directory, 'data', name), 'latin1'),
  )
  const everything = [console.output(), ...files].join('\n')
  const secrets = [appKey, 'Canary', 'token-1-', admin.password, cookie.split('=')[1] ?? '-']
  expect(secrets.filter((secret) => everything.includes(secret))).toEqual([])
  expect(everything).not.toMatch(/sign=|"password":|Bearer /)
  expect(console.output()).toContain('"fault"')
})

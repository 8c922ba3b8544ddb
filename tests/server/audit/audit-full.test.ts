import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { copyPreparedStore } from '../../stores/each-store.ts'
import { openBff } from '../bff.ts'
import { processes } from '../processes.ts'

const { directory, start, admin } = processes()

test('R28: answers reads, sends no create on a full disk, and recovers once there is room', async () => {
  const console = start('full')
  await console.says(/^Console at /m)
  const [, origin = ''] = /^Console at (\S+)$/m.exec(console.output()) ?? []
  const dataDir = join(directory, 'full')
  const [email, password] = readFileSync(join(dataDir, 'demo-accounts.txt'), 'utf8').split(/\s/)
  let cookie = ''
  const ask = async (path: string, body?: object, key = '') => {
    const response = await fetch(`${origin}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        origin,
        cookie,
        'sec-fetch-site': 'same-origin',
        'x-console': '1',
        'content-type': 'application/json',
        ...(key === '' ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    return { status: response.status, text: await response.text() }
  }
  const largestFile = (bytes: string) =>
    execFileSync('prlimit', ['--pid', String(console.child.pid), `--fsize=${bytes}:unlimited`])
  expect((await ask('/api/auth/sign-in/email', { email, password })).status).toBe(200)
  // Fetch a token first: the store could not keep a new one.
  expect((await ask('/api/extensions/1000')).status).toBe(200)
  largestFile('1')
  const refused = await ask('/api/extensions', { ext: '60001' }, 'a-key-for-a-full-disk')
  expect([refused.status, refused.text]).toEqual([503, expect.stringContaining('"unavailable"')])
  expect((await ask('/api/status/token/renew', {})).status).toBe(503)
  expect((await ask('/api/session')).status).toBe(200)
  expect((await ask('/api/extensions/1000')).status).toBe(200)
  largestFile('unlimited')
  const created = await ask('/api/extensions', { ext: '60001' }, 'another-key-when-there-is-room')
  expect([created.status, created.text]).toEqual([200, expect.stringContaining('"created"')])
  console.child.kill('SIGKILL')
  await console.ended()
  const verified = admin({ DATA_DIR: dataDir }, ['verify-audit'])
  expect([await verified.ended(), verified.output()]).toEqual([0, expect.stringContaining('errors\t0')])
})

test('R28: answers 503, sends nothing with a read-only database, and recovers without a restart', async () => {
  const where = await copyPreparedStore('postgres', [])
  const bff = await openBff({ store: where })
  const url = 'url' in where ? where.url : ''
  const setReadOnly = async (on: boolean) => {
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query('SET default_transaction_read_only = off')
    const name = new URL(url).pathname.slice(1)
    await client.query(`ALTER DATABASE ${name} SET default_transaction_read_only = ${on ? 'on' : 'off'}`)
    await client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    )
    await client.end()
  }
  try {
    await bff.cookieOf('admin')
    await setReadOnly(true)
    const details = bff.sandbox.calls('extension_detail')
    const reveal = await bff.requestAs('admin', '/api/extensions/1000/secret', { reason: 'the phone is new' })
    expect([reveal.status, reveal.body['code']]).toEqual([503, 'unavailable'])
    expect((await bff.requestAs('admin', '/api/status/token/renew', {})).status).toBe(503)
    expect(bff.sandbox.calls('extension_detail')).toBe(details)
    expect(bff.sandbox.calls('get_token')).toBe(0)
    await setReadOnly(false)
    // The process may try a connection before it notices that the connection has ended.
    await expect
      .poll(async () => (await bff.requestAs('admin', '/api/status/token/renew', {})).status, {
        timeout: 20_000,
      })
      .toBe(200)
  } finally {
    await bff.close()
  }
})

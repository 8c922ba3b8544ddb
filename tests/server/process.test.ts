import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { processes } from './processes.ts'

const { start, directory } = processes()

test('starts, keeps secret files private, refuses a second process and stops on SIGTERM', async () => {
  const console = start('data')
  await console.says(/Console at (http:\/\/127\.0\.0\.1:\d+)/)
  const url = /Console at (\S+)/.exec(console.output())?.[1] ?? ''
  // Metrics are off by default.
  expect(console.output()).not.toContain('Metrics')
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  expect((await fetch(`${url}/extensions/idle`)).status).toBe(200)
  for (const name of ['demo-accounts.txt', 'session-secret', 'sandbox-app-key'])
    expect(statSync(join(directory, 'data', name)).mode & 0o077).toBe(0)
  expect(readFileSync(join(directory, 'data/demo-accounts.txt'), 'utf8').trim().split('\n')).toHaveLength(2)

  const second = start('data')
  expect(await second.ended()).toBe(1)
  expect(second.output()).toContain(`in use by process ${console.child.pid}`)

  console.child.kill('SIGTERM')
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status, { interval: 20 }).toBe(503)
  expect(await console.ended()).toBe(0)

  const again = start('data')
  await again.says(/Console at/)
  expect(again.output()).not.toContain('Demo admin')
})

import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { listAudit } from '#contract/audit.ts'
import { readStatus } from '#contract/status.ts'
import { profileSchema } from '#upstream/profile.ts'
import { defaultTimings, timingsOf } from '#server/platform/timings.ts'
import { openBff, type Bff } from '../bff.ts'
import { startMisbehavingService } from '../../jobs-service/service.ts'
import { startService } from '../../upstream/service.ts'
import { copyPreparedStore } from '../../stores/each-store.ts'

/** The service never answers within a test. */
const service = await startMisbehavingService({ seed: 'slow', modes: { latencyMs: 600_000 } })
const cleanUps: (() => unknown)[] = [() => service.close()]
const store = await copyPreparedStore('sqlite', cleanUps)
const file = 'file' in store ? store.file : ''
const never = 600_000
const forever = { read: never, token: never, create: never }
const upstream = {
  ...defaultTimings.upstream,
  limits: { ...defaultTimings.upstream.limits, headersMs: forever, totalMs: forever },
}
/** More than the deadline, as a password hash on a busy machine. */
const hashCost = { ln: 15, r: 8, p: 30 }

let patient: Bff
let impatient: Bff
let headers: Record<string, string>
beforeAll(async () => {
  patient = await openBff({ store, serviceUrl: service.url, timings: { answerMs: never, upstream } })
  impatient = await openBff({
    store,
    serviceUrl: service.url,
    timings: { answerMs: 300, upstream },
    hashCost,
  })
  headers = { ...patient.pageHeaders, cookie: await patient.cookieOf('admin') }
})
afterAll(async () => {
  await impatient.close()
  await patient.close()
  for (const cleanUp of cleanUps) await cleanUp()
})

async function codeOf(path: string, init: RequestInit = {}) {
  const { status, body } = await impatient.send(path, { headers, ...init })
  return [status, body['code']]
}

test.each(['/api/extensions/1000', '/api/extensions/idle'])(
  'names the service when a call to it passes the deadline: %s',
  async (path) => {
    expect(await codeOf(path)).toEqual([504, 'upstream-timeout'])
  },
)

test('names the service when reference data, which all users share, passes the deadline', async () => {
  const silent = await startService()
  silent.on('get_country', () => undefined)
  const bff = await openBff({ store, serviceUrl: silent.url, timings: { answerMs: 300, upstream } })
  const { status, body } = await bff.send('/api/reference/countries?language=en', { headers })
  expect([status, body['code']]).toEqual([504, 'upstream-timeout'])
  await silent.close()
  await bff.close()
})

test('names the console when its store passes the deadline', async () => {
  const other = new DatabaseSync(file)
  other.exec('BEGIN IMMEDIATE')
  const change = { method: 'PATCH', body: JSON.stringify({ jobRate: 5 }) }
  expect(await codeOf('/api/settings', change)).toEqual([503, 'took-too-long'])
  other.exec('ROLLBACK')
  other.close()
})

test('names the console when a password hash passes the deadline', async () => {
  const body = JSON.stringify({ email: 'nobody@example.com', password: 'a password that is nobody’s' })
  const { cookie: _, ...withoutSession } = headers
  expect(await codeOf('/api/auth/sign-in/email', { method: 'POST', headers: withoutSession, body })).toEqual([
    503,
    'took-too-long',
  ])
})

test('counts no failure when a caller leaves early', async () => {
  const path = '/exts/detail'
  const asked = service.calls(path)
  const leave = new AbortController()
  const left = patient.send('/api/extensions/1001', { headers, signal: leave.signal })
  await expect.poll(() => service.calls(path)).toBeGreaterThan(asked)
  leave.abort()
  expect((await left).status).toBe(499)
  const { body } = await patient.send('/api/status', { headers })
  expect(readStatus.answer.parse(body).operations.filter(({ failures }) => failures > 0)).toEqual([])
  const metrics = await patient.console.metrics.metrics()
  expect(metrics.match(/^console_upstream_calls_total\{.*outcome="(?!ok).*/gm)).toBeNull()
  expect(metrics.match(/^console_requests_total\{.*status="5.*/gm)).toBeNull()
  const lines = patient.logged.map((line) => z.record(z.string(), z.unknown()).parse(JSON.parse(line)))
  const warning = 40
  expect(lines.filter(({ level }) => Number(level) >= warning)).toEqual([])
})

test('records reservations as cancelled when the caller leaves early', async () => {
  const path = '/exts/detail'
  const asked = service.calls(path)
  const leave = new AbortController()
  const left = patient.send('/api/reservations', {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': 'a-key-for-a-caller-who-leaves' },
    body: JSON.stringify({ items: [{ ext: '1002', agentUuid: 'a'.repeat(32) }] }),
    signal: leave.signal,
  })
  await expect.poll(() => service.calls(path)).toBeGreaterThan(asked)
  leave.abort()
  expect((await left).status).toBe(499)
  const results = async () => {
    const { body } = await patient.send('/api/audit?action=reservation.reserve', { headers })
    return listAudit.answer.parse(body).items.map(({ result }) => result)
  }
  await expect.poll(results).toContain('cancelled')
})

test('waits for a read as long as the profile gives the service, and answers within 12 s by default', () => {
  const answerMsFor = (limits: { timeoutSeconds?: number }) =>
    timingsOf(profileSchema.parse({ limits })).answerMs
  expect(answerMsFor({ timeoutSeconds: 30 })).toBeGreaterThan(30_000)
  expect(answerMsFor({})).toBeLessThan(12_000)
})

import type { ServerResponse } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { idleExtensions } from '#contract/extensions.ts'
import { currentSession, signIn, signOut } from '#contract/session.ts'
import { LoadShedder } from '#server/platform/http/load-shedder.ts'
import { openForged } from '../../oidc/forged-console.ts'
import { startService } from '../../upstream/service.ts'
import { openBff, passwords } from '../bff.ts'
import { visitor } from '../visitor.ts'

test('R42: limits the requests at once, those of strangers apart from those of signed-in users', async () => {
  const onReject = vi.fn<() => void>()
  const shedder = new LoadShedder(onReject)
  const ends: (() => void)[] = []
  const hold = (count: number, endpoint: Endpoint) =>
    Array.from({ length: count }, async () =>
      shedder.run(endpoint, () => new Promise<void>((resolve) => ends.push(resolve))),
    )
  const run = (endpoint: Endpoint) => shedder.run(endpoint, () => Promise.resolve('admitted'))
  const busy: unknown = expect.objectContaining({ code: 'unavailable', detail: { retryAfter: 1 } })
  const strangers = hold(48, signIn)
  await expect(run(signIn)).rejects.toEqual(busy)
  expect(await run(idleExtensions)).toBe('admitted')
  const users = hold(128, idleExtensions)
  await expect(run(idleExtensions)).rejects.toEqual(busy)
  for (const endpoint of [currentSession, signOut]) expect(await run(endpoint)).toBe('admitted')
  expect(onReject).toHaveBeenCalledTimes(2)
  for (const end of ends) end()
  await Promise.all([...strangers, ...users])
  expect([await run(signIn), await run(idleExtensions)]).toEqual(['admitted', 'admitted'])
})

test('R42: rejects what finds no place before any other work, with all headers and without a line in the log', async () => {
  const service = await startService()
  const bff = await openBff({ serviceUrl: service.url, timings: { answerMs: 600_000 } })
  const headers = { ...bff.pageHeaders, cookie: await bff.cookieOf('supervisor') }
  const left = new AbortController()
  const held = Array.from({ length: 128 }, () =>
    bff.send('/api/extensions/idle', { headers, signal: left.signal }),
  )
  const rejected = async () => {
    const answer = await bff.requestAs('supervisor', '/api/pools')
    return answer.status === 503 ? answer : null
  }
  await expect.poll(rejected).not.toBeNull()
  const answer = await bff.send('/api/pools', { headers })
  const requestId = answer.headers.get('x-request-id')
  expect(answer.body).toEqual({
    type: 'urn:extension-console:problem:unavailable',
    status: 503,
    code: 'unavailable',
    requestId,
    retryAfter: 1,
  })
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'retry-after': '1',
    'cache-control': 'no-store',
    'x-frame-options': 'DENY',
  })
  expect(bff.logged.filter((line) => line.includes(String(requestId)))).toEqual([])
  expect(await bff.console.metrics.getSingleMetricAsString('console_requests_rejected_total')).toMatch(/ 2$/)
  const statusOf = async (path: string, json?: object) =>
    (await bff.requestAs('supervisor', path, json)).status
  expect(await statusOf('/api/session')).toBe(200)
  expect(await statusOf('/api/auth/sign-in/email', { email: 'x@example.com', password: 'wrong' })).toBe(401)
  expect(await statusOf('/healthz')).toBe(200)
  left.abort()
  await Promise.all(held)
  expect(await rejected()).toBeNull()
  await bff.close()
  await service.close()
})

test('R42: rejects further sign-ins with Retry-After, and no signed-in user, while the identity provider is slow', async () => {
  const console = await openForged()
  const { bff, forger } = console
  onTestFinished(console.close)
  await bff.cookieOf('supervisor')
  const waiting: ServerResponse[] = []
  forger.forge({ answer: (_path, response) => waiting.push(response) > 0 })
  const begin = () => console.begin(console.openBrowser())
  const held = Array.from({ length: 48 }, begin)
  await expect.poll(() => waiting.length).toBe(48)
  const refused = await begin()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await refused.json()).toMatchObject({ code: 'unavailable', retryAfter: 1 })
  expect((await bff.requestAs('supervisor', '/api/extensions/idle')).status).toBe(200)
  expect(await bff.console.metrics.getSingleMetricAsString('console_requests_rejected_total')).toMatch(/ 1$/)
  forger.forge({ answer: (_path, response) => (response.writeHead(500).end(), true) })
  for (const response of waiting) response.writeHead(500).end()
  await Promise.all(held)
  expect(await (await begin()).json()).toMatchObject({ code: 'sso-unavailable' })
})

test('limits a user over all sessions, and each token apart, to a burst of three seconds of requests, then to the configured rate', async () => {
  const bff = await openBff({ requestsPerSecond: 20 })
  vi.useFakeTimers({ toFake: ['performance'] })
  const browsers = [visitor(bff), visitor(bff)]
  for (const browser of browsers) await browser.signIn('supervisor@example.com', passwords.supervisor)
  const other = visitor(bff)
  await other.signIn('admin@example.com', passwords.admin)
  const grant = { name: 'wallboard', scopes: ['extension.read'], days: 30 }
  const made = await bff.requestAs('supervisor', '/api/account/api-tokens', grant)
  const byToken = () =>
    bff.send('/api/pools', { headers: { authorization: `Bearer ${String(made.body['token'])}` } })
  vi.advanceTimersByTime(3_000)
  const answered = async (asked: number) => {
    let served = 0
    for (let n = 0; n < asked; n++) if ((await browsers[n % 2]?.get('/api/session'))?.status === 200) served++
    return served
  }
  expect(await answered(70)).toBe(60)
  const refused = await browsers[0]?.get('/api/session')
  expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-requests', retryAfter: 1 } })
  expect((await other.get('/api/session')).status).toBe(200)
  let served = 0
  while ((await byToken()).status === 200) served++
  expect(served).toBe(60)
  vi.advanceTimersByTime(500)
  expect(await answered(20)).toBe(10)
  vi.useRealTimers()
  await bff.close()
})

test('weighs requests by their answer: a page by its rows, a file as twenty requests', async () => {
  const bff = await openBff({ requestsPerSecond: 20 })
  const slow = await openBff({ requestsPerSecond: 1 })
  vi.useFakeTimers({ toFake: ['performance'] })
  const [browser, other] = [visitor(bff), visitor(slow)]
  for (const each of [browser, other]) await each.signIn('supervisor@example.com', passwords.supervisor)
  const answered = async (path: string) => {
    vi.advanceTimersByTime(10_000)
    let served = 0
    const cookie = [...browser.jar].map(([name, value]) => `${name}=${value}`).join('; ')
    while ((await bff.send(path, { headers: { ...bff.pageHeaders, cookie } })).status === 200) served++
    return served
  }
  expect(await answered('/api/numbers?pageSize=99')).toBe(60)
  expect(await answered('/api/numbers?pageSize=1000')).toBe(5)
  expect(await answered('/api/numbers/export.csv')).toBe(3)
  // A request heavier than the bucket is answered when the bucket is full.
  expect((await other.get('/api/numbers?pageSize=1000')).status).toBe(200)
  expect((await other.get('/api/session')).status).toBe(429)
  vi.useRealTimers()
  await bff.close()
  await slow.close()
})

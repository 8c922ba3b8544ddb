import { get } from 'node:http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { problem } from '#contract/problem.ts'
import { createLoadShedder, type LoadShedder } from '#server/platform/http/load-shedder.ts'
import { listen, type Fetch, type Listening } from '#server/platform/http/listen.ts'
import { openBff, origin, passwords } from '../bff.ts'
import { visitor } from '../visitor.ts'

const target = '/api/extensions/idle'
const tickMs = 20
let rejections = 0
let time = 0
/** Ends the requests to `/api/held`. */
const ends: (() => void)[] = []
let loadShedder: LoadShedder
let guarded: Fetch
let listening: Listening
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  loadShedder = createLoadShedder({
    publicUrl: origin,
    addressOf: ({ headers }) => headers.get('x-from') ?? '192.0.2.1',
    sessionOf: (cookies) => cookies,
    onReject: () => rejections++,
    clock: () => time,
  })
  const held = () => new Promise<Response>((resolve) => ends.push(() => resolve(new Response('ended'))))
  guarded = loadShedder.protect(async (request) =>
    request.url.endsWith('/held') ? held() : new Response('admitted'),
  )
  listening = await listen(0, '127.0.0.1')
  listening.serve(guarded)
})
afterAll(async () => {
  loadShedder.close()
  vi.useRealTimers()
  await listening.close(0)
})

const ask = async (path: string, headers: Record<string, string> = {}) =>
  guarded(new Request(`${origin}${path}`, { headers }), {})
const statusOf = async (path: string, headers?: Record<string, string>) => (await ask(path, headers)).status
/** Returns the headers of `count` callers, each from its own address (strangers) or with its own session (users). */
const strangers = (count: number) => Array.from({ length: count }, (_, n) => ({ 'x-from': `10.0.0.${n}` }))
const users = (count: number) => Array.from({ length: count }, (_, n) => ({ cookie: `session-${n}` }))
const hold = (all: Record<string, string>[], path = '/api/held') => all.map((headers) => ask(path, headers))
async function endAll(held: Promise<Response>[]): Promise<void> {
  for (const end of ends.splice(0)) end()
  await Promise.allSettled(held)
}

async function admitted(of = 1_000): Promise<number> {
  let count = 0
  for (let n = 0; n < of; n++) if ((await statusOf(target)) === 200) count++
  return count
}

/** Advances the clock by `times` ticks, each `lateMs` late. */
function tick(times: number, lateMs: number): void {
  for (let n = 0; n < times; n++) {
    time += tickMs + lateMs
    vi.advanceTimersByTime(tickMs)
  }
}

test('admits every request while the event loop is on time, even after one long task', async () => {
  tick(10, 0)
  expect(await admitted()).toBe(1_000)
  tick(1, 1_000)
  expect(await admitted()).toBe(1_000)
})

test('R42: admits fewer requests while the event loop is late, rejects the rest with Retry-After, and recovers soon', async () => {
  tick(40, 200)
  const share = await admitted()
  expect(share).toBeGreaterThanOrEqual(40)
  expect(share).toBeLessThan(800)
  tick(400, 200)
  // The minimum share is 5%.
  expect(Math.round((await admitted()) / 10)).toBe(5)
  for (let n = 0; n < 100; n++) expect(await statusOf('/readyz')).toBe(200)

  rejections = 0
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => fetch(`http://127.0.0.1:${listening.port}${target}`)),
  )
  const refused = answers.filter(({ status }) => status === 503)
  expect(refused.length).toBeGreaterThanOrEqual(37)
  expect(rejections).toBe(refused.length)
  for (const answer of refused) {
    expect(answer.headers.get('retry-after')).toBe('1')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(problem.parse(await answer.json())).toMatchObject({ code: 'unavailable', retryAfter: 1 })
  }
  tick(120, 0)
  expect(await admitted()).toBe(1_000)
})

/** Returns the status for a request target that is sent unchanged. */
const statusOnTheWire = (path: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get({ port: listening.port, host: '127.0.0.1', path, agent: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    }).once('error', reject)
  })

test('R42: limits admitted requests, keeps places for signed-in users, and always serves pages, session and health', async () => {
  const held = hold(strangers(96))
  expect(await statusOf(target)).toBe(503)
  // The router decodes paths, so a path that is not exactly a page or page file may reach any route.
  for (const path of ['/%61pi/extensions/idle', '/api', '/%61pi/session', '/anything', '/assets/../api/jobs'])
    expect([path, await statusOnTheWire(path)]).toEqual([path, 503])
  expect(await statusOf(target, { cookie: 'session' })).toBe(200)
  held.push(...hold(users(32)))
  expect(await statusOf(target, { cookie: 'session' })).toBe(503)
  for (const path of ['/api/session?x', '/extensions/idle?page=2', '/assets/main.js', '/healthz'])
    expect([path, await statusOf(path)]).toEqual([path, 200])
  await endAll(held)
  expect(await admitted()).toBe(1_000)
})

test('limits the requests at once per network without a session, and per session', async () => {
  const ofOne = Array.from({ length: 48 }, (_, n) => ({ 'x-from': `2001:db8::${n.toString(16)}` }))
  const held = hold(ofOne)
  const answer = await ask(target, { 'x-from': '2001:db8::ffff' })
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '1'])
  expect(await answer.json()).toMatchObject({ code: 'too-many-requests', retryAfter: 1 })
  expect(await statusOf(target, { 'x-from': '2001:db8:0:1::1' })).toBe(200)
  expect(await statusOf(target, { 'x-from': '2001:db8::ffff', cookie: 'session' })).toBe(200)
  held.push(...hold(Array.from({ length: 48 }, () => ({ cookie: 'session' }))))
  expect(await statusOf(target, { cookie: 'session' })).toBe(429)
  expect(await statusOf(target, { cookie: 'another' })).toBe(200)
  await endAll(held)
  expect(await statusOf(target, { cookie: 'session' })).toBe(200)
})

test('accepts only a session cookie that this console signed', async () => {
  const bff = await openBff()
  const { sessionTokenOf } = bff.console.auth
  const cookie = await bff.cookieOf('supervisor')
  expect(sessionTokenOf(cookie)).toMatch(/^\w+$/)
  for (const forged of [
    null,
    '',
    cookie.slice(0, -6),
    `${cookie}; ${cookie}`,
    cookie.replace('session', 'other'),
  ])
    expect(sessionTokenOf(forged)).toBe(null)
  await bff.close()
})

test('limits a user over all sessions to a burst of three seconds of requests, then to the configured rate', async () => {
  const bff = await openBff({ requestsPerSecond: 20 })
  vi.useFakeTimers({ toFake: ['performance'] })
  const browsers = [visitor(bff), visitor(bff)]
  for (const browser of browsers) await browser.signIn('supervisor@example.com', passwords.supervisor)
  const other = visitor(bff)
  await other.signIn('admin@example.com', passwords.admin)
  const answered = async (asked: number) => {
    let served = 0
    for (let n = 0; n < asked; n++) if ((await browsers[n % 2]?.get('/api/session'))?.status === 200) served++
    return served
  }
  expect(await answered(70)).toBe(60)
  const refused = await browsers[0]?.get('/api/session')
  expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-requests', retryAfter: 1 } })
  expect((await other.get('/api/session')).status).toBe(200)
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
  expect(await answered('/api/inventory?pageSize=99')).toBe(60)
  expect(await answered('/api/inventory?pageSize=1000')).toBe(5)
  expect(await answered('/api/inventory/export.csv')).toBe(3)
  // A request heavier than the bucket is answered when the bucket is full.
  expect((await other.get('/api/inventory?pageSize=1000')).status).toBe(200)
  expect((await other.get('/api/session')).status).toBe(429)
  vi.useRealTimers()
  await bff.close()
  await slow.close()
})

test('answers health checks from a network that has used up its share', async () => {
  const stranger = { 'x-from': '10.0.0.1' }
  const held = hold(Array.from({ length: 48 }, () => stranger))
  expect(await statusOf(target, stranger)).toBe(429)
  for (const path of ['/healthz', '/readyz']) expect(await statusOf(path, stranger)).toBe(200)
  await endAll(held)
})

import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createBreaker, defaultBreaking } from '#upstream/breaker.ts'
import { UpstreamError } from '#upstream/errors.ts'
import { createRetryBudget } from '#upstream/retry-budget.ts'
import { client } from './options.ts'
import { exts, json, startService, v5, type Behaviour, type Service } from './service.ts'

/** The product's proportions, ten times as fast. */
const breaking = { ...defaultBreaking, windowMs: 1_000, probeMs: 500 }

let service: Service
beforeEach(async () => {
  service = await startService()
})
afterEach(() => service.close())

const failing: Behaviour = (_request, response) => void response.writeHead(500).end('{}')
const page = { page: 1, pageSize: 20 }

test('T23: an outage opens the breaker, calls fail at once, one probe per interval, and it closes by itself', async () => {
  service.on('search_idle_page', failing)
  service.on('get_timezone', v5({ items: [] }))
  const { upstream, breakers, close, reports } = client(service.url, { breaking })
  const read = () => upstream.searchIdlePage(page).catch((error: unknown) => error)
  for (let i = 0; i < 20; i++) await read()
  const family = () => breakers().find((breaker) => breaker.family === 'extensions')
  expect(family()).toMatchObject({ state: 'open' })
  const before = service.count('search_idle_page')
  expect(before).toBe(20)

  const refused: { error: unknown; ms: number }[] = []
  const until = performance.now() + 1_600
  while (performance.now() < until) {
    const begun = performance.now()
    const error = await read()
    refused.push({ error, ms: performance.now() - begun })
    await sleep(5)
  }
  const paused = refused.filter(({ error }) => error instanceof UpstreamError && error.kind === 'paused')
  expect(refused.length - paused.length).toBeLessThanOrEqual(3)
  expect(paused[0]?.error).toMatchObject({ certainlyNotDone: true, retryAfter: 1 })
  const slowest = paused.map(({ ms }) => ms).toSorted((a, b) => b - a)
  expect(slowest[Math.floor(slowest.length / 100)]).toBeLessThan(100)
  // 1.6 s of outage at one probe per 0.5 s.
  expect(service.count('search_idle_page') - before).toBeLessThanOrEqual(3)
  // The other family goes on as if nothing were.
  await upstream.getTimeZones({ language: 'en' })

  service.on('search_idle_page', exts({ list: [], total: 0 }))
  await expect.poll(read, { timeout: 1_000, interval: 20 }).toMatchObject({ data: { total: 0 } })
  expect(family()).toMatchObject({ state: 'closed', openForMs: null })
  expect(reports.some(({ error }) => error?.kind === 'paused')).toBe(true)
  await close()
})

test('T23: five connections refused in a row open the breaker; a create is never the probe', async () => {
  const { upstream, breakers, close } = client(service.url, {
    breaking: { ...breaking, probeMs: 50 },
    extensionsAuth: 'none',
  })
  await service.close()
  const kinds: unknown[] = []
  for (let i = 0; i < 4; i++)
    kinds.push(await upstream.getExtension({ ext: '8001' }).catch((error: { kind: string }) => error.kind))
  expect(kinds.at(-1)).toBe('paused')
  expect(breakers()).toMatchObject([{ state: 'closed' }, { state: 'open' }, { state: 'closed' }])
  await sleep(80)
  await expect(upstream.createExtension({ ext: '8001' })).rejects.toMatchObject({
    kind: 'paused',
    certainlyNotDone: true,
  })
  await close()
  service = await startService()
})

test.each<[string, Behaviour]>([
  ['business codes', json({ retCode: '310121' })],
  ['token refusals', json({ retCode: '900002' })],
  ['HTTP 404 with a page', (_request, response) => void response.writeHead(404).end('<h1>no</h1>')],
  ['"slow down"', (_request, response) => void response.writeHead(429).end()],
  ['an answer of another shape', json({ retCode: '000000' })],
])('%s do not open the breaker', async (_name, behaviour) => {
  service.on('search_idle_page', behaviour)
  const { upstream, breakers, close } = client(service.url, { breaking })
  for (let i = 0; i < 25; i++) await upstream.searchIdlePage(page).catch(() => undefined)
  expect(breakers().map(({ state }) => state)).toEqual(['closed', 'closed', 'closed'])
  await close()
})

test('whoever hangs up says nothing about the service', async () => {
  service.on('search_idle_page', () => undefined)
  const { upstream, breakers, close } = client(service.url, { breaking })
  await Promise.all(
    Array.from({ length: 30 }, () =>
      upstream.searchIdlePage(page, { signal: AbortSignal.timeout(100) }).catch(() => undefined),
    ),
  )
  expect(breakers().map(({ state }) => state)).toEqual(['closed', 'closed', 'closed'])
  await close()
})

test('T21: half of the answers are 503: at most 1.1 attempts per read and ten more; creates go out exactly once', async () => {
  let turn = 0
  const half =
    (good: Behaviour): Behaviour =>
    (request, response) =>
      turn++ % 2 === 0 ? void response.writeHead(503).end() : good(request, response)
  service.on('get_timezone', half(v5({ items: [] })))
  service.on('create_extension', half(exts({})))
  // No breaker, which would spare the service most of this.
  const { upstream, close } = client(service.url, {
    breaking: { ...breaking, leastCalls: Infinity },
  })
  const reads = 200
  const lane = async () => {
    for (let i = 0; i < reads / 20; i++)
      await upstream.getTimeZones({ language: 'en' }).catch(() => undefined)
  }
  await Promise.all(Array.from({ length: 20 }, lane))
  const attempts = service.count('get_timezone')
  expect(attempts).toBeGreaterThan(reads)
  expect(attempts).toBeLessThanOrEqual(1.1 * reads + 10)
  for (let i = 0; i < 50; i++) await upstream.createExtension({ ext: `${8000 + i}` }).catch(() => undefined)
  const numbers = service.seen
    .filter(({ operation }) => operation === 'create_extension')
    .map(({ query }) => query.get('ext'))
  expect(numbers).toHaveLength(50)
  expect(new Set(numbers).size).toBe(50)
  await close()
}, 30_000)

test('T21: never more than a fifth of the calls under way are repeats', async () => {
  const budget = createRetryBudget()
  let repeats = 0
  let most = 0
  await Promise.all(
    Array.from({ length: 20 }, () =>
      budget.run(async (repeat) => {
        await sleep(5)
        await repeat(async () => {
          most = Math.max(most, ++repeats)
          await sleep(5)
          repeats--
        })
      }),
    ),
  )
  expect(most).toBe(4)
})

test('a half-open breaker lets one probe through at a time', () => {
  const breaker = createBreaker('v5', { ...breaking, probeMs: 0 })
  for (let i = 0; i < 5; i++) breaker.enter('get_timezone', 'read')('connection')
  const probe = breaker.enter('get_timezone', 'read')
  expect(() => breaker.enter('get_timezone', 'read')).toThrow('paused')
  probe('none')
  breaker.enter('get_timezone', 'read')('good')
  expect(breaker.state().state).toBe('closed')
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBreaker, defaultBreaking } from '#upstream/breaker.ts'
import { createRetryBudget } from '#upstream/retry-budget.ts'
import { client } from './options.ts'
import { exts, json, startService, v5, type Behaviour, type Service } from './service.ts'

let service: Service
beforeEach(async () => {
  // The breaker's clock; the sockets run in real time.
  vi.useFakeTimers({ toFake: ['performance'] })
  service = await startService()
})
afterEach(async () => {
  vi.useRealTimers()
  await service.close()
})

const failing: Behaviour = (_request, response) => void response.writeHead(500).end('{}')
const page = { page: 1, pageSize: 20 }

test('R23: an outage opens the breaker, calls fail at once, one probe per interval, and it closes by itself', async () => {
  service.on('search_idle_page', failing)
  service.on('get_timezone', v5({ items: [] }))
  const { upstream, breakers, close, reports } = client(service.url)
  const read = () => upstream.searchIdlePage(page)
  const asked = () => service.count('search_idle_page')
  const family = () => breakers().find((breaker) => breaker.family === 'extensions')
  for (let i = 0; i < 20; i++) await expect(read()).rejects.toMatchObject({ kind: 'failing' })
  expect(family()).toMatchObject({ state: 'open' })
  expect(asked()).toBe(20)

  for (let probes = 0; probes < 3; probes++) {
    for (const passed of [0, defaultBreaking.probeMs - 1]) {
      vi.advanceTimersByTime(passed)
      await expect(read()).rejects.toMatchObject({ kind: 'paused', definitelyNotApplied: true })
    }
    expect(asked()).toBe(20 + probes)
    vi.advanceTimersByTime(1)
    await expect(read()).rejects.toMatchObject({ kind: 'failing' })
    expect(asked()).toBe(21 + probes)
  }
  await expect(read()).rejects.toMatchObject({ kind: 'paused', retryAfter: 5 })
  // The other family continues as usual.
  await upstream.getTimeZones({ language: 'en' })

  service.on('search_idle_page', exts({ list: [], total: 0 }))
  vi.advanceTimersByTime(defaultBreaking.probeMs)
  expect(await read()).toMatchObject({ data: { total: 0 } })
  expect(family()).toMatchObject({ state: 'closed', openForMs: null })
  expect(reports.some(({ error }) => error?.kind === 'paused')).toBe(true)
  await close()
})

test('R23: five connections refused in a row open the breaker; a create is never the probe', async () => {
  const { upstream, breakers, close } = client(service.url, { extensionsAuth: 'none' })
  await service.close()
  const kinds: unknown[] = []
  for (let i = 0; i < 4; i++)
    kinds.push(await upstream.getExtension({ ext: '8001' }).catch((error: { kind: string }) => error.kind))
  expect(kinds.at(-1)).toBe('paused')
  expect(breakers()).toMatchObject([{ state: 'closed' }, { state: 'open' }, { state: 'closed' }])
  vi.advanceTimersByTime(defaultBreaking.probeMs)
  await expect(upstream.createExtension({ ext: '8001' })).rejects.toMatchObject({
    kind: 'paused',
    definitelyNotApplied: true,
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
  const { upstream, breakers, close } = client(service.url)
  for (let i = 0; i < 25; i++) await upstream.searchIdlePage(page).catch(() => undefined)
  expect(breakers().map(({ state }) => state)).toEqual(['closed', 'closed', 'closed'])
  await close()
})

test('whoever hangs up says nothing about the service', async () => {
  service.on('search_idle_page', () => undefined)
  const { upstream, breakers, close } = client(service.url)
  const leave = new AbortController()
  const reads = Array.from({ length: 30 }, () =>
    upstream.searchIdlePage(page, { signal: leave.signal }).catch(() => undefined),
  )
  await expect.poll(() => service.count('search_idle_page')).toBe(30)
  leave.abort()
  await Promise.all(reads)
  expect(breakers().map(({ state }) => state)).toEqual(['closed', 'closed', 'closed'])
  await close()
})

test('R21: half of the answers are 503: at most 1.1 attempts per read and ten more; creates go out exactly once', async () => {
  let turn = 0
  const half =
    (good: Behaviour): Behaviour =>
    (request, response) =>
      turn++ % 2 === 0 ? void response.writeHead(503).end() : good(request, response)
  service.on('get_timezone', half(v5({ items: [] })))
  service.on('create_extension', half(exts({})))
  // No breaker, which would spare the service most of this.
  const { upstream, close } = client(service.url, {
    breaking: { ...defaultBreaking, leastCalls: Infinity },
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
})

test('R21: never more than a fifth of the calls under way are repeats', async () => {
  const budget = createRetryBudget()
  const allFailed = Promise.withResolvers<undefined>()
  const decided = Promise.withResolvers<undefined>()
  let repeats = 0
  const calls = Array.from({ length: 20 }, () =>
    budget.run(async (repeat) => {
      await allFailed.promise
      await repeat(async () => {
        repeats++
        await decided.promise
      })
    }),
  )
  allFailed.resolve(undefined)
  setImmediate(() => decided.resolve(undefined))
  await Promise.all(calls)
  expect(repeats).toBe(4)
})

test('a half-open breaker lets one probe through at a time', () => {
  const breaker = createBreaker('v5', { ...defaultBreaking, probeMs: 0 })
  for (let i = 0; i < 5; i++) breaker.enter('get_timezone', 'read')('connection')
  const probe = breaker.enter('get_timezone', 'read')
  expect(() => breaker.enter('get_timezone', 'read')).toThrow('paused')
  probe('none')
  breaker.enter('get_timezone', 'read')('good')
  expect(breaker.state().state).toBe('closed')
})

import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defaultBreaking } from '#upstream/breaker.ts'
import { createRetryBudget } from '#upstream/retry-budget.ts'
import { client, limits } from './options.ts'
import {
  extensionSuccess,
  respondJson,
  startService,
  v5Success,
  type Behavior,
  type Service,
} from './service.ts'

let service: Service
beforeEach(async () => {
  // Fake only the breaker's clock; the sockets run in real time.
  vi.useFakeTimers({ toFake: ['performance'] })
  service = await startService()
})
afterEach(async () => {
  vi.useRealTimers()
  await service.close()
})

const failing: Behavior = (_request, response) => void response.writeHead(500).end('{}')
const page = { page: 1, pageSize: 20 }

/** Polls in real time: `expect.poll` would advance the breaker's clock. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await setImmediate()
}

test('R23: fails calls at once while open, probes once per interval, closes on a good probe', async () => {
  service.on('search_idle_page', failing)
  service.on('get_timezone', v5Success({ items: [] }))
  const { upstream, breakers, close, reports } = client(service.url)
  const read = () => upstream.searchIdlePage(page)
  const asked = () => service.count('search_idle_page')
  const family = () => breakers().find((breaker) => breaker.family === 'extensions')
  for (let i = 0; i < 20; i++) await expect(read()).rejects.toMatchObject({ kind: 'failing' })
  // 20 reads, plus the console's own probe, which also fails.
  await until(() => family()?.state === 'open')
  expect(asked()).toBe(21)

  for (let probes = 0; probes < 3; probes++) {
    for (const passed of [0, defaultBreaking.probeMs - 1]) {
      vi.advanceTimersByTime(passed)
      await expect(read()).rejects.toMatchObject({ kind: 'paused', definitelyNotApplied: true })
    }
    expect(asked()).toBe(21 + probes)
    vi.advanceTimersByTime(1)
    // The console's own probe and a caller's read take turns.
    await expect(read()).rejects.toMatchObject({ kind: probes % 2 === 0 ? 'paused' : 'failing' })
    expect(asked()).toBe(22 + probes)
  }
  await expect(read()).rejects.toMatchObject({ kind: 'paused', retryAfter: 5 })
  // The other family continues as usual.
  await upstream.getTimeZones({ language: 'en' })

  service.on('search_idle_page', extensionSuccess({ list: [], total: 0 }))
  vi.advanceTimersByTime(defaultBreaking.probeMs)
  expect(await read()).toMatchObject({ data: { total: 0 } })
  expect(family()).toMatchObject({ state: 'closed', openForMs: null })
  expect(reports.some(({ error }) => error?.kind === 'paused')).toBe(true)
  await close()
})

test('R23: opens after five refused connections in a row and never probes with a create', async () => {
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

test.each<[string, Behavior]>([
  ['business codes', respondJson({ retCode: '310121' })],
  ['token refusals', respondJson({ retCode: '900002' })],
  ['HTTP 404 with a page', (_request, response) => void response.writeHead(404).end('<h1>no</h1>')],
  ['"slow down"', (_request, response) => void response.writeHead(429).end()],
  ['an answer of another shape', respondJson({ retCode: '000000' })],
])('stays closed on %s', async (_name, behavior) => {
  service.on('search_idle_page', behavior)
  const { upstream, breakers, close } = client(service.url)
  for (let i = 0; i < 25; i++) await upstream.searchIdlePage(page).catch(() => undefined)
  expect(breakers().map(({ state }) => state)).toEqual(['closed', 'closed', 'closed'])
  await close()
})

test('does not count calls that their callers abort', async () => {
  service.on('search_idle_page', () => undefined)
  const { upstream, breakers, close } = client(service.url)
  const caller = new AbortController()
  const reads = Array.from({ length: 30 }, () =>
    upstream.searchIdlePage(page, { signal: caller.signal }).catch(() => undefined),
  )
  await expect.poll(() => service.count('search_idle_page')).toBe(30)
  caller.abort()
  await Promise.all(reads)
  expect(breakers().map(({ state }) => state)).toEqual(['closed', 'closed', 'closed'])
  await close()
})

const failsFor99 =
  (bad: Behavior): Behavior =>
  (request, response) =>
    request.body.includes('"99')
      ? bad(request, response)
      : extensionSuccess({ ext: '8001' })(request, response)

test.each<[string, Behavior]>([
  ['HTTP 500', failing],
  ['a web page', (_request, response) => void response.end('<h1>gateway</h1>')],
  ['silence', () => undefined],
])('R23: pauses no other user when all numbers of one user fail with %s', async (_name, bad) => {
  service.on('extension_detail', failsFor99(bad))
  service.on('search_idle_page', extensionSuccess({ list: [], total: 0 }))
  const { upstream, breakers, close } = client(service.url, {
    limits: { ...limits, headersMs: { ...limits.headersMs, read: 200 } },
  })
  for (let round = 0; round < 3; round++) {
    const reads = Array.from({ length: 30 }, (_, i) => upstream.getExtension({ ext: `99${round}0${i}` }))
    const outcomes = await Promise.allSettled(reads)
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(30)
    await until(() => service.count('search_idle_page') > round)
    expect(await upstream.getExtension({ ext: '8001' })).toMatchObject({ data: { ext: '8001' } })
    expect(breakers().map(({ state }) => state)).toEqual(['closed', 'closed', 'closed'])
    vi.advanceTimersByTime(defaultBreaking.probeMs)
  }
  await close()
})

test('R23: closes after an outage although the reads of one user still fail', async () => {
  service.on('extension_detail', failing)
  service.on('search_idle_page', failing)
  const { upstream, breakers, close } = client(service.url)
  const read = (ext: string) => upstream.getExtension({ ext })
  for (let i = 0; i < 20; i++) await expect(read('9901')).rejects.toMatchObject({ kind: 'failing' })
  const isOpen = () => breakers().some(({ state }) => state !== 'closed')
  await until(isOpen)

  service.on('extension_detail', failsFor99(failing))
  service.on('search_idle_page', extensionSuccess({ list: [], total: 0 }))
  for (let probes = 0; probes < 2; probes++) {
    vi.advanceTimersByTime(defaultBreaking.probeMs)
    await read('9902').catch(() => undefined)
  }
  expect(await read('8001')).toMatchObject({ data: { ext: '8001' } })
  await close()
})

test('R23: resumes the other operations when only one operation is broken', async () => {
  service.on('search_idle_page', failing)
  service.on('extension_detail', extensionSuccess({ ext: '8001' }))
  const { upstream, breakers, close } = client(service.url)
  for (let i = 0; i < 20; i++) await upstream.searchIdlePage(page).catch(() => undefined)
  await until(() => breakers().some(({ state }) => state === 'open'))
  for (let probes = 0; probes < 2; probes++) {
    vi.advanceTimersByTime(defaultBreaking.probeMs)
    await upstream.getExtension({ ext: '8001' }).catch(() => undefined)
  }
  expect(breakers().map(({ state }) => state)).toEqual(['closed', 'closed', 'closed'])
  await close()
})

test('R21: makes at most 1.1 attempts per read plus ten, and one per create, when half fail', async () => {
  let turn = 0
  const half =
    (good: Behavior): Behavior =>
    (request, response) =>
      turn++ % 2 === 0 ? void response.writeHead(503).end() : good(request, response)
  service.on('get_timezone', half(v5Success({ items: [] })))
  service.on('create_extension', half(extensionSuccess({})))
  // Disable the breaker, which would prevent most of these calls.
  const { upstream, close } = client(service.url, {
    breaking: { ...defaultBreaking, leastCalls: Infinity },
  })
  const reads = 200
  const ask = async () => {
    for (let i = 0; i < reads / 20; i++)
      await upstream.getTimeZones({ language: 'en' }).catch(() => undefined)
  }
  await Promise.all(Array.from({ length: 20 }, ask))
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

test('R21: limits repeats to a fifth of the calls in flight', async () => {
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
  await setImmediate()
  decided.resolve(undefined)
  await Promise.all(calls)
  expect(repeats).toBe(4)
})

test('allows one probe at a time while half-open', async () => {
  service.on('search_idle_page', failing)
  const { upstream, breakers, close } = client(service.url)
  const read = () => upstream.searchIdlePage(page)
  for (let i = 0; i < 20; i++) await read().catch(() => undefined)
  await until(() => breakers()[1]?.state === 'open')
  const answered = Promise.withResolvers<undefined>()
  service.on('search_idle_page', async (request, response) => {
    await answered.promise
    await extensionSuccess({ list: [], total: 0 })(request, response)
  })
  vi.advanceTimersByTime(defaultBreaking.probeMs)
  const first = read()
  await until(() => service.count('search_idle_page') === 22)
  await expect(read()).rejects.toMatchObject({ kind: 'paused' })
  answered.resolve(undefined)
  expect(await first).toMatchObject({ data: { total: 0 } })
  expect(breakers()[1]?.state).toBe('closed')
  await close()
})

test('closes on a probe answered with "slow down"', async () => {
  service.on('search_idle_page', failing)
  const { upstream, breakers, close } = client(service.url)
  const read = () => upstream.searchIdlePage(page)
  for (let i = 0; i < 20; i++) await read().catch(() => undefined)
  await until(() => breakers()[1]?.state === 'open')
  service.on('search_idle_page', (_request, response) => void response.writeHead(429).end())
  vi.advanceTimersByTime(defaultBreaking.probeMs)
  await expect(read()).rejects.toMatchObject({ kind: 'busy', code: 'HTTP 429' })
  expect(breakers()[1]).toMatchObject({ state: 'closed', openForMs: null })
  await close()
})

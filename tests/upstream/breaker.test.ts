import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
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
  // Fake only the breaker's clocks; the sockets run in real time.
  vi.useFakeTimers({ toFake: ['performance', 'Date'] })
  service = await startService()
})
afterEach(async () => {
  vi.useRealTimers()
  await service.close()
})

const { probeMs, leastCalls } = limits.breaker
const failing: Behavior = (_request, response) => void response.writeHead(500).end('{}')
const page = { page: 1, pageSize: 20 }
type Client = ReturnType<typeof client>
const stateOf = ({ breakers }: Client, family: string) =>
  breakers().find((breaker) => breaker.family === family)?.state

/** Makes reads fail until the breaker of the extension service opens. */
async function open(to: Client): Promise<void> {
  for (let i = 0; i < 2 * leastCalls && stateOf(to, 'extensions') === 'closed'; i++)
    await to.upstream.searchIdlePage(page).catch(() => undefined)
  expect(stateOf(to, 'extensions')).toBe('open')
}

test('R23: fails calls at once while open, tries one per interval, closes on a good answer', async () => {
  service.on('search_idle_page', failing)
  service.on('get_timezone', v5Success({ items: [] }))
  const to = client(service.url)
  const read = () => to.upstream.searchIdlePage(page)
  const asked = () => service.count('search_idle_page')
  await open(to)
  const before = asked()
  for (let tries = 0; tries < 3; tries++) {
    for (const passed of [0, probeMs - 1]) {
      vi.advanceTimersByTime(passed)
      await expect(read()).rejects.toMatchObject({ kind: 'paused', definitelyNotApplied: true })
    }
    expect(asked()).toBe(before + tries)
    vi.advanceTimersByTime(1)
    await expect(read()).rejects.toMatchObject({ kind: 'failing' })
    expect(asked()).toBe(before + tries + 1)
  }
  await expect(read()).rejects.toMatchObject({ kind: 'paused', retryAfter: probeMs / 1000 })
  // The other service continues as usual.
  await to.upstream.getTimeZones({ language: 'en' })

  service.on('search_idle_page', extensionSuccess({ list: [], total: 0 }))
  vi.advanceTimersByTime(probeMs)
  expect(await read()).toMatchObject({ data: { total: 0 } })
  expect(stateOf(to, 'extensions')).toBe('closed')
  expect(to.reports.some(({ error }) => error?.kind === 'paused')).toBe(true)
  await to.close()
})

test('R23: pauses creates as well, as definitely not applied', async () => {
  service.on('search_idle_page', failing)
  const to = client(service.url)
  await open(to)
  await expect(to.upstream.createExtension({ ext: '8001' })).rejects.toMatchObject({
    kind: 'paused',
    definitelyNotApplied: true,
  })
  expect(service.count('create_extension')).toBe(0)
  await to.close()
})

test.each<[string, Behavior]>([
  ['business codes', respondJson({ retCode: '310121' })],
  ['token refusals', respondJson({ retCode: '900002' })],
  ['HTTP 404 with a page', (_request, response) => void response.writeHead(404).end('<h1>no</h1>')],
  ['"slow down"', (_request, response) => void response.writeHead(429).end()],
  ['an answer of another shape', respondJson({ retCode: '000000' })],
])('stays closed on %s', async (_name, behavior) => {
  service.on('search_idle_page', behavior)
  const to = client(service.url)
  for (let i = 0; i < 2 * leastCalls; i++) await to.upstream.searchIdlePage(page).catch(() => undefined)
  expect(to.breakers().map(({ state }) => state)).toEqual(['closed', 'closed'])
  await to.close()
})

test('does not count calls that their callers abort', async () => {
  service.on('search_idle_page', () => undefined)
  const to = client(service.url)
  const caller = new AbortController()
  const reads = Array.from({ length: 30 }, () =>
    to.upstream.searchIdlePage(page, { signal: caller.signal }).catch(() => undefined),
  )
  await expect.poll(() => service.count('search_idle_page')).toBe(30)
  caller.abort()
  await Promise.all(reads)
  expect(to.breakers().map(({ state }) => state)).toEqual(['closed', 'closed'])
  await to.close()
})

test('R21: sends a read at most twice and a create once when half of all calls fail', async () => {
  let turn = 0
  const half =
    (good: Behavior): Behavior =>
    (request, response) =>
      turn++ % 2 === 0 ? void response.writeHead(503).end() : good(request, response)
  service.on('get_timezone', half(v5Success({ items: [] })))
  service.on('create_extension', half(extensionSuccess({})))
  const to = client(service.url, {
    sendLimits: { ...limits, breaker: { ...limits.breaker, leastCalls: 1e6 } },
  })
  const reads = 100
  for (let i = 0; i < reads; i++) await to.upstream.getTimeZones({ language: 'en' }).catch(() => undefined)
  expect(service.count('get_timezone')).toBeLessThanOrEqual(2 * reads)
  for (let i = 0; i < 50; i++)
    await to.upstream.createExtension({ ext: `${8000 + i}` }).catch(() => undefined)
  const numbers = service.seen
    .filter(({ operation }) => operation === 'create_extension')
    .map(({ query }) => query.get('ext'))
  expect(new Set(numbers).size).toBe(50)
  expect(numbers).toHaveLength(50)
  await to.close()
})

test('lets one call through at a time while half-open', async () => {
  service.on('search_idle_page', failing)
  const to = client(service.url)
  await open(to)
  const before = service.count('search_idle_page')
  const answered = Promise.withResolvers<undefined>()
  service.on('search_idle_page', async (request, response) => {
    await answered.promise
    await extensionSuccess({ list: [], total: 0 })(request, response)
  })
  vi.advanceTimersByTime(probeMs)
  const first = to.upstream.searchIdlePage(page)
  while (service.count('search_idle_page') === before) await setImmediate()
  const second = to.upstream.searchIdlePage(page).catch((error: unknown) => error)
  await setImmediate()
  expect(service.count('search_idle_page')).toBe(before + 1)
  answered.resolve(undefined)
  expect(await first).toMatchObject({ data: { total: 0 } })
  await second
  expect(stateOf(to, 'extensions')).toBe('closed')
  await to.close()
})

test('closes on an answer of "slow down"', async () => {
  service.on('search_idle_page', failing)
  const to = client(service.url)
  await open(to)
  service.on('search_idle_page', (_request, response) => void response.writeHead(429).end())
  vi.advanceTimersByTime(probeMs)
  await expect(to.upstream.searchIdlePage(page)).rejects.toMatchObject({ kind: 'busy', code: 'HTTP 429' })
  expect(stateOf(to, 'extensions')).toBe('closed')
  await to.close()
})

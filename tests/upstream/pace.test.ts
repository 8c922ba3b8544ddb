import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RequestPace } from '#upstream/pace.ts'
import { client, limits } from './options.ts'
import { extensionSuccess, startService, type Service } from './service.ts'

let service: Service
beforeEach(async () => {
  service = await startService()
  service.on('create_extension', extensionSuccess({}))
  service.on('search_idle_page', extensionSuccess({ list: [], total: 0 }))
  service.on('extension_detail', extensionSuccess({}))
})
afterEach(() => {
  vi.useRealTimers()
  return service.close()
})

/** From here on, no time passes, except what the test lets pass. */
const stopTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })

const page = { page: 1, pageSize: 20 }
const perSecond = (requestsPerSecond: number, changes: object = {}) =>
  client(service.url, {
    profile: { auth: { credential: 'none' }, limits: { requestsPerSecond } },
    sendLimits: { ...limits, ...changes },
  })

test('sends every create of a service at 5 requests a second, however short its deadline is', async () => {
  // Shorter than the wait of the last, and long enough for an answer on a busy machine.
  const totalMs = { read: 1_500, token: 1_500, create: 1_500 }
  const { upstream, close } = perSecond(5, { totalMs })
  const exts = Array.from({ length: 12 }, (_, index) => String(8001 + index))
  const began = performance.now()
  await Promise.all(exts.map((ext) => upstream.createExtension({ ext }, { bulk: true })))
  // Eleven gaps of 200 ms.
  expect(performance.now() - began).toBeGreaterThan(2_150)
  expect(service.count('create_extension')).toBe(12)
  await close()
})

test("lets a user's read leave before the requests of jobs that wait", async () => {
  const { upstream, close } = perSecond(20)
  const creates = ['8001', '8002', '8003', '8004', '8005'].map((ext) =>
    upstream.createExtension({ ext }, { bulk: true }),
  )
  await upstream.searchIdlePage(page)
  await Promise.all(creates)
  // The first create may have left at once.
  expect(service.seen.map(({ operation }) => operation).indexOf('search_idle_page')).toBeLessThan(2)
  await close()
})

test("lets at most two users' requests leave before one of a job that waits", async () => {
  stopTime()
  const pace = new RequestPace(3, 10)
  const left: string[] = []
  for (const name of ['job 1', 'job 2', 'job 3', 'user 1', 'user 2', 'user 3'])
    void pace.turn(name.startsWith('job'), undefined).then(() => left.push(name))
  await vi.advanceTimersByTimeAsync(340)
  expect(left).toEqual(['user 1', 'user 2'])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(left).toEqual(['user 1', 'user 2', 'job 1', 'user 3', 'job 2', 'job 3'])
})

test('ends a wait at once when its caller leaves, and sends nothing for it', async () => {
  const { upstream, close } = perSecond(1)
  await upstream.searchIdlePage(page)
  stopTime()
  const caller = new AbortController()
  const reading = upstream.searchIdlePage(page, { signal: caller.signal })
  caller.abort()
  await expect(reading).rejects.toMatchObject({ kind: 'timeout', definitelyNotApplied: true })
  expect(service.count('search_idle_page')).toBe(1)
  await close()
})

test('refuses a read as busy when too many reads of users wait', async () => {
  const { upstream, close } = perSecond(1, { queue: 2 })
  const reads = Array.from({ length: 4 }, () => upstream.searchIdlePage(page))
  await expect(reads[3]).rejects.toMatchObject({ kind: 'busy', definitelyNotApplied: true })
  const waiting = Promise.allSettled(reads.slice(0, 3))
  await close()
  const ended = await waiting
  expect(ended.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0)
})

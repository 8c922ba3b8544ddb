import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { UpstreamError } from '#upstream/errors.ts'
import { client, limits } from './options.ts'
import { extensionSuccess, startService, type Behavior, type Service } from './service.ts'

let service: Service
beforeEach(async () => {
  service = await startService()
  // Fake timers reach the production deadlines at once; the sockets run in real time.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await service.close()
})

const silence: Behavior = () => undefined
const drip: Behavior = (_request, response) => {
  response.writeHead(200)
  const timer = setInterval(() => response.write(' '), 10)
  response.on('close', () => clearInterval(timer))
}
const page = { page: 1, pageSize: 20 }

test.each([
  ['silence', silence],
  ['a drip of one byte', drip],
])(
  '%s: ends a read and a create at their deadlines, the create in doubt and sent once',
  async (_name, behavior) => {
    service.on('search_idle_page', behavior)
    service.on('create_extension', behavior)
    const { upstream, close } = client(service.url)
    for (const [operation, kind, call] of [
      ['search_idle_page', 'read', () => upstream.searchIdlePage(page)],
      ['create_extension', 'create', () => upstream.createExtension({ ext: '8001' })],
    ] as const) {
      const failure = call().catch((error: unknown) => error)
      await expect.poll(() => service.count(operation)).toBe(1)
      await vi.advanceTimersByTimeAsync(limits.totalMs[kind])
      expect(await failure).toMatchObject({
        kind: 'timeout',
        operation,
        definitelyNotApplied: kind === 'read',
      })
    }
    expect(service.count('create_extension')).toBe(1)
    await close()
  },
)

test('fails a call as busy when the queue is full', async () => {
  service.on('search_idle_page', silence)
  const { upstream, close } = client(service.url, { sendLimits: { ...limits, inFlight: 2, queue: 1 } })
  const leave = new AbortController()
  let busy = 0
  const reads = Array.from({ length: 6 }, () =>
    upstream.searchIdlePage(page, { signal: leave.signal }).catch((error: unknown) => {
      if (error instanceof UpstreamError && error.kind === 'busy') busy++
    }),
  )
  await expect.poll(() => busy).toBe(3)
  leave.abort()
  await Promise.all(reads)
  expect(busy).toBe(3)
  await close()
})

test('does not send a queued read of a job after its caller aborts', async () => {
  const answered = Promise.withResolvers<undefined>()
  service.on('extension_detail', async (request, response) => {
    await answered.promise
    await extensionSuccess({ ext: '8001' })(request, response)
  })
  const { upstream, close } = client(service.url, { sendLimits: { ...limits, bulkInFlight: 1 } })
  const first = upstream.getExtension({ ext: '8001' }, { bulk: true })
  await expect.poll(() => service.count('extension_detail')).toBe(1)
  const caller = new AbortController()
  const second = upstream
    .getExtension({ ext: '8002' }, { bulk: true, signal: caller.signal })
    .catch((error: unknown) => error)
  // Let the second read queue for the only connection.
  await setImmediate()
  caller.abort()
  expect(await second).toMatchObject({ kind: 'timeout', definitelyNotApplied: true })
  service.on('extension_detail', extensionSuccess({ ext: '8003' }))
  const third = upstream.getExtension({ ext: '8003' }, { bulk: true })
  answered.resolve(undefined)
  expect(await Promise.all([first, third])).toMatchObject([
    { data: { ext: '8001' } },
    { data: { ext: '8003' } },
  ])
  expect(service.count('extension_detail')).toBe(2)
  await close()
})

test('counts the reads that users wait for at both services', async () => {
  service.on('get_timezone', silence)
  service.on('search_idle_page', silence)
  const { upstream, waitedFor, close } = client(service.url)
  const leave = new AbortController()
  const options = { signal: leave.signal }
  const reads = [upstream.getTimeZones({ language: 'en' }, options), upstream.searchIdlePage(page, options)]
  for (const operation of ['get_timezone', 'search_idle_page'])
    await expect.poll(() => service.count(operation)).toBe(1)
  expect(waitedFor()).toBe(2)
  leave.abort()
  await Promise.allSettled(reads)
  expect(waitedFor()).toBe(0)
  await close()
})

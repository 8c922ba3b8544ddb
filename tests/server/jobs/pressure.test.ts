import { afterAll, expect, test } from 'vitest'
import { itemsOf, numbers, post, retryReview, setConcurrency } from '../../jobs-service/bulk.ts'
import { openInProcess } from '../../jobs-service/in-process.ts'
import { startMisbehavingService } from '../../jobs-service/service.ts'

const throttle = 4

// With this seed, one create is refused as too frequent, which makes all jobs wait five seconds.
const service = await startMisbehavingService({
  seed: 'three',
  modes: {
    latencyMs: 10,
    frequent: 0.01,
    tooMany: 0.02,
    burst: 2,
    http500: 0.06,
    html: 0.06,
    lookUpFails: 0.03,
  },
})
const console = await openInProcess({ serviceUrl: service.url, visibilityTimeoutMs: 300 })
afterAll(async () => {
  await console.close()
  await service.close()
})

test('completes a job within its concurrency on a service that throttles and returns garbage', async () => {
  await setConcurrency(console, throttle)
  const existing = numbers(10)
  service.seedWith(existing)
  const exts = numbers(90)
  const { id } = await post(console, exts)
  await retryReview(console, id)

  expect(service.duplicates()).toEqual([])
  expect(service.lost(exts)).toEqual([])
  expect(service.atOnce()).toBeLessThanOrEqual(throttle)
  expect((await itemsOf(console, id, 'done')).map(({ ext }) => ext)).toEqual(exts.slice(existing.length))
  // Numbers created elsewhere fail and are never sent.
  const failed = await itemsOf(console, id, 'failed')
  expect(failed.map(({ ext, code }) => [ext, code])).toEqual(existing.map((ext) => [ext, 'extension-exists']))
  expect(existing.map((ext) => service.sends(ext))).toEqual(existing.map(() => 0))
  const met = new Set<string>(service.attempts.map(({ did }) => did))
  expect([...met].toSorted()).toEqual(['created', 'frequent', 'html', 'http500', 'tooMany'])
})

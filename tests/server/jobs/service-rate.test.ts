import { afterAll, expect, test } from 'vitest'
import { idleExtensions } from '#contract/extensions.ts'
import { profileSchema } from '#upstream/profile.ts'
import { defaultTimings } from '#server/platform/timings.ts'
import { ended, itemsOf, numbers, post } from '../../jobs-service/bulk.ts'
import { openInProcess } from '../../jobs-service/in-process.ts'

const console = await openInProcess({
  profile: profileSchema.parse({ limits: { requestsPerSecond: 3 } }),
  timings: {
    // Less than what the last of the parallel requests waits for its turn.
    upstream: {
      ...defaultTimings.upstream,
      limits: {
        ...defaultTimings.upstream.limits,
        headersMs: { read: 1_300, token: 1_300, create: 1_300 },
        totalMs: { read: 1_300, token: 1_300, create: 1_300 },
      },
    },
  },
})
afterAll(() => console.close())

test('creates a range at a service of 3 requests a second, while a user reads', async () => {
  const exts = numbers(4)
  const { id } = await post(console, exts)
  const job = { isRunning: true }
  const waits: number[] = []
  const reader = (async () => {
    while (job.isRunning) {
      const began = performance.now()
      await console.request(idleExtensions, { query: { page: 1, pageSize: 20 } })
      waits.push(performance.now() - began)
    }
  })()
  await ended(console, id)
  job.isRunning = false
  await reader
  expect((await itemsOf(console, id, 'done')).map(({ ext }) => ext)).toEqual(exts)
  const sorted = waits.toSorted((a, b) => a - b)
  // A user waits for at most one request of the job and their own turn, a third of a second each.
  expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(1_300)
})

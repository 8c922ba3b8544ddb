import { afterAll, expect, test } from 'vitest'
import { idleExtensions } from '#contract/extensions.ts'
import { profileSchema } from '#upstream/profile.ts'
import { defaultTimings } from '#server/platform/timings.ts'
import { ended, itemsOf, numbers, post } from '../../jobs-service/bulk.ts'
import { openInProcess, patientLimits } from '../../jobs-service/in-process.ts'

const console = await openInProcess({
  profile: profileSchema.parse({ limits: { requestsPerSecond: 3 } }),
  timings: {
    // For creates less than what the last of the parallel requests waits for its turn.
    upstream: {
      ...defaultTimings.upstream,
      limits: {
        ...defaultTimings.upstream.limits,
        headersMs: { ...patientLimits.headersMs, create: 1_300 },
        totalMs: { ...patientLimits.totalMs, create: 1_300 },
      },
    },
  },
})
afterAll(() => console.close())

test('creates a range at a service of 3 requests a second, while a user reads', async () => {
  const exts = numbers(4)
  const { id } = await post(console, exts)
  const job = { isRunning: true }
  let reads = 0
  const reader = (async () => {
    while (job.isRunning) {
      await console.request(idleExtensions, { query: { page: 1, pageSize: 20 } })
      reads++
    }
  })()
  await ended(console, id)
  job.isRunning = false
  await reader
  expect((await itemsOf(console, id, 'done')).map(({ ext }) => ext)).toEqual(exts)
  expect(reads).toBeGreaterThan(1)
})

import { afterAll, expect, test } from 'vitest'
import { recheckJob, retryJob } from '#contract/jobs.ts'
import { ended, itemsOf, numbers, post } from '../../jobs-service/bulk.ts'
import { openInProcess } from '../../jobs-service/in-process.ts'
import { startMisbehavingService } from '../../jobs-service/service.ts'

const service = await startMisbehavingService({ modes: { late: 1, lateMs: 24 * 3_600_000 } })
const console = await openInProcess({ serviceUrl: service.url, visibilityTimeoutMs: 300 })
afterAll(async () => {
  await console.close()
  await service.close()
})

test('R2: marks rows that the service creates too late as needing review, and sends none again', async () => {
  const exts = numbers(20)
  const { id } = await post(console, exts)
  const job = await ended(console, id)
  expect(job.counts).toMatchObject({ needsReview: exts.length, done: 0, failed: 0 })
  expect(service.lost(exts)).toEqual(exts)
  expect(exts.map((ext) => service.sends(ext))).toEqual(exts.map(() => 1))

  // The numbers exist by now: look up one row, retry another, then look up the rest.
  service.catchUp()
  const [first, second] = exts
  for (const [endpoint, body] of [
    [recheckJob, { ext: first }],
    [retryJob, { what: 'needsReview', ext: second }],
    [recheckJob, {}],
  ] as const) {
    await console.request(endpoint, { params: { id }, body })
    await ended(console, id)
  }
  const found = await itemsOf(console, id, 'done')
  expect(found.map(({ ext, how }) => [ext, how])).toEqual(exts.map((ext) => [ext, 'reconciled']))
  expect(exts.map((ext) => service.sends(ext))).toEqual(exts.map(() => 1))
  expect(service.duplicates()).toEqual([])
})

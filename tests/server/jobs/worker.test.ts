import { afterAll, expect, test } from 'vitest'
import { fetchJob, numbers, post } from '../../jobs-service/bulk.ts'
import { openInProcess } from '../../jobs-service/in-process.ts'
import { startMisbehavingService } from '../../jobs-service/service.ts'

const service = await startMisbehavingService()
const console = await openInProcess({ serviceUrl: service.url, visibilityTimeoutMs: 600_000 })
afterAll(async () => {
  await console.close()
  await service.close()
})

test('starts a fifth bulk job while four have sent everything and wait for look-ups', async () => {
  service.change({ droppedBefore: 1 })
  for (const ext of numbers(4)) {
    const { id } = await post(console, [ext])
    await expect.poll(async () => (await fetchJob(console, id))?.counts.inDoubt).toBe(1)
  }
  service.change({ droppedBefore: 0 })
  const { id } = await post(console, numbers(1, 200_000))
  await expect.poll(async () => (await fetchJob(console, id))?.counts.done).toBe(1)
})

test('estimates the time left of a job with rows in doubt by their last look-up', async () => {
  service.change({ droppedBefore: 0.5 })
  const { id } = await post(console, numbers(10, 300_000))
  await expect
    .poll(() => fetchJob(console, id))
    .toMatchObject({ state: 'running', counts: { pending: 0, sending: 0 }, secondsLeft: 600 })
  const counts = (await fetchJob(console, id))?.counts
  expect(counts?.done).toBeGreaterThan(0)
  expect(counts?.inDoubt).toBeGreaterThan(0)
  service.change({ droppedBefore: 0 })
})

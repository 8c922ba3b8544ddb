import { afterEach, beforeEach, expect, test } from 'vitest'
import { resumeJob } from '#contract/jobs.ts'
import { ended, fetchJob, itemsOf, numbers, post, retryReview } from '../../jobs-service/bulk.ts'
import { openInProcess } from '../../jobs-service/in-process.ts'
import { startMisbehavingService, type MisbehavingService } from '../../jobs-service/service.ts'

let service: MisbehavingService
let console: Awaited<ReturnType<typeof openInProcess>>
beforeEach(async () => {
  service = await startMisbehavingService({ modes: { latencyMs: 10 } })
  console = await openInProcess({ serviceUrl: service.url, visibilityTimeoutMs: 2_000 })
})
afterEach(async () => {
  await console.close()
  await service.close()
})

test('waits for a service behind a maintenance page, and fails no number for it', async () => {
  const exts = numbers(60)
  const { id } = await post(console, exts)
  await service.reached(10)
  service.change({ maintenance: true })
  await expect.poll(async () => (await fetchJob(console, id))?.waitingFor).toBe('upstream-not-json')
  expect(await fetchJob(console, id)).toMatchObject({ state: 'running', counts: { failed: 0 } })
  service.change({ maintenance: false })
  expect((await ended(console, id)).counts).toMatchObject({ failed: 0 })
  await retryReview(console, id)
  expect((await itemsOf(console, id, 'done')).map(({ ext }) => ext)).toEqual(exts)
  expect(service.duplicates()).toEqual([])
})

test('pauses a job whose numbers are all refused under an unknown code, and fails none', async () => {
  const exts = numbers(60)
  const { id } = await post(console, exts)
  await service.reached(10)
  service.change({ refusesAllWith: '777777' })
  await expect.poll(async () => (await fetchJob(console, id))?.pausedBecause).toBe('upstream-refused')
  const sent = service.attempts.length
  expect(await fetchJob(console, id)).toMatchObject({ counts: { failed: 0 } })
  service.change({ refusesAllWith: '' })
  await console.request(resumeJob, { params: { id } })
  await ended(console, id)
  await retryReview(console, id)
  expect(sent).toBeLessThan(exts.length)
  expect((await itemsOf(console, id, 'done')).map(({ ext }) => ext)).toEqual(exts)
  expect(service.duplicates()).toEqual([])
})

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
  expect(await fetchJob(console, id)).toMatchObject({
    counts: { failed: 0 },
    pausedMessage: '777777 Refused',
    pausedSince: expect.any(Number),
  })
  service.change({ refusesAllWith: '' })
  await console.request(resumeJob, { params: { id } })
  await ended(console, id)
  await retryReview(console, id)
  expect(sent).toBeLessThan(exts.length)
  expect((await itemsOf(console, id, 'done')).map(({ ext }) => ext)).toEqual(exts)
  expect(service.duplicates()).toEqual([])
})

test('fails no number of a small job while a maintenance page answers', async () => {
  await ended(console, (await post(console, numbers(1, 200_000))).id)
  service.change({ maintenance: true })
  const exts = numbers(3)
  const { id } = await post(console, exts)
  const before = service.calls('/exts/detail')
  // More look-ups than before, when three misses of a row ended it.
  await expect.poll(() => service.calls('/exts/detail') - before).toBeGreaterThan(15)
  service.change({ maintenance: false })
  expect((await ended(console, id)).counts).toMatchObject({ done: 3, failed: 0, needsReview: 0 })
})

test('pauses a job whose creates a gateway blocks, and fails none', async () => {
  service.change({ blocks: 'everything' })
  const exts = numbers(40)
  const { id } = await post(console, exts)
  await expect.poll(async () => (await fetchJob(console, id))?.pausedBecause).toBe('upstream-blocked')
  expect(await fetchJob(console, id)).toMatchObject({ counts: { failed: 0, needsReview: 0 } })
  service.change({ blocks: 'nothing' })
  await console.request(resumeJob, { params: { id } })
  expect((await ended(console, id)).counts).toMatchObject({ done: 40 })
  expect(service.duplicates()).toEqual([])
})

test('says that a gateway blocks a create for the characters of its password', async () => {
  service.change({ blocks: 'password' })
  const exts = numbers(3)
  const { id } = await post(console, exts, "S3cret'<or>1=1")
  expect((await ended(console, id)).counts).toMatchObject({ failed: 3 })
  expect((await itemsOf(console, id, 'failed')).map(({ code }) => code)).toEqual(
    exts.map(() => 'password-blocked'),
  )
  expect(service.lost(exts)).toEqual(exts)
  expect(exts.map((ext) => service.sends(ext))).toEqual([0, 0, 0])
})

test('keeps the words of a refusal whose code means something else, as a look-up shows', async () => {
  service.change({ refusesCreatesWith: '310122' })
  const exts = numbers(1)
  const { id } = await post(console, exts)
  await ended(console, id)
  expect(await itemsOf(console, id, 'failed')).toMatchObject([
    { code: 'upstream-refused', upstreamCode: '310122', message: 'number must have 4 to 8 digits' },
  ])
})

import { afterAll, expect, test } from 'vitest'
import { cancelJob, pauseJob, retryJob } from '#contract/jobs.ts'
import { ended, fetchJob, numbers, post } from '../../jobs-service/bulk.ts'
import { openInProcess } from '../../jobs-service/in-process.ts'
import { startMisbehavingService } from '../../jobs-service/service.ts'

/** Pausing or cancelling a job while requests are in flight. */

const service = await startMisbehavingService()
const console = await openInProcess({ serviceUrl: service.url, visibilityTimeoutMs: 300 })
afterAll(async () => {
  await console.close()
  await service.close()
})

test('does not resend a row refused for now when its job is already cancelled', async () => {
  service.change({ tooMany: 1 })
  const exts = numbers(12)
  const release = service.hold()
  const { id } = await post(console, exts)
  await service.reached(1)
  await console.request(cancelJob, { params: { id } })

  // Until the job has ended, a retry, resume or pause does not restart it.
  expect(await fetchJob(console, id)).toMatchObject({
    state: 'ending',
    perMinute: 0,
    counts: { pending: 0 },
    retryable: false,
  })
  const refusal = await console.send('POST', retryJob.path.replace(':id', id), { body: { what: 'failed' } })
  expect(refusal.status).toBe(409)
  expect(await refusal.json()).toMatchObject({ code: 'job-ending' })
  for (const action of ['pause', 'resume'])
    expect((await console.send('POST', `/api/jobs/${id}/${action}`)).status).toBe(200)

  release()
  const { counts } = await ended(console, id)
  expect(counts).toMatchObject({ cancelled: 12, pending: 0, sending: 0, inDoubt: 0, done: 0, failed: 0 })
  const sent = service.attempts.length
  expect(exts.filter((ext) => service.sends(ext) > 1)).toEqual([])

  // The numbers are free for another job, and only that job sends them.
  service.change({ tooMany: 0 })
  const again = await post(console, exts)
  expect((await ended(console, again.id)).counts.done).toBe(12)
  expect(service.attempts.length).toBe(sent + 12)
})

test('ends a paused job once its last row needs review, and retries that row unpaused', async () => {
  service.change({ droppedBefore: 1 })
  const [ext = ''] = numbers(1, 200_000)
  const before = service.attempts.length
  const release = service.hold()
  const { id } = await post(console, [ext])
  await service.reached(before + 1)
  expect(await console.request(pauseJob, { params: { id } })).toMatchObject({
    state: 'paused',
    counts: { pending: 0, sending: 1 },
  })
  release()
  expect((await ended(console, id)).counts).toMatchObject({ needsReview: 1 })
  expect(await console.request(retryJob, { params: { id }, body: { what: 'needsReview' } })).toMatchObject({
    pausedBecause: null,
  })
  expect((await ended(console, id)).counts).toMatchObject({ needsReview: 1 })
  expect(service.sends(ext)).toBe(2)
})

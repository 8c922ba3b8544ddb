import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { cancelJob, retryJob } from '#contract/jobs.ts'
import { ended, look, numbers, post } from '../../jobs-service/bulk.ts'
import { openReplicas } from '../../jobs-service/replicas.ts'
import { startMisbehavingService } from '../../jobs-service/service.ts'

const service = await startMisbehavingService({ modes: { latencyMs: 1_500, tooMany: 1 } })
const { one: replica, close } = openReplicas({ serviceUrl: service.url, settleSeconds: 2 })
afterAll(async () => {
  await close()
  await service.close()
})

test('what is on its way when its job is cancelled, and refused for now, is not sent again', async () => {
  await replica.start()
  await replica.signIn()
  const exts = numbers(12)
  const { id } = await post(replica, exts)
  await expect.poll(() => service.journal.length, { timeout: 20_000, interval: 20 }).toBeGreaterThan(0)
  const asked = { params: { id }, body: {} }
  await replica.ask(cancelJob, asked)

  // Until it has ended nothing starts it anew: neither a retry nor a resume or a pause in between.
  expect(await look(replica, id)).toMatchObject({
    state: 'ending',
    perMinute: 0,
    counts: { pending: 0 },
    retryable: false,
  })
  const retry = retryJob.path.replace(':id', id)
  const refusal = await replica.send('POST', retry, { body: { what: 'failed' } })
  expect(refusal.status).toBe(409)
  expect(await refusal.json()).toMatchObject({ code: 'job-ending' })
  for (const act of ['pause', 'resume'])
    expect((await replica.send('POST', `/api/jobs/${id}/${act}`)).status).toBe(200)

  const { counts } = await ended(replica, id, 30_000)
  expect(counts).toMatchObject({ cancelled: 12, pending: 0, sending: 0, unknown: 0, done: 0, failed: 0 })
  const sent = service.journal.length
  await sleep(3_000)
  expect(service.journal.length).toBe(sent)
  expect(exts.filter((ext) => service.sends(ext) > 1)).toEqual([])

  // The numbers are free for another job.
  service.change({ latencyMs: 0, tooMany: 0 })
  const again = await post(replica, exts)
  expect((await ended(replica, again.id, 30_000)).counts.done).toBe(12)
}, 120_000)

import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { recheckJob, retryJob } from '#contract/jobs.ts'
import { ended, itemsOf, numbers, post } from '../../jobs-service/bulk.ts'
import { openReplicas } from '../../jobs-service/replicas.ts'
import { startMisbehavingService } from '../../jobs-service/service.ts'

const settleSeconds = 2
const items = 60

const service = await startMisbehavingService({
  modes: { latencyMs: 10, allLateMs: settleSeconds * 4_000 },
})
const { one: replica, close } = openReplicas({ serviceUrl: service.url, settleSeconds })
afterAll(async () => {
  await close()
  await service.close()
})

test('created only after the settle window: every item is left to a person, none is sent again by itself', async () => {
  await replica.start()
  await replica.signIn()
  const exts = numbers(items)
  const { id } = await post(replica, exts)
  const job = await ended(replica, id, 30_000)
  expect(job.counts).toMatchObject({ review: items, done: 0, failed: 0 })
  expect(service.lost(exts)).toEqual(exts)
  expect(exts.map((ext) => service.sends(ext))).toEqual(exts.map(() => 1))

  // By now the service has done what it was asked: one half is looked up again, the other is sent again after a last look-up.
  await sleep(Math.max(0, ...service.journal.map(({ createdAt }) => (createdAt ?? 0) - Date.now())) + 100)
  const [first, second] = exts
  for (const [endpoint, body] of [
    [recheckJob, { ext: first }],
    [retryJob, { what: 'review', ext: second }],
    [recheckJob, {}],
  ] as const) {
    await replica.ask(endpoint, { params: { id }, body })
    await ended(replica, id, 30_000)
  }
  const found = await itemsOf(replica, id, 'done')
  expect(found.map(({ ext, how }) => [ext, how])).toEqual(exts.map((ext) => [ext, 'reconciled']))
  expect(exts.map((ext) => service.sends(ext))).toEqual(exts.map(() => 1))
  expect(service.duplicates()).toEqual([])
}, 120_000)

import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { recheckJob, retryJob } from '#contract/jobs.ts'
import { ended, itemsOf, numbers, post } from '../../jobs-service/bulk.ts'
import { openReplicas } from '../../jobs-service/replicas.ts'
import { startMisbehavingService } from '../../jobs-service/service.ts'

const settleSeconds = 2
const items = 60

const cleanUps: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp()
})

async function start() {
  const service = await startMisbehavingService({
    modes: { latencyMs: 10, allLateMs: settleSeconds * 6_000 },
  })
  const { one: replica, close } = openReplicas({ serviceUrl: service.url, settleSeconds })
  cleanUps.push(service.close, close)
  await replica.start()
  await replica.signIn()
  return { service, replica }
}

test('T12: created only after the settle window: every item is left to a person, none is sent again by itself', async () => {
  const { service, replica } = await start()
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
}, 240_000)

test('killed as well, again and again: nothing that may have left is sent again by itself', async () => {
  const { service, replica } = await start()
  const exts = numbers(400)
  const { id } = await post(replica, exts)
  for (let kill = 1; kill <= 15; kill++) {
    while (service.journal.length < kill * 20) await sleep(5)
    await replica.kill()
    await replica.start()
  }
  const { counts } = await ended(replica, id, 60_000)
  expect(counts.done + counts.review).toBe(exts.length)
  expect(exts.filter((ext) => service.sends(ext) > 1)).toEqual([])
}, 240_000)

import { afterAll, expect, test } from 'vitest'
import { itemsOf, numbers, post, retryReview, setLanes } from '../../jobs-service/bulk.ts'
import { openReplicas } from '../../jobs-service/replicas.ts'
import { startMisbehavingService } from '../../jobs-service/service.ts'

const lanes = 4

const service = await startMisbehavingService({
  modes: {
    latencyMs: 20,
    frequent: 0.01,
    tooMany: 0.01,
    burst: 3,
    http500: 0.03,
    html: 0.03,
    lookUpFails: 0.01,
  },
})
const { one: replica, close } = openReplicas({ serviceUrl: service.url, settleSeconds: 2 })
afterAll(async () => {
  await close()
  await service.close()
})

test('told to slow down and answered with rubbish, a job does the same in the end, never wider than its lanes', async () => {
  await replica.start()
  await replica.signIn()
  await setLanes(replica, lanes)
  const there = numbers(10)
  service.seedWith(there)
  const exts = numbers(300)
  const { id } = await post(replica, exts)
  await retryReview(replica, id, 90_000)

  expect(service.duplicates()).toEqual([])
  expect(service.lost(exts)).toEqual([])
  expect(service.atOnce()).toBeLessThanOrEqual(lanes)
  expect((await itemsOf(replica, id, 'done')).map(({ ext }) => ext)).toEqual(exts.slice(there.length))
  // What somebody else had created is told, and never sent.
  const failed = await itemsOf(replica, id, 'failed')
  expect(failed.map(({ ext, code }) => [ext, code])).toEqual(there.map((ext) => [ext, 'extension-exists']))
  expect(there.map((ext) => service.sends(ext))).toEqual(there.map(() => 0))
  const met = new Set<string>(service.journal.map(({ did }) => did))
  expect([...met].toSorted()).toEqual(['frequent', 'good', 'html', 'http500', 'tooMany'])
}, 120_000)

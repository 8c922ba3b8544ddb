import { afterAll, describe, expect, test } from 'vitest'
import { itemsOf, numbers, post, retryReview } from '../../jobs-service/bulk.ts'
import { auditedItems } from '../../jobs-service/ledger.ts'
import { openReplicas } from '../../jobs-service/replicas.ts'
import { startMisbehavingService } from '../../jobs-service/service.ts'

const items = 330
const lossy = { droppedBefore: 0.03, committedThenDropped: 0.05, silent: 0.02, late: 0.03, lateMs: 1_500 }

const cleanUps: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp()
})

describe.concurrent('a service that loses requests and answers', () => {
  test.each(['one', 'two', 'three'])(
    `T11: seed %s: of ${items} items none is created twice and none is lost`,
    async (seed) => {
      const service = await startMisbehavingService({ seed, modes: { latencyMs: 20, ...lossy } })
      cleanUps.push(service.close)
      const {
        one: replica,
        store,
        close,
      } = openReplicas({
        serviceUrl: service.url,
        settleSeconds: 3,
      })
      cleanUps.push(close)
      await replica.start()
      await replica.signIn()
      const exts = numbers(items)
      const { id } = await post(replica, exts)
      await retryReview(replica, id, 90_000)

      expect(service.duplicates()).toEqual([])
      expect(service.lost(exts)).toEqual([])
      const done = await itemsOf(replica, id, 'done')
      expect(done.length).toBe(items)
      // Each kind of loss was met, and what was found by look-up is called that.
      const met = new Set<string>(service.journal.map(({ did }) => did))
      expect([...met].toSorted()).toEqual(['committedThenDropped', 'droppedBefore', 'good', 'late', 'silent'])
      const answered = new Set(service.journal.filter(({ did }) => did === 'good').map(({ ext }) => ext))
      for (const { ext, how } of done)
        expect([ext, how]).toEqual([ext, answered.has(ext) ? 'answered' : 'reconciled'])

      await replica.kill()
      const audited = await auditedItems(store, id)
      for (const ext of exts)
        expect([ext, audited.get(ext)]).toEqual([
          ext,
          { intents: service.sends(ext), outcomes: service.sends(ext) },
        ])
    },
    400_000,
  )
})

import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { ended, itemsOf, look, numbers, post, retryReview } from '../../jobs-service/bulk.ts'
import { draw } from '../../jobs-service/fates.ts'
import { auditedItems } from '../../jobs-service/ledger.ts'
import { openReplicas } from '../../jobs-service/replicas.ts'
import { startMisbehavingService } from '../../jobs-service/service.ts'

const items = 1_000
const kills = 50
const latencyMs = 40

const service = await startMisbehavingService({ modes: { latencyMs } })
const {
  one: replica,
  store,
  close,
} = openReplicas({
  serviceUrl: service.url,
  settleSeconds: 2,
})
afterAll(async () => {
  await close()
  await service.close()
})

/** How many creates the service has seen at each kill: at random, but before what the kills left in doubt is all there is. */
const moments = Array.from({ length: kills }, (_, kill) => 1 + draw('kills', kill)[0] * 0.8 * items).toSorted(
  (a, b) => a - b,
)

test(`T10: ${items} items and ${kills} kills: each created once, none lost, every intent and outcome on record`, async () => {
  await replica.start()
  await replica.signIn()
  const exts = numbers(items)
  const { id } = await post(replica, exts)
  let early = 0
  for (const [kill, moment] of moments.entries()) {
    while (service.journal.length < moment) await sleep(5)
    await sleep(draw('kills', kill)[1] * latencyMs)
    if ((await look(replica, id))?.state === 'ended') early++
    await replica.kill()
    await replica.start()
  }
  expect(early).toBe(0)

  const inDoubt = await retryReview(replica, id, 60_000)
  const job = await ended(replica, id, 30_000)
  expect(job.counts).toMatchObject({ done: items, review: 0, failed: 0, unknown: 0 })
  expect(service.duplicates()).toEqual([])
  expect(service.lost(exts)).toEqual([])
  expect((await itemsOf(replica, id)).map(({ ext }) => ext)).toEqual(exts)

  await replica.kill()
  const audited = await auditedItems(store, id)
  expect([...audited.keys()].toSorted()).toEqual(exts)
  const wrong = [...audited].filter(
    ([ext, { intents, outcomes }]) => intents !== outcomes || intents < Math.max(1, service.sends(ext)),
  )
  expect(wrong).toEqual([])
  // The kills did meet work under way.
  expect([...audited.values()].filter(({ intents }) => intents > 1).length).toBeGreaterThanOrEqual(inDoubt)
}, 400_000)

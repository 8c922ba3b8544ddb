import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createJob, job, listJobs, type Job } from '#contract/jobs.ts'
import { ended, itemsOf, jobOf, look, numbers, post, retryReview, setLanes } from '../../jobs-service/bulk.ts'
import { auditedItems } from '../../jobs-service/ledger.ts'
import { openReplicas, type Replica, type Replicas } from '../../jobs-service/replicas.ts'
import { startMisbehavingService } from '../../jobs-service/service.ts'
import { newPlace } from '../../stores/each-store.ts'

const items = 10_000
const freezes = 2
const settleSeconds = 2

const service = await startMisbehavingService({ modes: { latencyMs: 5 } })
let cluster: Replicas
let one: Replica
let two: Replica
beforeAll(async () => {
  const place = await newPlace('postgres', [])
  cluster = openReplicas({
    serviceUrl: service.url,
    databaseUrl: 'url' in place ? place.url : null,
    settleSeconds,
  })
  one = cluster.one
  two = cluster.two
  await Promise.all([one.start(), two.start()])
  await one.signIn()
}, 60_000)
afterAll(async () => {
  await cluster.close()
  await service.close()
})

test('T14: 100 posts of one job with one key, to both at once: one job, the same for all; another body is refused', async () => {
  const exts = numbers(5, 7_000)
  const key = randomUUID()
  const jobs = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      (index % 2 === 0 ? one : two).ask(createJob, { body: jobOf(exts), key }),
    ),
  )
  expect(new Set(jobs.map(({ id }) => id)).size).toBe(1)
  expect((await one.ask(listJobs)).total).toBe(1)
  expect((await two.send('POST', '/api/jobs', { body: jobOf(numbers(5, 7_100)), key })).status).toBe(422)
  const [{ id } = { id: '' }] = jobs
  expect((await ended(two, id, 20_000)).counts.done).toBe(5)
  expect(exts.map((ext) => service.sends(ext))).toEqual(exts.map(() => 1))
}, 60_000)

/** True when creates reach the service within `ms`. */
async function working(ms: number): Promise<boolean> {
  const before = service.journal.length
  for (const until = Date.now() + ms; Date.now() < until; await sleep(10))
    if (service.journal.length > before + 50) return true
  return false
}

/** Freezes the replica that sends, whichever that is. */
async function freezeTheWorker(): Promise<[frozen: Replica, other: Replica]> {
  for (const [frozen, other] of [
    [one, two],
    [two, one],
  ] as const) {
    frozen.freeze()
    if (!(await working(1_000))) return [frozen, other]
    frozen.thaw()
  }
  throw new Error('nobody works')
}

test(`T13: ${items} items on two replicas, the working one frozen past its lease and thawed ${freezes} times: none sent twice`, async () => {
  await setLanes(one, 32)
  const exts = numbers(items)
  const { id } = await post(one, exts)
  let takenOver = 0
  for (let freeze = 1; freeze <= freezes; freeze++) {
    while (service.journal.length < (freeze * items) / (freezes + 2)) await sleep(20)
    const [frozen, other] = await freezeTheWorker()
    if (await working(20_000)) takenOver++
    // Long enough that whoever took over has given up what the frozen one had on its way.
    await sleep(settleSeconds * 1_500)
    frozen.thaw()
    expect((await look(other, id))?.id).toBe(id)
  }
  expect(takenOver).toBe(freezes)
  await retryReview(one, id, 90_000)
  const over: Job = await ended(two, id, 1_000)
  expect(over.counts).toMatchObject({ done: items, review: 0, failed: 0 })
  expect(service.duplicates()).toEqual([])
  expect(service.lost(exts)).toEqual([])
  expect(exts.filter((ext) => service.sends(ext) !== 1)).toEqual([])
  expect((await itemsOf(one, id, 'done')).length).toBe(items)
  expect(job.parse(over)).toEqual(await look(one, id))
  const audited = await auditedItems(cluster.store, id)
  const wrong = [...audited].filter(([, { intents, outcomes }]) => intents < 1 || intents !== outcomes)
  expect([audited.size, wrong]).toEqual([items, []])
}, 400_000)

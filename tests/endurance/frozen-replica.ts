import { setTimeout as sleep } from 'node:timers/promises'
import { ended, itemsOf, fetchJob, numbers, post, retryReview, setConcurrency } from '../jobs-service/bulk.ts'
import { auditedItems } from '../jobs-service/ledger.ts'
import { openReplicas, type Replica } from '../jobs-service/replicas.ts'
import { startMisbehavingService } from '../jobs-service/service.ts'
import type { Check } from './check.ts'

const visibilityTimeoutSeconds = 2

/** R3: freezes the working one of two replicas past its lease, and thaws it after the other has taken over. */
export async function frozenReplica(
  databaseUrl: string,
  { rows, freezes }: { rows: number; freezes: number },
): Promise<Check[]> {
  const service = await startMisbehavingService({ modes: { latencyMs: 5 } })
  const { one, two, store, close } = openReplicas({
    serviceUrl: service.url,
    databaseUrl,
    visibilityTimeoutSeconds,
  })

  /** Returns true when creates reach the service within `ms`. */
  async function working(ms: number): Promise<boolean> {
    const before = service.attempts.length
    for (const until = Date.now() + ms; Date.now() < until; await sleep(10))
      if (service.attempts.length > before + 50) return true
    return false
  }
  /** Freezes the replica that is sending. */
  async function freezeTheWorker(): Promise<[frozen: Replica, other: Replica]> {
    for (const [frozen, other] of [
      [one, two],
      [two, one],
    ] as const) {
      frozen.freeze()
      if (!(await working(1_000))) return [frozen, other]
      frozen.thaw()
    }
    throw new Error('no replica works on the job')
  }

  try {
    await Promise.all([one.start(), two.start()])
    await one.signIn()
    await setConcurrency(one, 32)
    const exts = numbers(rows)
    const { id } = await post(one, exts)
    let takenOver = 0
    for (let freeze = 1; freeze <= freezes; freeze++) {
      await service.reached((freeze * rows) / (freezes + 2))
      const [frozen, other] = await freezeTheWorker()
      if (await working(20_000)) takenOver++
      // Wait until the other replica has given up the frozen replica's requests in flight.
      await sleep(visibilityTimeoutSeconds * 1_500)
      frozen.thaw()
      await fetchJob(other, id)
    }
    await retryReview(one, id)
    const { counts } = await ended(two, id)
    const done = await itemsOf(one, id, 'done')
    const again = exts.filter((ext) => service.sends(ext) !== 1)
    const audited = await auditedItems(store, id)
    const wrong = exts.filter((ext) => {
      const { intents = 0, outcomes = 0 } = audited.get(ext) ?? {}
      return intents < 1 || intents !== outcomes
    })
    return [
      {
        name: `R3 ${freezes} times the working replica frozen past its lease: taken over`,
        value: takenOver,
        atLeast: freezes,
      },
      { name: `R3 of ${rows} rows done`, value: Math.min(counts.done, done.length), atLeast: rows },
      { name: 'R3 rows not sent exactly once', value: again.length, atMost: 0 },
      { name: 'R3 numbers created twice', value: service.duplicates().length, atMost: 0 },
      { name: 'R3 numbers lost', value: service.lost(exts).length, atMost: 0 },
      { name: 'R3 rows whose intents and outcomes are not on record', value: wrong.length, atMost: 0 },
    ]
  } finally {
    await close()
    await service.close()
  }
}

import type { Check } from '../endurance/check.ts'
import { ended, itemsOf, fetchJob, numbers, post, retryReview } from './bulk.ts'
import { draw } from './fates.ts'
import { auditedItems } from './ledger.ts'
import { openReplicas } from './replicas.ts'
import { startMisbehavingService } from './service.ts'

/**
 * R1: kills a console repeatedly during a job. The service executes three of ten creates long after the visibility
 * timeout. The console sends a possibly sent row again only when a user asks for it.
 */
export async function killedReplica({ rows, kills }: { rows: number; kills: number }): Promise<Check[]> {
  const service = await startMisbehavingService({
    modes: { latencyMs: 40, late: 0.3, lateMs: 24 * 3_600_000 },
  })
  const {
    one: replica,
    store,
    close,
  } = openReplicas({ serviceUrl: service.url, visibilityTimeoutSeconds: 1 })
  try {
    await replica.start()
    await replica.signIn()
    const exts = numbers(rows)
    const { id } = await post(replica, exts)
    // Random moments, in the first half of the job, before every remaining row is in doubt.
    const moments = Array.from({ length: kills }, (_, kill) =>
      Math.ceil(draw('kills', kill)[0] * 0.5 * rows),
    ).toSorted((a, b) => a - b)
    let early = 0
    for (const moment of moments) {
      await service.reached(moment)
      await replica.kill()
      await replica.start()
      if ((await fetchJob(replica, id))?.state === 'ended') early++
    }
    const { counts } = await ended(replica, id)
    const again = exts.filter((ext) => service.sends(ext) > 1)

    // From now on, the service executes each create immediately, and look-ups find the number.
    service.catchUp()
    service.change({ late: 0 })
    const inDoubt = await retryReview(replica, id)
    const found = await itemsOf(replica, id, 'done')
    await replica.kill()
    const audited = await auditedItems(store, id)
    const wrong = exts.filter((ext) => {
      const { intents = 0, outcomes = 0 } = audited.get(ext) ?? {}
      return intents !== outcomes || intents < Math.max(1, service.sends(ext))
    })
    const created = new Set(service.attempts.filter(({ did }) => did === 'created').map(({ ext }) => ext))
    const cutOff = found.filter(({ ext, how }) => how === 'reconciled' && created.has(ext))
    return [
      { name: `R1 ${kills} kills in a job of ${rows} rows: kills after its end`, value: early, atMost: 0 },
      { name: 'R1 rows settled or left to a person', value: counts.done + counts.needsReview, atLeast: rows },
      { name: 'R1 rows sent again without a person', value: again.length, atMost: 0 },
      { name: 'R1 rows left to a person', value: inDoubt, atLeast: 1 },
      { name: 'R1 rows done in the end', value: found.length, atLeast: rows },
      { name: 'R1 numbers created twice', value: service.duplicates().length, atMost: 0 },
      { name: 'R1 numbers lost', value: service.lost(exts).length, atMost: 0 },
      { name: 'R1 rows whose intents and outcomes are not on record', value: wrong.length, atMost: 0 },
      { name: 'R1 rows whose answer a kill cut off', value: cutOff.length, atLeast: 1 },
    ]
  } finally {
    await close()
    await service.close()
  }
}

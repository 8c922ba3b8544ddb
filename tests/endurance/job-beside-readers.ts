import { setTimeout as sleep } from 'node:timers/promises'
import { idleExtensions } from '#contract/extensions.ts'
import { ended, numbers, post, setConcurrency } from '../jobs-service/bulk.ts'
import { openReplicas } from '../jobs-service/replicas.ts'
import { startMisbehavingService } from '../jobs-service/service.ts'
import type { Check } from './check.ts'
import { percentile } from './console.ts'

/** A reader's pause between two pages, ms. */
const pauseMs = 50

/** R6: runs a job with eight parallel creates beside a reader. */
export async function jobBesideReaders(items: number): Promise<Check[]> {
  const service = await startMisbehavingService({ modes: { latencyMs: 20 } })
  const { one: replica, close } = openReplicas({ serviceUrl: service.url, visibilityTimeoutSeconds: 60 })
  try {
    await replica.start()
    await replica.signIn()
    await setConcurrency(replica, 8)
    const took: number[] = []
    const over = new AbortController()
    const reading = async () => {
      while (!over.signal.aborted) {
        const begun = performance.now()
        await replica.request(idleExtensions, { query: { page: 1, pageSize: 20 } })
        took.push(performance.now() - begun)
        await sleep(pauseMs)
      }
    }
    const begun = performance.now()
    const { id } = await post(replica, numbers(items))
    const readers = reading()
    const { counts } = await ended(replica, id, 120_000)
    const seconds = (performance.now() - begun) / 1_000
    over.abort()
    await readers
    return [
      { name: `R6 ${items} numbers, eight at once, s`, value: seconds, atMost: 60 },
      { name: `R6 of them done`, value: counts.done, atLeast: items },
      {
        name: `R6 a reader's p95 of ${took.length} during the job, ms`,
        value: percentile(took, 0.95),
        atMost: 300,
      },
    ]
  } finally {
    await close()
    await service.close()
  }
}

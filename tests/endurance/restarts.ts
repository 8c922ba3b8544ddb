import { setTimeout as sleep } from 'node:timers/promises'
import { ended, fetchJob, numbers, post } from '../jobs-service/bulk.ts'
import { openReplicas } from '../jobs-service/replicas.ts'
import { startMisbehavingService } from '../jobs-service/service.ts'
import type { Check } from './check.ts'

/** R7: stops a single replica by SIGTERM and restarts it, repeatedly during a job. */
export async function restarts(count: number): Promise<Check[]> {
  const service = await startMisbehavingService({ modes: { latencyMs: 100 } })
  const { one: replica, close } = openReplicas({ serviceUrl: service.url, visibilityTimeoutSeconds: 60 })
  try {
    await replica.start()
    await replica.signIn()
    // More rows than the job can finish while the replica runs; no row makes progress during a restart.
    const exts = numbers(700 * count)
    const { id } = await post(replica, exts)
    let slowest = 0
    let unready = 0
    let badExits = 0
    let backwards = 0
    let inDoubt = 0
    let done = 0
    /** Returns the number of done rows, or the last known number while the console is down. */
    const watch = async (): Promise<number> => {
      const counts = (await fetchJob(replica, id))?.counts
      if (counts === undefined) return done
      if (counts.done < done) backwards++
      inDoubt = Math.max(inDoubt, counts.needsReview)
      done = counts.done
      return done
    }
    for (let restart = 0; restart < count; restart++) {
      const before = done
      while ((await watch()) < before + 50) await sleep(50)
      const signaled = performance.now()
      const stopped = replica.stop()
      let ready = 200
      while (ready === 200 && performance.now() - signaled < 5_000)
        ready = (await replica.send('GET', '/readyz').catch(() => ({ status: 0 }))).status
      if (ready === 503) unready = Math.max(unready, performance.now() - signaled)
      else badExits++
      if ((await stopped) !== 0) badExits++
      slowest = Math.max(slowest, performance.now() - signaled)
      await replica.start()
      await watch()
    }
    const { counts } = await ended(replica, id, 600_000)
    return [
      {
        name: `R7 ${count} restarts by SIGTERM in a job: not ready after, ms`,
        value: unready,
        atMost: 500,
        isTime: true,
      },
      { name: 'R7 gone after, s', value: slowest / 1_000, atMost: 25, isTime: true },
      { name: 'R7 stops that were not clean', value: badExits, atMost: 0 },
      { name: 'R7 rows in doubt', value: Math.max(inDoubt, counts.needsReview), atMost: 0 },
      { name: 'R7 counts that went back', value: backwards, atMost: 0 },
      { name: `R7 of ${exts.length} numbers done`, value: counts.done, atLeast: exts.length },
      { name: 'R7 numbers created twice', value: service.duplicates().length, atMost: 0 },
    ]
  } finally {
    await close()
    await service.close()
  }
}

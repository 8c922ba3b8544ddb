import { setTimeout as sleep } from 'node:timers/promises'
import { openReplicas } from '../jobs-service/replicas.ts'
import { startMisbehavingService } from '../jobs-service/service.ts'
import { startPostgres } from '../stores/postgres.ts'
import type { Check } from './check.ts'

const ext = '1000'

/** R49: stops the database of a running replica for `seconds`. */
export async function databaseGone(seconds: number): Promise<Check[]> {
  const postgres = await startPostgres({ durable: true })
  const service = await startMisbehavingService({ modes: { latencyMs: 5 } })
  service.seedWith([ext])
  const databaseUrl = `${postgres.url}/postgres`
  const { one: replica, close } = openReplicas({
    serviceUrl: service.url,
    databaseUrl,
    visibilityTimeoutSeconds: 60,
  })
  const statusOf = async (path: string): Promise<number> => {
    const answer = await replica.send('GET', path).catch(() => null)
    await answer?.body?.cancel()
    return answer?.status ?? 0
  }
  /** Returns the seconds until the path answers with this status; infinite when that takes more than 30. */
  const until = async (path: string, status: number): Promise<number> => {
    const begun = performance.now()
    while ((await statusOf(path)) !== status) {
      if (performance.now() - begun > 30_000) return Infinity
      await sleep(50)
    }
    return (performance.now() - begun) / 1_000
  }
  try {
    await replica.start()
    await replica.signIn()
    const before = await statusOf(`/api/extensions/${ext}`)
    postgres.halt()
    const gone = performance.now()
    const noticed = await until('/readyz', 503)
    let dead = 0
    let others = 0
    while (performance.now() - gone < seconds * 1_000) {
      if ((await statusOf('/healthz')) !== 200) dead++
      if ((await statusOf(`/api/extensions/${ext}`)) !== 503) others++
      await sleep(500)
    }
    postgres.resume()
    const back = await until('/readyz', 200)
    const after = await until(`/api/extensions/${ext}`, 200)
    return [
      {
        name: `R49 database stopped for ${seconds} s: not ready after, s`,
        value: noticed,
        atMost: 5,
        isTime: true,
      },
      { name: 'R49 answers of the health check that were not 200', value: dead, atMost: 0 },
      { name: 'R49 requests during the outage that were not answered 503', value: others, atMost: 0 },
      { name: 'R49 ready again after, s', value: back, atMost: 5, isTime: true },
      { name: 'R49 serving again after, s', value: after, atMost: 5, isTime: true },
      { name: 'R49 get_token in all', value: service.calls('/api/get_token'), atMost: 1 },
      { name: 'R49 reads before that failed', value: before === 200 ? 0 : 1, atMost: 0 },
    ]
  } finally {
    await close()
    await service.close()
    postgres.stop()
  }
}

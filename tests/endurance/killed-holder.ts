import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '#server/platform/database/database.ts'
import { openReplicas } from '../jobs-service/replicas.ts'
import { startMisbehavingService } from '../jobs-service/service.ts'
import type { Check } from './check.ts'

const ext = '1000'

/** R12: kills the replica that is fetching the token while the service is answering. The other replica takes over. */
export async function killedHolder(databaseUrl: string, rounds: number): Promise<Check[]> {
  const service = await startMisbehavingService({ modes: { latencyMs: 5 } })
  service.seedWith([ext])
  const cluster = openReplicas({ serviceUrl: service.url, databaseUrl, visibilityTimeoutSeconds: 60 })
  const { one: holder, two: other } = cluster
  const issued = () => service.calls('/api/get_token')
  const read = (replica: typeof other) => replica.send('GET', `/api/extensions/${ext}`)
  try {
    await Promise.all([holder.start(), other.start()])
    await other.signIn()
    const database = await openDatabase({ url: databaseUrl })
    let slowest = 0
    let most = 0
    let failed = 0
    for (let round = 0; round < rounds; round++) {
      if (round > 0) await holder.start()
      if ((await read(other)).status !== 200) failed++
      // Mark the token as expired: a token refused early counts as taken by another system, and the replica would wait.
      await sql`UPDATE token_state SET expires_at = 0, renewals = NULL`.execute(database.db)
      service.revoke()
      service.change({ tokenMs: 3_000 })
      const before = issued()
      void read(holder).catch(() => null)
      while (issued() === before) await sleep(5)
      await sleep(100 + 500 * Math.random())
      await holder.kill()
      service.change({ tokenMs: 100 })
      const killed = performance.now()
      let status = 0
      while (status !== 200 && performance.now() - killed < 30_000) {
        ;({ status } = await read(other))
        if (status !== 200) await sleep(50)
      }
      if (status !== 200) failed++
      slowest = Math.max(slowest, performance.now() - killed)
      most = Math.max(most, issued() - before)
    }
    await database.close()
    return [
      {
        name: `R12 ${rounds} times the holder of the lease killed: the other answers, s`,
        value: slowest / 1_000,
        atMost: 11,
        isTime: true,
      },
      { name: 'R12 get_token in one round', value: most, atMost: 2 },
      { name: 'R12 rounds without an answer', value: failed, atMost: 0 },
    ]
  } finally {
    await cluster.close()
    await service.close()
  }
}

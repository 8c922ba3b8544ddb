import { setTimeout as sleep } from 'node:timers/promises'
import { openReplicas, type Replica } from '../jobs-service/replicas.ts'
import { startMisbehavingService } from '../jobs-service/service.ts'
import type { Check } from './check.ts'

const ext = '1000'
const minGapMs = 180

/** Returns true when the read is answered. Makes up to three attempts while the machine is overloaded. */
async function served(replica: Replica, cookie: string): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    const answer = await replica.send('GET', `/api/extensions/${ext}`, { cookie }).catch(() => null)
    const text = await answer?.text()
    if (answer?.status === 200) return true
    if (tries === 3 || text?.includes('"code":"unavailable"') !== true) return false
    await sleep(1_000)
  }
}

interface Reading {
  /** Parallel requests at each replica. */
  callersEach: number
  perSecond?: number
  each?: (asked: number) => void
}

/** Sends `count` reads to the replicas in turn. Returns the number of failed reads. */
async function readAll(
  replicas: readonly Replica[],
  cookie: string,
  count: number,
  { callersEach, perSecond = Infinity, each }: Reading,
): Promise<number> {
  let asked = 0
  let failed = 0
  const begun = performance.now()
  const caller = async (replica: Replica) => {
    while (asked < count) {
      const pause = sleep(minGapMs)
      const turn = asked++
      each?.(turn)
      await sleep(Math.max(0, begun + (turn * 1_000) / perSecond - performance.now()))
      if (!(await served(replica, cookie))) failed++
      await pause
    }
  }
  await Promise.all(replicas.flatMap((replica) => Array.from({ length: callersEach }, () => caller(replica))))
  return failed
}

/** R10, R11: four cold replicas share the token, then two replicas run for `minutes`, then the token is revoked three times. */
export async function tokenOfAll(
  databaseUrl: string,
  { reads, minutes, callersEach = 24 }: { reads: number; minutes: number; callersEach?: number },
): Promise<Check[]> {
  const service = await startMisbehavingService({ modes: { latencyMs: 20, tokenMs: 150 } })
  service.seedWith([ext])
  const cluster = openReplicas({ serviceUrl: service.url, databaseUrl, visibilityTimeoutSeconds: 60 })
  const replicas = [cluster.one, cluster.two, cluster.more('three'), cluster.more('four')]
  const issued = () => service.calls('/api/get_token')
  try {
    for (const replica of replicas) await replica.start()
    await cluster.one.signIn()
    const cookie = cluster.one.cookie()
    const coldFailures = await readAll(replicas, cookie, reads, { callersEach })
    const cold = issued()
    const steady = Math.round((minutes / 10) * 100_000)
    const steadyFailures = await readAll(replicas.slice(0, 2), cookie, steady, {
      callersEach,
      perSecond: steady / (minutes * 60),
    })
    const warm = issued()
    const refused = service.refusals()
    const revokedAt = [1, 2, 3].map((quarter) => Math.round((2 * reads * quarter) / 4))
    const revokedFailures = await readAll(replicas, cookie, 2 * reads, {
      callersEach,
      each: (asked) => {
        if (revokedAt.includes(asked)) service.revoke()
      },
    })
    return [
      { name: `R10 get_token of four cold replicas, ${reads} requests`, value: cold, atMost: 1 },
      { name: 'R10 of these failed', value: coldFailures, atMost: 0 },
      { name: `R10 get_token after ${minutes} min and ${steady} more on two`, value: warm, atMost: 1 },
      { name: 'R10 refused by the service for their token', value: refused, atMost: 0 },
      { name: 'R10 of these failed', value: steadyFailures, atMost: 0 },
      {
        name: `R11 get_token for three revocations in ${2 * reads} reads`,
        value: issued() - warm,
        atMost: 3,
      },
      { name: 'R11 of these failed', value: revokedFailures, atMost: 0 },
    ]
  } finally {
    await cluster.close()
    await service.close()
  }
}

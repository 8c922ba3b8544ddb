import { setTimeout as sleep } from 'node:timers/promises'
import { readStatus } from '#contract/status.ts'
import { openReplicas } from '../jobs-service/replicas.ts'
import { startMisbehavingService } from '../jobs-service/service.ts'
import type { Check } from './check.ts'

const ext = '1000'
/** Time between two reads, ms. */
const pauseMs = 250

/** R16: another system takes the token away one second after each issue. */
export async function stolenToken(minutes: number): Promise<Check[]> {
  const service = await startMisbehavingService({ modes: { latencyMs: 5, stolenAfterMs: 1_000 } })
  service.seedWith([ext])
  const { one: replica, close } = openReplicas({ serviceUrl: service.url, visibilityTimeoutSeconds: 60 })
  try {
    await replica.start()
    await replica.signIn()
    const begun = performance.now()
    let shown = Infinity
    let reads = 0
    while (performance.now() - begun < minutes * 60_000) {
      await (await replica.send('GET', `/api/extensions/${ext}`)).body?.cancel()
      reads++
      const { tokens } = await replica.request(readStatus)
      if (tokens.some(({ contentionAt }) => contentionAt.length > 0))
        shown = Math.min(shown, performance.now() - begun)
      await sleep(pauseMs)
    }
    const renewals = service.calls('/api/get_token')
    return [
      { name: `R16 ${minutes} min of a stolen token: get_token`, value: renewals, atMost: 12 },
      { name: 'R16 shown in the status after, s', value: shown / 1_000, atMost: 60, isTime: true },
      {
        name: `R16 of ${reads} reads, refused by the service`,
        value: service.refusals(),
        atMost: reads / 10,
      },
    ]
  } finally {
    await close()
    await service.close()
  }
}

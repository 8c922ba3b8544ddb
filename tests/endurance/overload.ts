import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runLoad } from '../bench/processes/measured.ts'
import { signInPeople } from '../bench/processes/people.ts'
import { startConsole, startService } from '../bench/proxy.ts'
import type { Check } from './check.ts'

/** Enough users that no session reaches its own limit. */
const people = 1_500
const latencyMs = 20
const path = '/api/extensions/idle'
const times = 5

async function lagP99Ms(metricsUrl: string): Promise<number> {
  const text = await (await fetch(metricsUrl)).text()
  return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(text)?.[1]) * 1_000
}

/** R42: sends five times as many requests as the console can answer. */
export async function overload(seconds: number): Promise<Check[]> {
  const directory = mkdtempSync(join(tmpdir(), 'overload-'))
  const service = await startService(latencyMs)
  try {
    const cookies = await signInPeople(directory, people)
    const console = await startConsole(directory, service.url, { METRICS_PORT: '0' })
    const metricsUrl = /^Metrics at (\S+)$/m.exec(console.output())?.[1] ?? ''
    try {
      const load = (plan: { seconds: number; connections: number; perSecond: number | null }) =>
        runLoad({ url: console.url, path, cookies, ...plan })
      const rate = async (plan: { seconds: number; connections: number; perSecond: number | null }) => {
        const done = await load(plan)
        return { ...done, good: (done.byStatus['200']?.count ?? 0) / done.seconds }
      }
      await load({ seconds: 8, connections: 40, perSecond: null })
      const { good: peak } = await rate({ seconds: 5, connections: 40, perSecond: null })
      await lagP99Ms(metricsUrl)
      const { good, byStatus } = await rate({ seconds, connections: 2_000, perSecond: times * peak })
      const lag = await lagP99Ms(metricsUrl)
      await sleep(5_000)
      const after = await load({ seconds: 3, connections: 40, perSecond: 50 })
      const others = Object.keys(after.byStatus).length - 1 + after.broken + after.unanswered
      return [
        {
          name: `R42 at ${times} x ${peak.toFixed(0)} req/s: answered, share of that`,
          value: good / peak,
          atLeast: 0.8,
        },
        { name: 'R42 requests rejected, p99, ms', value: byStatus['503']?.p99 ?? Infinity, atMost: 50 },
        { name: 'R42 requests rejected', value: byStatus['503']?.count ?? 0, atLeast: 1 },
        {
          name: 'R42 faults of other kinds',
          value: Object.keys(byStatus).filter((status) => status !== '200' && status !== '503').length,
          atMost: 0,
        },
        { name: 'R42 event loop lag p99, ms', value: lag, atMost: 100 },
        { name: 'R42 five seconds later: not answered', value: others, atMost: 0 },
        {
          name: 'R42 five seconds later: p99, ms',
          value: after.byStatus['200']?.p99 ?? Infinity,
          atMost: 500,
        },
      ]
    } finally {
      await console.stop()
    }
  } finally {
    await service.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { ended, numbers, post } from '../jobs-service/bulk.ts'
import { openReplicas } from '../jobs-service/replicas.ts'
import { startMisbehavingService } from '../jobs-service/service.ts'
import { freePort } from '../stores/postgres.ts'
import type { Check } from './check.ts'
import { startNginx } from './nginx.ts'

const rows = 1_000

/** R7, R8: behind nginx, stops and restarts each replica while users read and a job runs. */
export async function rollingRestart(databaseUrl: string): Promise<Check[]> {
  const [listen, first, second] = await Promise.all([freePort(), freePort(), freePort()])
  const origin = `http://127.0.0.1:${listen}`
  const service = await startMisbehavingService({ modes: { latencyMs: 20 } })
  const seen = numbers(50)
  service.seedWith(seen)
  const { one, two, close } = openReplicas({
    serviceUrl: service.url,
    databaseUrl,
    visibilityTimeoutSeconds: 60,
    ports: [first, second],
    env: { PUBLIC_URL: origin, TRUSTED_PROXIES: '127.0.0.1' },
  })
  const stopNginx = startNginx({ listen, replicas: [first, second] })

  const failures: string[] = []
  const reader = { asked: 0, done: 0, backwards: 0 }
  const over = new AbortController()
  /** Sends one request after another, like one user's page. */
  async function load(jobId: string): Promise<void> {
    const paths = ['/api/session', '/api/extensions/idle', `/api/extensions/${seen[0]}`, `/api/jobs/${jobId}`]
    while (!over.signal.aborted) {
      const path = paths[reader.asked++ % paths.length] ?? ''
      try {
        const answer = await fetch(`${origin}${path}`, {
          headers: { cookie: one.cookie(), 'x-console': '1' },
        })
        const text = await answer.text()
        // Load shedding is caused by a busy machine, not by the restart.
        if (answer.status === 503 && answer.headers.has('retry-after')) continue
        if (answer.status !== 200) failures.push(`${path} ${answer.status} ${text.slice(0, 80)}`)
        if (!path.startsWith('/api/jobs')) continue
        const done = Number(/"done":(\d+)/.exec(text)?.[1])
        if (done < reader.done) reader.backwards++
        reader.done = done
      } catch (error) {
        failures.push(`${path} ${String(error)}`)
      }
    }
  }

  try {
    await Promise.all([one.start(), two.start()])
    await one.signIn()
    const { id } = await post(one, numbers(rows, 500_000))
    const loading = load(id)
    let badExits = 0
    for (const replica of [one, two]) {
      if ((await replica.stop()) !== 0) badExits++
      await replica.start()
      const before = reader.asked
      while (reader.asked < before + 40) await sleep(50)
    }
    over.abort()
    await loading
    const { counts } = await ended(one, id)
    for (const failure of failures) process.stdout.write(`${failure}\n`)
    return [
      { name: 'R8 both replicas restarted behind nginx: requests', value: reader.asked, atLeast: 80 },
      { name: 'R8 requests that failed', value: failures.length, atMost: 0 },
      { name: 'R8 stops that were not clean', value: badExits, atMost: 0 },
      { name: 'R7 counts that went back', value: reader.backwards, atMost: 0 },
      { name: `R8 of ${rows} rows done`, value: counts.done, atLeast: rows },
      { name: 'R8 numbers created twice', value: service.duplicates().length, atMost: 0 },
    ]
  } finally {
    await stopNginx()
    await close()
    await service.close()
  }
}

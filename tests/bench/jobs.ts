import { setTimeout as sleep } from 'node:timers/promises'
import { idleExtensions } from '#contract/extensions.ts'
import { ended, numbers, post, setConcurrency } from '../jobs-service/bulk.ts'
import { openReplicas, type Replica } from '../jobs-service/replicas.ts'
import { startMisbehavingService, type MisbehavingService } from '../jobs-service/service.ts'

const latencyMs = 20
const sizes = [1_000, 10_000]
const concurrencies = [1, 8, 32]
const readsWithoutJob = 200
/** One disturbance dominates a job shorter than this, so its figures are the median of five runs. */
const shortSeconds = 5
const shortRounds = 5
/** Interval for polling the job's state, ms; equals the page's interval. */
const askMs = 250
/** A reader's pause between two pages, ms. */
const pauseMs = 50

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
const p95 = (took: readonly number[]): number =>
  took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.95)] ?? 0

/** Reads the first page repeatedly while `more` returns true. Returns the duration of each read, ms. */
async function read(replica: Replica, more: (reads: number) => boolean): Promise<number[]> {
  const took: number[] = []
  while (more(took.length)) {
    const start = performance.now()
    await replica.request(idleExtensions, { query: { page: 1, pageSize: 20 } })
    took.push(performance.now() - start)
    await sleep(pauseMs)
  }
  return took
}

let next = 1_000_000

const idealSeconds = (items: number, wide: number): number => (latencyMs * items) / wide / 1000

/**
 * Runs one job. Returns the seconds from posting it to reading its last row back, and of its creates alone. Throws
 * when any number has a wrong result.
 */
async function timed(replica: Replica, service: MisbehavingService, items: number, wide: number) {
  await setConcurrency(replica, wide)
  const exts = numbers(items, next)
  next += items
  const before = service.attempts.length
  const { id } = await post(replica, exts)
  const { createdAt, endedAt } = await ended(
    replica,
    id,
    1_000 * (60 + 20 * idealSeconds(items, wide)),
    askMs,
  )
  const whole = ((endedAt ?? Infinity) - createdAt) / 1000
  const sent = service.attempts.slice(before)
  const creates = ((sent.at(-1)?.at ?? 0) + latencyMs - (sent[0]?.at ?? 0)) / 1000
  if (sent.length !== items || service.lost(exts).length > 0) throw new Error('the job went wrong')
  return { creates, whole }
}

/** Returns the medians of several runs for short jobs, or the times of a single run for long ones. */
async function cell(replica: Replica, service: MisbehavingService, items: number, wide: number) {
  const ideal = idealSeconds(items, wide)
  const rounds = ideal < shortSeconds ? shortRounds : 1
  const jobs: Awaited<ReturnType<typeof timed>>[] = []
  for (let round = 0; round < rounds; round++) jobs.push(await timed(replica, service, items, wide))
  return {
    ideal,
    creates: median(jobs.map(({ creates }) => creates)),
    whole: median(jobs.map(({ whole }) => whole)),
  }
}

/**
 * Prints how long jobs take compared with the ideal of latency × items ÷ parallel creates, for the creates alone and
 * for the whole job including the last row read back. Also prints a reader's 95th percentile during a job and without
 * one.
 */
export async function benchJobs(print: (line: string) => void): Promise<void> {
  const service = await startMisbehavingService({ modes: { latencyMs } })
  const { one: replica, close } = openReplicas({ serviceUrl: service.url, visibilityTimeoutSeconds: 60 })
  try {
    await replica.start()
    await replica.signIn()
    await timed(replica, service, 200, 8)
    print(`jobs, service answers after ${latencyMs} ms`)
    print('  items   wide  ideal s   creates s           whole s')
    for (const items of sizes)
      for (const wide of concurrencies) {
        const { ideal, creates, whole } = await cell(replica, service, items, wide)
        const beside = (seconds: number) =>
          `${seconds.toFixed(2).padStart(9)}  x${(seconds / ideal).toFixed(2).padEnd(5)}`
        print(
          `  ${String(items).padStart(5)}  ${String(wide).padStart(5)}  ${ideal.toFixed(2).padStart(7)} ${beside(creates)} ${beside(whole)}`,
        )
      }
    const without = p95(await read(replica, (reads) => reads < readsWithoutJob))
    print(`a reader's p95, ms: with no job ${without.toFixed(1)}`)
    for (const wide of concurrencies) {
      let over = false
      const reading = read(replica, () => !over)
      await timed(replica, service, wide * 200, wide)
      over = true
      const during = p95(await reading)
      print(
        `  during a job on ${String(wide).padStart(2)} wide ${during.toFixed(1).padStart(12)}  x${(during / without).toFixed(2)}`,
      )
    }
  } finally {
    await close()
    await service.close()
  }
}

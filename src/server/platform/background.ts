import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import { faultOf, type Log } from './log.ts'
import type { Database } from './database/database.ts'
import { createTaskLeases } from './database/task-lease.ts'
import { defaultTimings, type Timings } from './timings.ts'

const yieldStepMs = 20

/** One run of a background task. */
export interface Turn {
  /** Runs a read of the service after waiting for the budget and for users' reads. Throws when the run ends. */
  read: <Result>(call: () => Promise<Result>) => Promise<Result>
  /** Aborted when the console stops or another replica takes over. */
  signal: AbortSignal
}

/**
 * Runs background tasks, each on one replica at a time. All tasks of this process share `readsPerSecond`; 0 stops their
 * reads. `waitedFor` returns how many reads users are waiting for.
 */
export function createBackground({
  database,
  log,
  waitedFor,
  readsPerSecond,
  timings = defaultTimings,
}: {
  database: Database
  log: Pick<Log, 'fault'>
  waitedFor: () => number
  readsPerSecond: () => Promise<number>
  timings?: Timings
}) {
  const { backgroundLeaseMs: leaseMs } = timings
  const leases = createTaskLeases(database)
  const owner = randomUUID()
  const stopped = new AbortController()
  const running: Promise<void>[] = []
  let nextStart = 0
  const inLine = pLimit(1)

  async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    await sleep(milliseconds, undefined, { signal, ref: false })
  }

  /** Waits until the budget is above 0. Returns the reads per second. */
  async function untilAllowed(signal: AbortSignal): Promise<number> {
    for (;;) {
      const rate = await readsPerSecond()
      if (rate > 0) return rate
      await wait(timings.backgroundOffMs, signal)
    }
  }

  /** Waits for a share of the budget, in the order of the calls. */
  const share = (signal: AbortSignal): Promise<void> =>
    inLine(async () => {
      signal.throwIfAborted()
      await untilAllowed(signal)
      const start = Math.max(nextStart, performance.now())
      await wait(Math.max(0, start - performance.now()), signal)
      for (let waited = 0; waitedFor() > 0 && waited < timings.backgroundYieldMs; waited += yieldStepMs)
        await wait(yieldStepMs, signal)
      // The budget may have been set to 0 during the wait.
      const rate = await untilAllowed(signal)
      nextStart = Math.max(start, performance.now()) + 1_000 / rate
    })

  async function runOnce(name: string, periodMs: number, work: (turn: Turn) => Promise<void>): Promise<void> {
    if (!(await leases.take(name, owner, leaseMs, periodMs))) return
    const lost = new AbortController()
    const signal = AbortSignal.any([stopped.signal, lost.signal])
    const renewal = setInterval(() => {
      leases.renew(name, owner, leaseMs).then(
        (ours) => {
          if (!ours) lost.abort()
        },
        () => lost.abort(),
      )
    }, timings.backgroundRenewMs)
    renewal.unref()
    try {
      await work({
        signal,
        read: async (call) => {
          await share(signal)
          return call()
        },
      })
    } catch (error) {
      if (!signal.aborted) log.fault({ requestId: null, ...faultOf(error) })
    } finally {
      clearInterval(renewal)
      await leases.release(name, owner, periodMs)
    }
  }

  async function repeat(name: string, periodMs: number, work: (turn: Turn) => Promise<void>): Promise<void> {
    let known = false
    while (!stopped.signal.aborted) {
      try {
        if (!known) await leases.add(name, periodMs)
        known = true
        await runOnce(name, periodMs, work)
      } catch (error) {
        // The store may be available again at the next attempt.
        log.fault({ requestId: null, ...faultOf(error) })
      }
      await wait(Math.min(periodMs, timings.backgroundAskMs), stopped.signal).catch(() => undefined)
    }
  }

  return {
    /** Runs `work` every `periodMs`, first one period after the start. Logs its errors and continues with the next run. */
    every(name: string, periodMs: number, work: (turn: Turn) => Promise<void>): void {
      running.push(repeat(name, periodMs, work))
    },
    /** Aborts all runs and waits until they have ended. */
    async close(): Promise<void> {
      stopped.abort()
      await Promise.all(running)
    },
  }
}
export type Background = ReturnType<typeof createBackground>

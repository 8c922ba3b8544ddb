import pLimit from 'p-limit'
import type { ProblemCode } from '#contract/problem.ts'
import type { UpstreamClient } from '#upstream/client.ts'
import { defaultTimings, type Timings } from '../platform/timings.ts'

/** Longest time that a row waits for users' reads, in ms: a busy console must not stop a job. */
const maxYieldMs = 200
/** Longest pause that the service can ask for, in seconds. */
const maxHoldSeconds = 300
const yieldStepMs = 5
const paceStepMs = 100

type IsNeeded = () => boolean

const sleep = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms)
  })

/**
 * How fast all bulk jobs of this process send: a number of parallel creates, and creates per second. Pauses when the service
 * asks for fewer calls or cannot be reached. Users' reads go first.
 */
export class JobPace {
  readonly #service: Pick<UpstreamClient, 'waitedFor'>
  readonly #timings: Pick<Timings, 'jobBackoffMs' | 'jobLongestBackoffMs'>
  /** Least time between two creates; 0: no limit. */
  #minGapMs = 0
  #nextAt = 0
  /** Ends when every row that waits for its turn has left. */
  #turns = Promise.resolve()
  #pausedUntil = 0
  #failures = 0
  /** Why the jobs wait; `null` when they do not. */
  waitingFor: ProblemCode | null = null
  /** Creates being sent. */
  readonly creates = pLimit(8)
  /**
   * Rows being claimed and sent. The next rows are claimed while the ones before them are sent, so no create waits for the
   * store. No more than that, because a crash puts claimed rows in doubt.
   */
  readonly claims = pLimit(16)

  constructor(
    service: Pick<UpstreamClient, 'waitedFor'>,
    timings: Pick<Timings, 'jobBackoffMs' | 'jobLongestBackoffMs'> = defaultTimings,
  ) {
    this.#service = service
    this.#timings = timings
  }

  /** Sets the administrator's limits: parallel creates, and creates per second (0: no limit). */
  set({ jobConcurrency, jobRate }: { jobConcurrency: number; jobRate: number }): void {
    this.#minGapMs = jobRate === 0 ? 0 : 1_000 / jobRate
    this.creates.concurrency = jobConcurrency
    this.claims.concurrency = jobConcurrency * 2
  }

  /** Most rows in work: being looked up, claimed, sent or read back. */
  get maxRows(): number {
    return this.creates.concurrency * 8 + 2
  }

  // Each wait ends early for a caller that is no longer needed, so its work checks again.

  /** Waits while the service needs a pause, and for users' reads. */
  async request(isNeeded: IsNeeded): Promise<void> {
    for (let wait = this.#holdMs(); wait > 0 && isNeeded(); wait = this.#holdMs())
      await sleep(Math.min(wait, 1_000))
    for (let waited = 0; this.#service.waitedFor() > 0 && waited < maxYieldMs; waited += yieldStepMs)
      await sleep(yieldStepMs)
  }

  #holdMs(): number {
    return this.#pausedUntil - performance.now()
  }

  /**
   * Waits for a create's turn at the set rate, after those that came before, in steps, so that a new rate also applies to waiting rows.
   * Rows that take turns at random would leave one behind for good, and its look-up would be as old.
   */
  async turn(isNeeded: IsNeeded): Promise<void> {
    if (this.#minGapMs === 0) return
    const next = this.#turns.then(() => true)
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#turns = this.#turns.then(() => promise)
    try {
      // A paused job's rows do not use their turn.
      let isNext = false
      while (!isNext && isNeeded()) isNext = await Promise.race([next, sleep(paceStepMs).then(() => false)])
      while (isNeeded() && this.#untilNextMs() > 0) await sleep(Math.min(this.#untilNextMs(), paceStepMs))
      if (!isNext || !isNeeded()) return
      // A late timer does not delay the next row.
      const now = performance.now()
      this.#nextAt = (now - this.#nextAt < this.#minGapMs ? this.#nextAt : now) + this.#minGapMs
    } finally {
      resolve()
    }
  }

  #untilNextMs(): number {
    return this.#minGapMs === 0 ? 0 : this.#nextAt - performance.now()
  }

  /** Reports a usable response. */
  succeeded(): void {
    this.#failures = 0
    this.waitingFor = null
  }

  /**
   * Reports that the service asks for fewer calls or cannot be reached. Pauses, longer each time until a response is usable.
   */
  slowDown(because: ProblemCode, retryAfterSeconds: number | null): void {
    this.waitingFor = because
    const now = performance.now()
    if (now < this.#pausedUntil) return
    // The circuit breaker stopped this call and knows its own retry time.
    if (because === 'upstream-paused') {
      this.#pausedUntil = now + (retryAfterSeconds ?? 1) * 1_000
      return
    }
    const { jobBackoffMs, jobLongestBackoffMs } = this.#timings
    const longest = Math.min(jobLongestBackoffMs, jobBackoffMs * 2 ** Math.min(this.#failures++, 6))
    const backoff = longest * (0.5 + Math.random() / 2)
    this.#pausedUntil = now + Math.max(Math.min(retryAfterSeconds ?? 0, maxHoldSeconds) * 1_000, backoff)
  }
}

import type { ProblemCode } from '#contract/problem.ts'
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
 * Admits at most `limit()` callers at a time, in order of arrival. A caller that is no longer needed stops waiting and takes no
 * place.
 */
class Queue {
  readonly #limit: () => number
  #inside = 0
  readonly #waiting: (() => void)[] = []

  constructor(limit: () => number) {
    this.#limit = limit
  }

  /** Call after the limit has grown. */
  admit(): void {
    while (this.#inside < this.#limit() && this.#waiting.length > 0) {
      this.#inside++
      this.#waiting.shift()?.()
    }
  }

  async enter(isNeeded: IsNeeded): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.push(resolve)
    this.admit()
    while (this.#waiting.includes(resolve) && isNeeded()) await Promise.race([promise, sleep(paceStepMs)])
    const index = this.#waiting.indexOf(resolve)
    if (index !== -1) {
      this.#waiting.splice(index, 1)
      return () => undefined
    }
    return () => {
      this.#inside--
      this.admit()
    }
  }
}

/**
 * How fast all bulk jobs of this process send: a number of parallel creates, and creates per second. Pauses when the service
 * asks for fewer calls or cannot be reached. Users' reads go first.
 */
export class JobPace {
  readonly #waitedFor: () => number
  readonly #timings: Pick<Timings, 'jobBackoffMs' | 'jobLongestBackoffMs'>
  #parallel = 8
  /** Least time between two creates; 0: no limit. */
  #minGapMs = 0
  #nextAt = 0
  #heldUntil = 0
  #failures = 0
  #waitingFor: ProblemCode | null = null
  readonly #creates = new Queue(() => this.#parallel)
  // The next rows are claimed while the ones before them are sent, so no create waits for the store. No more than that, because
  // a crash puts claimed rows in doubt.
  readonly #claims = new Queue(() => this.#parallel * 2)

  /** `waitedFor` returns the number of reads that users are waiting for. */
  constructor(
    waitedFor: () => number,
    timings: Pick<Timings, 'jobBackoffMs' | 'jobLongestBackoffMs'> = defaultTimings,
  ) {
    this.#waitedFor = waitedFor
    this.#timings = timings
  }

  /** Sets the administrator's limits: parallel creates, and creates per second (0: no limit). */
  set({ jobConcurrency, jobRate }: { jobConcurrency: number; jobRate: number }): void {
    this.#parallel = jobConcurrency
    this.#minGapMs = jobRate === 0 ? 0 : 1_000 / jobRate
    this.#claims.admit()
    this.#creates.admit()
  }

  /** Most rows in work: being looked up, claimed, sent or read back. */
  get maxRows(): number {
    return this.#parallel * 6 + 2
  }

  /** Why the jobs wait; `null` when they do not. */
  get waitingFor(): ProblemCode | null {
    return this.#waitingFor
  }

  // Each wait ends at once for a caller that is no longer needed, so the caller checks again.

  /** Waits for the turn to claim a row, at the set rate. Call the returned function once the create has been answered. */
  async claim(isNeeded: IsNeeded): Promise<() => void> {
    const leave = await this.#claims.enter(isNeeded)
    await this.#waitForRate(isNeeded)
    await this.request(isNeeded)
    return leave
  }

  /** Waits to send a claimed row. Call the returned function once the create has been answered. */
  async create(isNeeded: IsNeeded): Promise<() => void> {
    const leave = await this.#creates.enter(isNeeded)
    await this.request(isNeeded)
    return leave
  }

  /** Waits while the service needs a pause, and for users' reads. */
  async request(isNeeded: IsNeeded): Promise<void> {
    for (let wait = this.#holdMs(); wait > 0 && isNeeded(); wait = this.#holdMs())
      await sleep(Math.min(wait, 1_000))
    for (let waited = 0; this.#waitedFor() > 0 && waited < maxYieldMs; waited += yieldStepMs)
      await sleep(yieldStepMs)
  }

  #holdMs(): number {
    return this.#heldUntil - performance.now()
  }

  /**
   * Waits in steps, so that a new rate also applies to waiting rows. No await between the last check and the assignment, or two
   * rows would leave at once.
   */
  async #waitForRate(isNeeded: IsNeeded): Promise<void> {
    const untilNext = () => (this.#minGapMs === 0 ? 0 : this.#nextAt - performance.now())
    for (let wait = untilNext(); wait > 0; wait = untilNext()) {
      // A paused job's rows do not use their turn.
      if (!isNeeded()) return
      await sleep(Math.min(wait, paceStepMs))
    }
    // A late timer does not delay the next row.
    const now = performance.now()
    this.#nextAt = (now - this.#nextAt < this.#minGapMs ? this.#nextAt : now) + this.#minGapMs
  }

  /** Reports a usable response. */
  succeeded(): void {
    this.#failures = 0
    this.#waitingFor = null
  }

  /**
   * Reports that the service asks for fewer calls or cannot be reached. Pauses, longer each time until a response is usable.
   */
  slowDown(because: ProblemCode, retryAfterSeconds: number | null): void {
    this.#waitingFor = because
    const now = performance.now()
    if (now < this.#heldUntil) return
    // The circuit breaker stopped this call and knows its own retry time.
    if (because === 'upstream-paused') {
      this.#heldUntil = now + (retryAfterSeconds ?? 1) * 1_000
      return
    }
    const { jobBackoffMs, jobLongestBackoffMs } = this.#timings
    const longest = Math.min(jobLongestBackoffMs, jobBackoffMs * 2 ** Math.min(this.#failures++, 6))
    const backoff = longest * (0.5 + Math.random() / 2)
    this.#heldUntil = now + Math.max(Math.min(retryAfterSeconds ?? 0, maxHoldSeconds) * 1_000, backoff)
  }
}

import type { ProblemCode } from '#contract/problem.ts'
import { defaultTimings, type Timings } from '../platform/timings.ts'

/** Longest time that a row waits for users' reads, in ms: a busy console must not stop a job. */
const maxYieldMs = 200
/** Longest pause that the service can ask for, in seconds. */
const maxHoldSeconds = 300
const yieldStepMs = 5
const paceStepMs = 100
/** Successful responses in a row before the limit grows by one parallel request. */
const successesPerStep = 20

const sleep = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms)
  })

/**
 * Admits at most `limit()` callers at a time, in order of arrival. The limit can change while callers wait. A caller that is no
 * longer needed stops waiting and takes no slot.
 */
function createGate(limit: () => number) {
  let inside = 0
  const waiting: (() => void)[] = []
  const admit = () => {
    while (inside < limit() && waiting.length > 0) {
      inside++
      waiting.shift()?.()
    }
  }
  return {
    async enter(stillNeeded: () => boolean = () => true): Promise<() => void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting.push(resolve)
      admit()
      while (waiting.includes(resolve) && stillNeeded()) await Promise.race([promise, sleep(paceStepMs)])
      const index = waiting.indexOf(resolve)
      if (index !== -1) {
        waiting.splice(index, 1)
        return () => undefined
      }
      return () => {
        inside--
        admit()
      }
    },
    admit,
  }
}

/**
 * Limits how much all bulk jobs of this process request from the service. Slows down when the service asks for fewer calls ("too
 * frequent", HTTP 429) or cannot be reached. Users' reads go first.
 */
export function createJobThrottle(
  waitedFor: () => number,
  {
    jobBackoffMs,
    jobLongestBackoffMs,
  }: Pick<Timings, 'jobBackoffMs' | 'jobLongestBackoffMs'> = defaultTimings,
) {
  let maxParallel = 8
  /** Minimum time between two creates; 0: no limit. */
  let minGapMs = 0
  let limit = maxParallel
  let successes = 0
  let heldUntil = 0
  let waitingFor: ProblemCode | null = null
  let nextDeparture = 0
  let failures = 0

  const creates = createGate(() => limit)
  // Twice the creates: the next row's "sent" is written during the previous create, so no request waits for the ledger. No more
  // than that, because a crash puts these rows in doubt.
  const departures = createGate(() => limit * 2)
  // Rows that are claimed ahead of the departures.
  const claims = createGate(() => limit * 3 + 1)
  // Each row is looked up before and after its create, and a look-up may take longer than a create.
  const lookUps = createGate(() => Math.ceil(limit * 2.5) + 1)

  async function waitForTurn(stillNeeded: () => boolean): Promise<void> {
    for (
      let wait = heldUntil - performance.now();
      wait > 0 && stillNeeded();
      wait = heldUntil - performance.now()
    )
      await sleep(Math.min(wait, 1_000))
    for (let waited = 0; waitedFor() > 0 && waited < maxYieldMs; waited += yieldStepMs)
      await sleep(yieldStepMs)
  }

  const untilDeparture = () => (minGapMs === 0 ? 0 : nextDeparture - performance.now())
  /**
   * Waits in steps, so that a new rate also applies to waiting rows. No await between the last check and the assignment, or two
   * rows would leave at once.
   */
  async function waitForRate(stillNeeded: () => boolean): Promise<void> {
    for (let wait = untilDeparture(); wait > 0; wait = untilDeparture()) {
      // A paused job's rows do not use their turn.
      if (!stillNeeded()) return
      await sleep(Math.min(wait, paceStepMs))
    }
    // A late timer does not delay the next row.
    const now = performance.now()
    nextDeparture = (now - nextDeparture < minGapMs ? nextDeparture : now) + minGapMs
  }

  // A caller that is no longer `stillNeeded` is admitted at once, so it must check again.
  return {
    /** Sets the administrator's limits: parallel creates and creates per second (0: no limit). */
    set(limits: { jobConcurrency: number; jobRate: number }): void {
      if (limits.jobConcurrency !== maxParallel) limit = limits.jobConcurrency
      maxParallel = limits.jobConcurrency
      minGapMs = limits.jobRate === 0 ? 0 : 1_000 / limits.jobRate
      for (const gate of [creates, departures, claims, lookUps]) gate.admit()
    },
    /** Maximum useful number of rows in work. */
    maxRowsInWork: (): number => limit * 7 + 2,
    /** Wait for this before claiming a row, so that only rows that are sent soon are claimed. */
    waitForClaim: () => claims.enter(),
    /** Wait for this before a create is marked as sent. */
    async waitForDeparture(stillNeeded: () => boolean): Promise<() => void> {
      const leave = await departures.enter(stillNeeded)
      await waitForRate(stillNeeded)
      await waitForTurn(stillNeeded)
      return leave
    },
    /** Wait for this before sending a create. */
    async waitForCreate(stillNeeded: () => boolean): Promise<() => void> {
      const leave = await creates.enter(stillNeeded)
      await waitForTurn(stillNeeded)
      return leave
    },
    /** Wait for this before sending a look-up. */
    async waitForLookUp(stillNeeded: () => boolean): Promise<() => void> {
      const leave = await lookUps.enter(stillNeeded)
      await waitForTurn(stillNeeded)
      return leave
    },
    /** Reports a usable response. */
    reportSuccess(): void {
      failures = 0
      waitingFor = null
      if (limit < maxParallel && ++successes >= successesPerStep) {
        successes = 0
        limit++
        for (const gate of [creates, departures, claims, lookUps]) gate.admit()
      }
    },
    /**
     * Reports that the service asks for fewer calls or cannot be reached. Halves the parallel requests and pauses, longer each
     * time.
     */
    slowDown(because: ProblemCode, retryAfterSeconds: number | null): void {
      successes = 0
      waitingFor = because
      if (performance.now() < heldUntil) return
      // The circuit breaker stopped this call and knows its own retry time, so keep the limit.
      if (because === 'upstream-paused') {
        heldUntil = performance.now() + (retryAfterSeconds ?? 1) * 1_000
        return
      }
      limit = Math.max(1, Math.floor(limit / 2))
      const backoff =
        Math.min(jobLongestBackoffMs, jobBackoffMs * 2 ** Math.min(failures++, 6)) * (0.5 + Math.random() / 2)
      heldUntil =
        performance.now() + Math.max(Math.min(retryAfterSeconds ?? 0, maxHoldSeconds) * 1_000, backoff)
    },
    /** Why the jobs wait; `null` when they do not. */
    waitingFor: () => waitingFor,
  }
}
export type JobThrottle = ReturnType<typeof createJobThrottle>

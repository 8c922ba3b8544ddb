import type { ProblemCode } from '#contract/problem.ts'
import { defaultTimings, type Timings } from '../platform/timings.ts'

/** A row waits at most so long for readers to go first, so that a busy console does not stop a job, ms. */
const longestYieldMs = 200
/** The longest that a service may ask all jobs to wait, seconds; then it is asked again. */
const longestHoldSeconds = 300
const yieldStepMs = 5
const paceStepMs = 100
/** After so many good answers in a row one more lane is tried again. */
const answersPerStep = 20

const sleep = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms)
  })

/** Lets at most `limit()` callers in at a time, in the order they came. */
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
    async enter(): Promise<() => void> {
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
        admit()
      })
      return () => {
        inside--
        admit()
      }
    },
    admit,
  }
}

/**
 * How much all jobs of this process ask of the service at once. Slower on its word (a "too frequent" code, HTTP 429) and
 * when it cannot be reached; behind every read that somebody waits for.
 */
export function createJobThrottle(
  waitedFor: () => number,
  {
    jobBackoffMs,
    jobLongestBackoffMs,
  }: Pick<Timings, 'jobBackoffMs' | 'jobLongestBackoffMs'> = defaultTimings,
) {
  let most = 8
  /** Between two creates; 0: as fast as they go. */
  let apartMs = 0
  let limit = most
  let goodAnswers = 0
  let heldUntil = 0
  let waitingFor: ProblemCode | null = null
  let nextDeparture = 0
  let failures = 0

  const creates = createGate(() => limit)
  // One ahead of each lane, whose note is being written while the one before it is on its way: a lane never waits for the
  // ledger. No more, since a crash leaves those to a person.
  const departures = createGate(() => limit * 2)
  // And as many that are about to be.
  const claims = createGate(() => limit * 3 + 1)
  // Every row is looked up before its create and after it, and a look-up may take longer than a create.
  const looks = createGate(() => Math.ceil(limit * 2.5) + 1)

  async function turn(stillNeeded: () => boolean): Promise<void> {
    for (
      let wait = heldUntil - performance.now();
      wait > 0 && stillNeeded();
      wait = heldUntil - performance.now()
    )
      await sleep(Math.min(wait, 1_000))
    for (let waited = 0; waitedFor() > 0 && waited < longestYieldMs; waited += yieldStepMs)
      await sleep(yieldStepMs)
  }

  const untilDeparture = () => (apartMs === 0 ? 0 : nextDeparture - performance.now())
  /** In steps, so that those that wait already hear of a new rate too. Nothing is awaited between the last look and the note, or two would leave at once. */
  async function pace(stillNeeded: () => boolean): Promise<void> {
    for (let wait = untilDeparture(); wait > 0; wait = untilDeparture()) {
      // A paused job's rows do not wait for a turn that they will not use.
      if (!stillNeeded()) return
      await sleep(Math.min(wait, paceStepMs))
    }
    // Who was woken late does not make the next late too.
    const now = performance.now()
    nextDeparture = (now - nextDeparture < apartMs ? nextDeparture : now) + apartMs
  }

  // Who waits is let through when it is not `stillNeeded` any more, and then finds so by itself.
  return {
    /** Takes the admin's limits: creates at once, creates per second (0: as fast as they go). */
    set(limits: { jobConcurrency: number; jobRate: number }): void {
      if (limits.jobConcurrency !== most) limit = limits.jobConcurrency
      most = limits.jobConcurrency
      apartMs = limits.jobRate === 0 ? 0 : 1_000 / limits.jobRate
      for (const gate of [creates, departures, claims, looks]) gate.admit()
    },
    /** How many rows it makes sense to have in hand. */
    inHand: (): number => limit * 7 + 2,
    /** Before a row is claimed: no more are claimed than will be sent in a moment. */
    claim: () => claims.enter(),
    /** Before it is noted that a create leaves. */
    async depart(stillNeeded: () => boolean): Promise<() => void> {
      const leave = await departures.enter()
      await pace(stillNeeded)
      await turn(stillNeeded)
      return leave
    },
    /** Before a create leaves. */
    async create(stillNeeded: () => boolean): Promise<() => void> {
      const leave = await creates.enter()
      await turn(stillNeeded)
      return leave
    },
    /** Before a look-up leaves. */
    async look(stillNeeded: () => boolean): Promise<() => void> {
      const leave = await looks.enter()
      await turn(stillNeeded)
      return leave
    },
    /** The service answered sensibly. */
    good(): void {
      failures = 0
      waitingFor = null
      if (limit < most && ++goodAnswers >= answersPerStep) {
        goodAnswers = 0
        limit++
        for (const gate of [creates, departures, claims, looks]) gate.admit()
      }
    },
    /** The service wants fewer calls or cannot be reached: half of the parallel requests, and a pause that grows with each time. */
    slowDown(because: ProblemCode, retryAfterSeconds: number | null): void {
      goodAnswers = 0
      waitingFor = because
      if (performance.now() < heldUntil) return
      // The breaker knows when it will ask again; nothing was sent that could have been too much.
      if (because === 'upstream-paused') {
        heldUntil = performance.now() + (retryAfterSeconds ?? 1) * 1_000
        return
      }
      limit = Math.max(1, Math.floor(limit / 2))
      const backoff =
        Math.min(jobLongestBackoffMs, jobBackoffMs * 2 ** Math.min(failures++, 6)) * (0.5 + Math.random() / 2)
      heldUntil =
        performance.now() + Math.max(Math.min(retryAfterSeconds ?? 0, longestHoldSeconds) * 1_000, backoff)
    },
    /** What the jobs wait for, null when they do not. */
    waitingFor: () => waitingFor,
  }
}
export type JobThrottle = ReturnType<typeof createJobThrottle>

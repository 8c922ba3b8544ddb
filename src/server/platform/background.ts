import { setTimeout as sleep } from 'node:timers/promises'
import { taskFailures, type TaskFailure, type TaskName, type TaskState } from '#contract/service.ts'
import { faultOf, type Log } from './log.ts'
import { inMs, type Database } from './database/database.ts'
import { toProblem } from './problems.ts'
import { isHeld, leaseOf, released } from './lease.ts'
import type { Timings } from './timings.ts'

/** A replica that does not renew its lease for this long loses its background work to another. */
const leaseMs = 15_000
const yieldStepMs = 20

/** One run of a background task. */
export interface Turn {
  /** Runs a read of the service after waiting for the budget and for users' reads. Throws when the run ends. */
  read: <Result>(call: () => Promise<Result>) => Promise<Result>
  /** Aborted when the console stops or another replica takes over. */
  signal: AbortSignal
}

/**
 * Does one run. Returns what failed in it, if that is no reason to throw. `failedBefore`: why the run before failed, on whichever
 * replica.
 */
type Work = (turn: Turn, failedBefore: TaskFailure | null) => Promise<TaskFailure | null | void>

interface Task {
  name: TaskName
  periodMs: number
  work: Work
}

const failureIn = (stored: string | null): TaskFailure | null =>
  taskFailures.find((each) => each === stored) ?? null

interface BackgroundOptions {
  database: Database
  log: Pick<Log, 'fault' | 'event'>
  /** Returns how many reads users are waiting for. */
  waitedFor: () => number
  /** Shared by all tasks of this process; 0 stops their reads. */
  readsPerSecond: () => Promise<number>
  /** Until everything was read once, more reads per second, up to `mostPerSecond`. */
  first: { mostPerSecond: number; isOver: () => Promise<boolean> }
  timings: Timings
}

/** How much of the average the latest read makes up, and how many reads show how long the service usually takes. */
const latestShare = 0.2
const fewestReads = 5
/** Faster answers do not differ in what they say about the service, ms. */
const leastMs = 20

/**
 * The pace at which a service is read for the first time: up to `most` reads a second, and slower in the measure in which its answers
 * take more than twice as long as usual.
 */
export class FirstPace {
  readonly #most: number
  #reads = 0
  #averageMs = 0
  #usualMs = Number.POSITIVE_INFINITY

  constructor(most: number) {
    this.#most = most
  }

  /** Records how long a read took. */
  add(milliseconds: number): void {
    this.#averageMs =
      this.#reads++ === 0 ? milliseconds : this.#averageMs + latestShare * (milliseconds - this.#averageMs)
    if (this.#reads >= fewestReads) this.#usualMs = Math.min(this.#usualMs, this.#averageMs)
  }

  get perSecond(): number {
    if (this.#reads < fewestReads) return this.#most
    const slower = this.#averageMs / Math.max(this.#usualMs, leastMs)
    return slower < 2 ? this.#most : this.#most / slower
  }
}

/** Runs periodic tasks: each on one replica at a time, and once per period over all replicas. */
export class Background {
  readonly #options: BackgroundOptions
  readonly #lease: ReturnType<typeof leaseOf>
  readonly #stopped = new AbortController()
  readonly #tasks: Task[] = []
  readonly #running: Promise<void>[] = []
  readonly #firstPace: FirstPace
  #isFirstOver = false
  #nextStart = 0

  constructor(options: BackgroundOptions) {
    this.#options = options
    this.#firstPace = new FirstPace(options.first.mostPerSecond)
    this.#lease = leaseOf(options.database.now)
  }

  /**
   * Runs `work` every `periodMs`, first one period after the start. Logs each error, and once when runs begin to return a failure or
   * end without one again; continues with the next run.
   */
  every(name: TaskName, periodMs: number, work: Work): void {
    const task = { name, periodMs, work }
    this.#tasks.push(task)
    this.#running.push(this.#repeat(task))
  }

  /** Returns the state of every task, in the order of their registration. */
  async states(): Promise<TaskState[]> {
    const { db, now } = this.#options.database
    const rows = await db.selectFrom('task').selectAll().select(now.as('now')).execute()
    return this.#tasks.flatMap(({ name }) => {
      const row = rows.find((each) => each.name === name)
      if (row === undefined) return []
      const isRunning = (row.lease_until ?? 0) > row.now
      return [
        {
          name,
          ranAt: row.ran_at,
          nextAt: isRunning ? null : row.next_at,
          failure: failureIn(row.failure),
        },
      ]
    })
  }

  /** Aborts all runs and waits until they have ended. */
  async close(): Promise<void> {
    this.#stopped.abort()
    await Promise.all(this.#running)
  }

  async #repeat(task: Task): Promise<void> {
    let isAdded = false
    while (!this.#stopped.signal.aborted) {
      try {
        if (!isAdded) await this.#add(task)
        isAdded = true
        const lease = await this.#take(task)
        if (lease !== null) await this.#run(task, lease)
      } catch (error) {
        // The store may be available again at the next attempt.
        this.#options.log.fault({ requestId: null, ...faultOf(error) })
      }
      const pauseMs = Math.min(task.periodMs, this.#options.timings.backgroundAskMs)
      await this.#wait(pauseMs, this.#stopped.signal).catch(() => undefined)
    }
  }

  async #run(
    { name, periodMs, work }: Task,
    { fencingToken, failedBefore }: { fencingToken: number; failedBefore: TaskFailure | null },
  ): Promise<void> {
    const lost = new AbortController()
    const signal = AbortSignal.any([this.#stopped.signal, lost.signal])
    const leased = this.#leased(name, fencingToken)
    const renewal = setInterval(() => {
      leased
        .set(this.#lease.extend(leaseMs))
        .executeTakeFirst()
        .then(
          ({ numUpdatedRows }) => {
            if (numUpdatedRows === 0n) lost.abort()
          },
          () => lost.abort(),
        )
    }, this.#options.timings.backgroundRenewMs)
    renewal.unref()
    let failure: TaskFailure | null = null
    try {
      const read: Turn['read'] = async (call) => {
        await this.#share(signal)
        const startedAt = performance.now()
        return call().finally(() => this.#firstPace.add(performance.now() - startedAt))
      }
      // Read once per run, because it counts in the store.
      this.#isFirstOver ||= await this.#options.first.isOver()
      failure = (await work({ signal, read }, failedBefore)) ?? null
      if (!signal.aborted && failure !== failedBefore)
        this.#options.log.event(`Background task ${name}: ${failure ?? 'works again'}`)
    } catch (error) {
      failure = toProblem(error).code
      if (!signal.aborted) this.#options.log.fault({ requestId: null, ...faultOf(error) })
    } finally {
      clearInterval(renewal)
      const { now } = this.#options.database
      await leased
        .set({
          ...released,
          next_at: inMs(now)(periodMs),
          ...(signal.aborted ? {} : { ran_at: now, failure }),
        })
        .execute()
    }
  }

  /** Adds the task; its first run is due one period from now. */
  async #add({ name, periodMs }: Task): Promise<void> {
    const { db, now } = this.#options.database
    await db
      .insertInto('task')
      .values({ name, next_at: inMs(now)(periodMs) })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
  }

  /** Leases a task that is due and free. Returns the fencing token, and why its last run failed; null when another process has it or it is not due. */
  async #take({ name, periodMs }: Task) {
    const { db, now } = this.#options.database
    const row = await db
      .updateTable('task')
      .set(this.#lease.take(leaseMs))
      .where('name', '=', name)
      .where(this.#lease.isFree)
      // A later time was set before the store's clock was set back.
      .where((where) => where.or([where('next_at', '<=', now), where('next_at', '>', inMs(now)(periodMs))]))
      .returning(['fencing_token', 'failure'])
      .executeTakeFirst()
    if (row === undefined) return null
    return { fencingToken: row.fencing_token, failedBefore: failureIn(row.failure) }
  }

  #leased(name: TaskName, fencingToken: number) {
    return this.#options.database.db.updateTable('task').where('name', '=', name).where(isHeld(fencingToken))
  }

  async #wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    await sleep(Math.max(0, milliseconds), undefined, { signal, ref: false })
  }

  /** Waits until the budget is above 0. Returns the reads per second. */
  async #untilAllowed(signal: AbortSignal): Promise<number> {
    for (;;) {
      const rate = await this.#options.readsPerSecond()
      if (rate > 0) return this.#isFirstOver ? rate : Math.max(rate, this.#firstPace.perSecond)
      await this.#wait(this.#options.timings.backgroundOffMs, signal)
    }
  }

  /** Waits for a share of the budget, in the order of the calls, and then for users' reads. */
  async #share(signal: AbortSignal): Promise<void> {
    const rate = await this.#untilAllowed(signal)
    const start = Math.max(this.#nextStart, performance.now())
    this.#nextStart = start + 1_000 / rate
    await this.#wait(start - performance.now(), signal)
    const { backgroundYieldMs } = this.#options.timings
    for (let waited = 0; this.#options.waitedFor() > 0 && waited < backgroundYieldMs; waited += yieldStepMs)
      await this.#wait(yieldStepMs, signal)
    // The budget may have been set to 0 during the wait.
    await this.#untilAllowed(signal)
  }
}

import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Settings } from '#contract/settings.ts'
import type { ProblemCode } from '#contract/problem.ts'
import type { NumberedExtension } from '#upstream/records.ts'
import { faultOf, type Log } from '../platform/log.ts'
import type { Timings } from '../platform/timings.ts'
import { LeaseLost, type Change, type JobLedger, type SingleCreation } from './ledger.ts'
import { JobPace } from './pace.ts'
import { workOn, type LeasedWork } from './row-work.ts'
import type { CreateOperation, ItemRow, JobRow } from './schema.ts'
import type { RowEvent } from './transition.ts'

/** A wait with a timeout, for one waiter. A signal without a waiter ends the next wait at once. */
class WakeSignal {
  #next = Promise.withResolvers<void>()

  signal(): void {
    this.#next.resolve()
  }

  async wait(milliseconds: number): Promise<void> {
    const timer = setTimeout(() => this.signal(), milliseconds)
    await this.#next.promise
    clearTimeout(timer)
    this.#next = Promise.withResolvers()
  }
}

/** The row of a single creation once its create has an outcome, and what the look-up after it found. */
export interface Outcome {
  row: SingleCreation
  found: NumberedExtension | null
}

/** True until the create has ended and the number was looked up after it. */
export const isAwaited = ({ state, looks, checked }: ItemRow): boolean =>
  state === 'pending' ||
  state === 'sending' ||
  (looks === 0 && (state === 'inDoubt' || (state === 'done' && checked === null)))

const outcomeOf = ({ operation }: JobRow, row: ItemRow, events: readonly RowEvent[]): Outcome => ({
  row: { ...row, operation },
  found: events.find((event) => event.kind === 'found')?.record ?? null,
})

interface WorkerDeps {
  upstream: LeasedWork['upstream']
  ledger: Pick<
    JobLedger,
    'lease' | 'renew' | 'takeOver' | 'next' | 'passwordOf' | 'write' | 'pause' | 'finish' | 'release'
  >
  /** Shared by the bulk jobs of this process. */
  pace: JobPace
  timings: Timings
  log: Pick<Log, 'fault'>
  settings: () => Promise<Pick<Settings, 'jobConcurrency' | 'jobRate'>>
}

/** Sending stops after this share of an unrenewed lease, well before another worker can take the lease. */
const safeShare = 0.7
const renewShare = 0.3
/** Least time between two transactions of a bulk job, in ms: the more rows they write, the less each row costs. */
const gatherMs = 12
/** Rows that are read from the store at once. */
const rowsAhead = 200

interface WaitingChange extends Change {
  resolve: (row: ItemRow | null) => void
  reject: (error: unknown) => void
}

/** The work on one leased job, until it ends, is paused with no row in flight, or is left to another worker. */
class JobRun implements LeasedWork {
  readonly upstream
  readonly operation: CreateOperation
  readonly isSingle
  readonly pace
  readonly lookAgainMs
  readonly #deps: WorkerDeps
  readonly #job: JobRow
  readonly #isStopping: () => boolean
  readonly #outcome = Promise.withResolvers<Outcome | null>()
  #desiredState: string
  #isLost = false
  /** Until then, no other worker can have the lease. */
  #safeUntil = 0
  #renewedAt = performance.now()
  #readAt = -Infinity
  /** Rows to begin, in order. */
  #queue: ItemRow[] = []
  readonly #active = new Map<number, { row: ItemRow; work: Promise<void> }>()
  /** True when a row's work has ended since the last read of the ledger. */
  #hasEnded = false
  readonly #wake = new WakeSignal()
  /** Changes for the next transaction. */
  #changes: WaitingChange[] = []
  #isWriting = false

  constructor(deps: WorkerDeps, job: JobRow, isStopping: () => boolean) {
    const { upstream, timings, pace } = deps
    this.upstream = upstream
    this.operation = job.operation === 'create_extension_legacy' ? job.operation : 'create_extension'
    this.isSingle = job.kind === 'single'
    // A user waits for a single creation, so bulk jobs do not slow it down.
    this.pace = this.isSingle ? new JobPace(() => 0, timings) : pace
    this.lookAgainMs = timings.jobLookAgainMs
    this.#deps = deps
    this.#job = job
    this.#isStopping = isStopping
    this.#desiredState = job.desired_state
  }

  /** The outcome of a single creation; null when the work here ends before. */
  get outcome(): Promise<Outcome | null> {
    return this.#outcome.promise
  }

  /** True while the job may have rows to send. */
  get isSending(): boolean {
    const rows = [...this.#queue, ...this.#active.values().map(({ row }) => row)]
    const hasRows = this.#readAt === -Infinity || rows.some(({ state }) => state === 'pending')
    return hasRows && this.isRunning()
  }

  async run(): Promise<void> {
    const { ledger, timings } = this.#deps
    try {
      // A job's first worker finds no row of another one.
      if (this.#job.fencing_token > 1) await this.#extending(() => ledger.takeOver(this.#job))
      else this.#safeUntil = performance.now() + timings.jobLeaseMs * safeShare
      while (this.isHeld() && !(await this.#round())) await this.#wake.wait(timings.jobRowsMs)
    } catch (error) {
      this.#lose(error)
    }
    // Let rows in flight finish and write their outcome while the lease holds.
    await Promise.all(this.#active.values().map(({ work }) => work))
    await ledger.release(this.#job).catch(() => undefined)
    this.#outcome.resolve(null)
  }

  isHeld(): boolean {
    return !this.#isLost && !this.#isStopping()
  }

  isRunning(): boolean {
    return this.#desiredState === 'run' && this.isHeld()
  }

  canSend(): boolean {
    return this.isRunning() && performance.now() < this.#safeUntil
  }

  passwordOf(row: ItemRow): string | null {
    return this.#deps.ledger.passwordOf(row)
  }

  async pause(because: ProblemCode): Promise<void> {
    this.#desiredState = 'pause'
    await this.#deps.ledger.pause(this.#job, because)
  }

  write(row: ItemRow, ...events: RowEvent[]): Promise<ItemRow | null> {
    const { promise, resolve, reject } = Promise.withResolvers<ItemRow | null>()
    this.#changes.push({ row, events, resolve, reject })
    if (!this.#isWriting) void this.#writeChanges()
    return promise
  }

  /** Writes the changes of many rows together. Changes that arrive during one transaction go into the next. */
  async #writeChanges(): Promise<void> {
    this.#isWriting = true
    // Rows that change in the same turn are written together.
    await nextTurn()
    while (this.#changes.length > 0) {
      const changes = this.#changes
      this.#changes = []
      try {
        const { rows, desiredState } = await this.#extending(() =>
          this.#deps.ledger.write(this.#job, changes),
        )
        this.#desiredState = desiredState
        for (const [index, { events, resolve }] of changes.entries()) {
          const after = rows[index] ?? null
          if (after !== null && !isAwaited(after)) this.#outcome.resolve(outcomeOf(this.#job, after, events))
          resolve(after)
        }
      } catch (error) {
        for (const { reject } of changes) reject(error)
      }
      if (!this.isSingle) await sleep(gatherMs)
    }
    this.#isWriting = false
  }

  /** Leaves the job to the next worker, which starts from the ledger. */
  #lose(error: unknown): void {
    if (!(error instanceof LeaseLost)) this.#deps.log.fault({ requestId: null, ...faultOf(error) })
    this.#isLost = true
  }

  /** Runs a write that proves the lease, then counts the lease from before the write. */
  async #extending<Result>(write: () => Promise<Result>): Promise<Result> {
    const begunAt = performance.now()
    const result = await write()
    this.#safeUntil = begunAt + this.#deps.timings.jobLeaseMs * safeShare
    return result
  }

  /** Extends the lease and begins the rows that can begin. Returns true when nothing is left to do here. */
  async #round(): Promise<boolean> {
    const { ledger, timings } = this.#deps
    const now = performance.now()
    if (now - this.#renewedAt > timings.jobLeaseMs * renewShare) {
      this.#renewedAt = now
      this.#desiredState = await this.#extending(() => ledger.renew(this.#job, this.pace.waitingFor))
    }
    this.#begin()
    const isShort = this.#queue.length === 0 && this.#hasEnded
    if (now - this.#readAt < timings.jobRowsMs && !isShort) return false
    this.#readAt = now
    this.#hasEnded = false
    // What the read returns of these rows may be outdated.
    const underWay = new Set(this.#active.keys())
    const rows = await ledger.next(this.#job.id, underWay.size + rowsAhead, this.isRunning())
    this.#queue = rows.filter(({ position }) => !underWay.has(position))
    this.#begin()
    if (this.#active.size > 0 || this.#queue.length > 0) return false
    return ledger.finish(this.#job, this.#desiredState === 'pause')
  }

  #begin(): void {
    while (this.#active.size < this.pace.maxRows) {
      const row = this.#queue.shift()
      if (row === undefined) return
      if (row.state !== 'pending' || this.isRunning()) this.#start(row)
    }
  }

  #start(row: ItemRow): void {
    const work = workOn(row, this)
      .catch((error: unknown) => this.#lose(error))
      .finally(() => {
        this.#active.delete(row.position)
        this.#hasEnded = true
        this.#wake.signal()
      })
    this.#active.set(row.position, { row, work })
  }
}

/** Bulk jobs of one process that send at the same time. They share the process's pace. */
const maxBulkJobs = 4

/** Leases jobs from the store and works on them, in parallel with the workers of other replicas. */
export class JobWorker {
  readonly #deps: WorkerDeps
  readonly #runs = new Map<JobRun, Promise<void>>()
  readonly #wake = new WakeSignal()
  readonly #working: Promise<void>
  #isStopped = false

  constructor(deps: WorkerDeps) {
    this.#deps = deps
    this.#working = this.#run()
  }

  /** Call after a job is created or resumed. */
  wake(): void {
    this.#wake.signal()
  }

  /**
   * Works on a job that this worker has leased. Resolves with the outcome of a single creation; null when the work here ends
   * before.
   */
  start(job: JobRow): Promise<Outcome | null> {
    const run = new JobRun(this.#deps, job, () => this.#isStopped)
    const end = run.run().finally(() => {
      this.#runs.delete(run)
      // There is room for another bulk job.
      if (!run.isSingle) this.#wake.signal()
    })
    this.#runs.set(run, end)
    return run.outcome
  }

  /** Takes no more jobs, finishes the rows in flight, and releases the leases. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#wake.signal()
    await this.#working
    await Promise.all(this.#runs.values())
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      // Without the store there is no work; log the error and try again after `jobPollMs`.
      await this.#takeJobs().catch((error: unknown) =>
        this.#deps.log.fault({ requestId: null, ...faultOf(error) }),
      )
      await this.#wake.wait(this.#deps.timings.jobPollMs)
    }
  }

  async #takeJobs(): Promise<void> {
    const { ledger, pace, settings } = this.#deps
    pace.set(await settings())
    while (!this.#isStopped) {
      // A job that only waits for look-ups does not count.
      const sending = [...this.#runs.keys()].filter(({ isSingle, isSending }) => !isSingle && isSending)
      const kinds = sending.length < maxBulkJobs ? ['single', 'bulk'] : ['single']
      const job = await ledger.lease(kinds)
      if (job === null) return
      void this.start(job)
    }
  }
}

import type { Settings } from '#contract/settings.ts'
import type { NumberedExtension } from '#upstream/records.ts'
import { faultOf, type Log } from '../platform/log.ts'
import { ChangeBatch } from './batch.ts'
import { LeaseLost, type JobLeases, type Lease } from './lease.ts'
import type { JobLedger, SingleCreation } from './ledger.ts'
import { JobPace } from './pace.ts'
import { passwordOf } from './passwords.ts'
import { RowWork, type RowWorkOptions } from './row-work.ts'
import type { ItemRow, JobContext, JobRow } from './tables.ts'
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

interface WorkerDeps {
  upstream: RowWorkOptions['upstream']
  leases: Pick<JobLeases, 'lease' | 'renew' | 'release' | 'pause' | 'isOpen' | 'end'>
  ledger: Pick<JobLedger, 'next' | 'write' | 'takeOver'>
  /** Shared by the bulk jobs of this process. */
  pace: JobPace
  context: Pick<JobContext, 'seal' | 'timings'>
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

/** The work on one leased job, until it ends, is paused with no row in flight, or is left to another worker. */
class JobRun {
  readonly isBulk: boolean
  readonly #deps: WorkerDeps
  readonly #job: JobRow
  readonly #lease: Lease
  readonly #pace: JobPace
  readonly #batch: ChangeBatch
  readonly #work: RowWork
  readonly #isStopping: () => boolean
  #desiredState: string
  #isLost = false
  /** Until then, no other worker can have the lease. */
  #safeUntil = 0
  #renewedAt = performance.now()
  #readAt = -Infinity
  /** Rows to begin, in order. */
  #queue: ItemRow[] = []
  readonly #active = new Map<number, { row: ItemRow; work: Promise<void> }>()
  /** Rows whose work ended since the last read of the ledger, so the rows that the read returns may be outdated. */
  readonly #finished = new Set<number>()
  readonly #wake = new WakeSignal()

  constructor(
    deps: WorkerDeps,
    job: JobRow,
    isStopping: () => boolean,
    onChange: (row: ItemRow, events: readonly RowEvent[]) => void,
  ) {
    const { leases, ledger, upstream } = deps
    const { timings, seal } = deps.context
    this.#deps = deps
    this.#job = job
    this.#isStopping = isStopping
    this.#desiredState = job.desired_state
    this.isBulk = job.kind !== 'single'
    // A user waits for a single creation, so bulk jobs do not slow it down.
    this.#pace = this.isBulk ? deps.pace : new JobPace(() => 0, timings)
    const lease = { jobId: job.id, fencingToken: job.fencing_token, leaseMs: timings.jobLeaseMs }
    this.#lease = lease
    this.#batch = new ChangeBatch(this.isBulk ? gatherMs : 0, async (changes) => {
      const { rows, desiredState } = await this.#extending(() => ledger.write(lease, changes))
      this.#desiredState = desiredState
      return rows
    })
    this.#work = new RowWork({
      upstream,
      operation: job.operation === 'create_extension_legacy' ? job.operation : 'create_extension',
      isSingle: !this.isBulk,
      pace: this.#pace,
      lookAgainMs: timings.jobLookAgainMs,
      passwordOf: (row) => passwordOf(seal, row),
      fencingToken: job.fencing_token,
      write: async (row, ...events) => {
        const after = await this.#batch.write({ row, events })
        if (after !== null) onChange(after, events)
        return after
      },
      isHeld: () => this.#isHeld(),
      isRunning: () => this.#isRunning(),
      canSend: () => this.#isRunning() && performance.now() < this.#safeUntil,
      pause: async (because) => {
        this.#desiredState = 'pause'
        await leases.pause(lease, because)
      },
    })
  }

  /** True while the job may have rows to send. */
  get isSending(): boolean {
    const rows = [...this.#queue, ...this.#active.values().map(({ row }) => row)]
    const hasRows = this.#readAt === -Infinity || rows.some(({ state }) => state === 'pending')
    return hasRows && this.#isRunning()
  }

  async run(): Promise<void> {
    const { leases, ledger } = this.#deps
    const { timings } = this.#deps.context
    const lease = this.#lease
    try {
      // A job's first worker finds no row of another one.
      if (lease.fencingToken > 1) await this.#extending(() => ledger.takeOver(lease))
      else this.#safeUntil = performance.now() + lease.leaseMs * safeShare
      while (this.#isHeld() && !(await this.#round()))
        await this.#wake.wait(this.#active.size === 0 ? timings.jobRowsMs : timings.jobRowsMs / 4)
    } catch (error) {
      this.#lose(error)
    }
    // Let rows in flight finish and write their outcome while the lease holds.
    await Promise.all(this.#active.values().map(({ work }) => work))
    await leases.release(lease).catch(() => undefined)
  }

  #isHeld(): boolean {
    return !this.#isLost && !this.#isStopping()
  }

  #isRunning(): boolean {
    return this.#desiredState === 'run' && this.#isHeld()
  }

  /** Leaves the job to the next worker, which starts from the ledger. */
  #lose(error: unknown): void {
    if (!(error instanceof LeaseLost)) this.#deps.log.fault({ requestId: null, ...faultOf(error) })
    this.#isLost = true
  }

  /** Runs a write that proves the lease, then counts the lease from before the write. */
  async #extending<Result>(write: () => Promise<Result>): Promise<Result> {
    const asked = performance.now()
    const result = await write()
    this.#safeUntil = asked + this.#lease.leaseMs * safeShare
    return result
  }

  /** Extends the lease and begins the rows that can begin. Returns true when nothing is left to do here. */
  async #round(): Promise<boolean> {
    const { leases } = this.#deps
    const { timings } = this.#deps.context
    const lease = this.#lease
    const now = performance.now()
    if (now - this.#renewedAt > lease.leaseMs * renewShare) {
      this.#renewedAt = now
      this.#desiredState = await this.#extending(() => leases.renew(lease, this.#pace.waitingFor))
    }
    this.#begin()
    const isShort = this.#queue.length === 0 && this.#finished.size > 0
    if (now - this.#readAt < timings.jobRowsMs && !isShort) return false
    this.#readAt = now
    this.#finished.clear()
    const limit = this.#active.size + rowsAhead
    const rows = await this.#deps.ledger.next(this.#job.id, limit, this.#isRunning())
    this.#queue = rows.filter(({ position }) => !this.#active.has(position) && !this.#finished.has(position))
    this.#begin()
    if (this.#active.size > 0 || this.#queue.length > 0) return false
    if (await leases.end(lease)) return true
    return this.#desiredState === 'pause' && !(await leases.isOpen(lease))
  }

  #begin(): void {
    while (this.#active.size < this.#pace.maxRows) {
      const row = this.#queue.shift()
      if (row === undefined) return
      if (row.state !== 'pending' || this.#isRunning()) this.#start(row)
    }
  }

  #start(row: ItemRow): void {
    const { position } = row
    const work = this.#work
      .run(row)
      .catch((error: unknown) => this.#lose(error))
      .finally(() => {
        this.#active.delete(position)
        this.#finished.add(position)
        this.#wake.signal()
      })
    this.#active.set(position, { row, work })
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
   * Works on a job that was created with a lease of this worker. Resolves with the outcome of a single creation, unless its lease
   * is lost first.
   */
  start(job: JobRow): Promise<Outcome> {
    const { promise, resolve } = Promise.withResolvers<Outcome>()
    const run = new JobRun(
      this.#deps,
      job,
      () => this.#isStopped,
      (row, events) => {
        const found = events.find((event) => event.kind === 'found')?.record ?? null
        if (!isAwaited(row)) resolve({ row: { ...row, operation: job.operation }, found })
      },
    )
    const end = run.run().finally(() => {
      this.#runs.delete(run)
      // There is room for another bulk job.
      if (run.isBulk) this.#wake.signal()
    })
    this.#runs.set(run, end)
    return promise
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
      await this.#wake.wait(this.#deps.context.timings.jobPollMs)
    }
  }

  async #takeJobs(): Promise<void> {
    const { leases, pace, settings } = this.#deps
    const { timings } = this.#deps.context
    pace.set(await settings())
    while (!this.#isStopped) {
      // A job that only waits for look-ups does not count.
      const sending = [...this.#runs.keys()].filter(({ isBulk, isSending }) => isBulk && isSending)
      const kinds = sending.length < maxBulkJobs ? ['single', 'bulk'] : ['single']
      const job = await leases.lease(timings.jobLeaseMs, kinds)
      if (job === null) return
      void this.start(job)
    }
  }
}

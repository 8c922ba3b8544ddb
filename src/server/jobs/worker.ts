import { randomUUID } from 'node:crypto'
import type { ProblemCode } from '#contract/problem.ts'
import type { Settings } from '#contract/settings.ts'
import type { Upstream } from '#upstream/client.ts'
import type { Seal } from '../platform/database/encryption.ts'
import { faultOf, type Log } from '../platform/log.ts'
import type { Timings } from '../platform/timings.ts'
import { createBatchWriter } from './batch-writer.ts'
import { LeaseLost, type JobLeases, type Lease } from './lease.ts'
import type { JobLedger } from './ledger.ts'
import { passwordReader } from './passwords.ts'
import { toInput } from './row-input.ts'
import { firstLookMs } from './row-rules.ts'
import { createRowWork } from './row-work.ts'
import type { ItemRow, JobRow } from './tables.ts'
import { createJobThrottle, type JobThrottle } from './throttle.ts'

/** A wait with a timeout, for one waiter. A signal without a waiter ends the next wait at once. */
function createWakeSignal() {
  let signaled = false
  let wake = (): void => undefined
  return {
    signal(): void {
      signaled = true
      wake()
    },
    async wait(milliseconds: number): Promise<void> {
      if (!signaled)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      signaled = false
    },
  }
}

interface WorkerDeps {
  upstream: Pick<Upstream, 'getExtension' | 'createExtension' | 'createExtensionLegacy'>
  leases: JobLeases
  ledger: JobLedger
  /** Shared by the bulk jobs of this process. */
  throttle: JobThrottle
  seal: Seal
  visibilityTimeoutMs: number
  timings: Timings
  log: Log
  settings: () => Promise<Pick<Settings, 'jobConcurrency' | 'jobRate'>>
}

/** Sending stops after this share of an unrenewed lease, well before another worker can take the lease. */
const safeShare = 0.7
const renewShare = 0.3
const rowsAhead = 200

/**
 * Works on a leased job until it ends, is paused with no row in flight, is lost to another worker, or `stopping` returns true.
 * Calls `onSending` with whether the job has rows to send.
 */
async function runJob(
  deps: WorkerDeps,
  job: JobRow,
  stopping: () => boolean,
  onSending: (isSending: boolean) => void,
): Promise<void> {
  const { leases, ledger, log, timings } = deps
  const isSingle = job.kind === 'single'
  // A user waits for a single creation, so it gets its own throttle and bulk jobs do not slow it down.
  const throttle = isSingle ? createJobThrottle(() => 0, timings) : deps.throttle
  const { jobLeaseMs: leaseMs, jobRowsMs: askMs } = timings
  const lease: Lease = { jobId: job.id, fencingToken: job.fencing_token, leaseMs }
  let desiredState = job.desired_state
  const lost = new AbortController()
  let safeUntil = performance.now() + leaseMs * safeShare
  /** Runs a write that proves the lease, then counts the lease from before the write. */
  const extendingLease = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const asked = performance.now()
    const result = await work()
    safeUntil = asked + leaseMs * safeShare
    return result
  }
  const held = () => !lost.signal.aborted && !stopping()
  const running = () => desiredState === 'run' && held()
  const batchWriter = createBatchWriter(
    { write: (own, steps) => extendingLease(() => ledger.write(own, steps)) },
    lease,
    (now) => {
      desiredState = now
    },
  )
  const passwordOf = passwordReader(deps.seal, job)
  const work = createRowWork({
    upstream: deps.upstream,
    operation: job.operation === 'create_extension_legacy' ? job.operation : 'create_extension',
    isSingle,
    throttle,
    batchWriter,
    visibilityTimeoutMs: deps.visibilityTimeoutMs,
    timings,
    inputOf(row) {
      const password = passwordOf(row)
      if (row.password_source !== 'none' && password === null) return null
      return toInput(row, password)
    },
    held,
    running,
    canSend: () => running() && performance.now() < safeUntil,
    async pause(because: ProblemCode) {
      desiredState = 'pause'
      await leases.pause(lease, because)
    },
  })

  const active = new Map<number, Promise<void>>()
  /** Active rows that began as pending, so their create may still be sent. */
  const sending = new Set<number>()
  /** Rows whose work ended since the last read of the ledger: the rows that the read returns may be outdated. */
  let finished = new Set<number>()
  const idleRows = async (read: Promise<ItemRow[]>): Promise<ItemRow[]> => {
    finished = new Set()
    return (await read).filter(({ position }) => !active.has(position) && !finished.has(position))
  }
  const wakeSignal = createWakeSignal()
  const begin = (row: ItemRow) => {
    const done = work(row)
      .catch((error: unknown) => {
        // Trust the ledger over this worker's state: release the job, so that the next worker starts from the ledger.
        if (!(error instanceof LeaseLost)) log.fault({ requestId: null, ...faultOf(error) })
        lost.abort()
      })
      .finally(() => {
        active.delete(row.position)
        sending.delete(row.position)
        finished.add(row.position)
        wakeSignal.signal()
      })
    active.set(row.position, done)
    if (row.state === 'pending') sending.add(row.position)
  }

  let queue: ItemRow[] = []
  let askedAt = -Infinity
  let renewedAt = performance.now()
  /** Extends the lease and begins the rows that can begin. Returns true when nothing is left to do here. */
  async function round(): Promise<boolean> {
    if (performance.now() - renewedAt > leaseMs * renewShare) {
      desiredState = await extendingLease(() => leases.renew(lease, throttle.waitingFor()))
      renewedAt = performance.now()
    }
    const startNext = () => {
      while (running() && queue.length > 0 && active.size < throttle.maxRowsInWork()) {
        const row = queue.shift()
        if (row !== undefined && !active.has(row.position)) begin(row)
      }
    }
    startNext()
    if (
      performance.now() - askedAt < askMs &&
      !(running() && queue.length === 0 && active.size < throttle.maxRowsInWork())
    )
      return false
    askedAt = performance.now()
    const due = await idleRows(ledger.due(job.id, rowsAhead))
    for (const row of due.slice(0, throttle.maxRowsInWork())) begin(row)
    if (queue.length < throttle.maxRowsInWork())
      queue = await idleRows(ledger.pending(job.id, active.size + rowsAhead))
    startNext()
    onSending(running() && (queue.length > 0 || sending.size > 0))
    if (active.size > 0) return false
    if (desiredState === 'pause' && due.length === 0 && queue.length > 0) return !(await leases.isOpen(lease))
    return (queue.length === 0 || desiredState === 'cancel') && leases.end(lease)
  }

  try {
    await extendingLease(() => leases.takeOver(lease, firstLookMs(deps.visibilityTimeoutMs)))
    while (!lost.signal.aborted && !stopping()) {
      if (await round()) break
      await wakeSignal.wait(active.size === 0 ? askMs : askMs / 4)
    }
  } catch (error) {
    if (!(error instanceof LeaseLost)) log.fault({ requestId: null, ...faultOf(error) })
    lost.abort()
  }
  // Let rows in flight finish and write their outcome while the lease holds.
  await Promise.all(active.values())
  await leases.release(lease).catch(() => undefined)
}

/** Bulk jobs of one process that send at the same time. They share the process's throttle. */
const maxBulkJobs = 4

/** Leases jobs from the store and works on them, in parallel with the workers of other replicas. */
export function createJobWorker(deps: WorkerDeps) {
  const owner = randomUUID()
  const stopped = new AbortController()
  const wakeSignal = createWakeSignal()
  const runs = new Map<Promise<void>, { isBulk: boolean; isSending: boolean }>()
  let destroyedAt = -Infinity

  async function takeJobs(): Promise<void> {
    if (performance.now() - destroyedAt > deps.timings.jobSecretsMs) {
      destroyedAt = performance.now()
      await deps.leases.destroySecrets()
    }
    deps.throttle.set(await deps.settings())
    while (!stopped.signal.aborted) {
      // A job that only waits for look-ups does not count.
      const bulkJobs = [...runs.values()].filter(({ isBulk, isSending }) => isBulk && isSending).length
      const kinds = bulkJobs < maxBulkJobs ? ['single', 'bulk'] : ['single']
      const job = await deps.leases.lease(owner, deps.timings.jobLeaseMs, kinds)
      if (job === null) break
      const state = { isBulk: job.kind === 'bulk', isSending: true }
      const run = runJob(
        deps,
        job,
        () => stopped.signal.aborted,
        (isSending) => {
          if (state.isSending && !isSending) wakeSignal.signal()
          state.isSending = isSending
        },
      ).finally(() => {
        runs.delete(run)
        wakeSignal.signal()
      })
      runs.set(run, state)
    }
  }

  async function work(): Promise<void> {
    while (!stopped.signal.aborted) {
      // Without the store there is no work; log the error and try again after `jobPollMs`.
      await takeJobs().catch((error: unknown) => deps.log.fault({ requestId: null, ...faultOf(error) }))
      await wakeSignal.wait(deps.timings.jobPollMs)
    }
  }
  const working = work()

  return {
    /** Call after a job is created or resumed. */
    wake: () => wakeSignal.signal(),
    /** Takes no more jobs, finishes the rows in flight, and releases the leases. */
    stop: async (): Promise<void> => {
      stopped.abort()
      wakeSignal.signal()
      await working
      await Promise.all(runs.keys())
    },
  }
}

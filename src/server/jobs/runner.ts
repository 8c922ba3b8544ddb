import type { ProblemCode } from '#contract/problem.ts'
import type { Upstream } from '#upstream/upstream.ts'
import { faultOf, type Log } from '../platform/log.ts'
import { LeaseLost, type JobLeases, type Lease } from './job-lease.ts'
import type { JobLedger } from './job-ledger.ts'
import type { ItemRow, JobRow } from './job-rows.ts'
import { sealedFor, type Seal } from '../platform/database/encryption.ts'
import type { Timings } from '../platform/timings.ts'
import { createWakeSignal } from './wake-signal.ts'
import { createBatchWriter } from './batch-writer.ts'
import { createJobThrottle, type JobThrottle } from './job-throttle.ts'
import { derivedPassword, derivingKey } from './passwords.ts'
import { createRowWork } from './row.ts'
import { firstLookMs } from './row-rules.ts'

export interface RunnerDeps {
  upstream: Pick<Upstream, 'getExtension' | 'createExtension' | 'createExtensionLegacy' | 'preconnect'>
  leases: JobLeases
  ledger: JobLedger
  /** Shared by the bulk jobs of this process. */
  throttle: JobThrottle
  seal: Seal
  visibilityTimeoutMs: number
  timings: Timings
  log: Log
}

/** Sending stops this share of a lease after it was last seen to be ours, well before anybody else may take it. */
const safeShare = 0.7
const renewShare = 0.3
const rowsAhead = 200

/** Works on a leased job until it has ended, is paused with nothing in flight but rows to send, is lost to another worker, or `stopping`. */
export async function runJob(deps: RunnerDeps, job: JobRow, stopping: () => boolean): Promise<void> {
  const { leases, ledger, log, timings } = deps
  const isSingle = job.kind === 'single'
  // A user waits for it: no bulk job slows it down.
  const throttle = isSingle ? createJobThrottle(() => 0, timings) : deps.throttle
  const { jobLeaseMs: leaseMs, jobRowsMs: askMs } = timings
  const lease: Lease = { jobId: job.id, fencingToken: job.fencing_token, leaseMs }
  let desiredState = job.desired_state
  const lost = new AbortController()
  let safeUntil = performance.now() + leaseMs * safeShare
  /** Runs a write that proves the lease, counting from before it was sent. */
  const proving = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const asked = performance.now()
    const result = await work()
    safeUntil = asked + leaseMs * safeShare
    return result
  }
  const held = () => !lost.signal.aborted && !stopping()
  const running = () => desiredState === 'run' && held()
  const batchWriter = createBatchWriter(
    { write: (own, steps) => proving(() => ledger.write(own, steps)) },
    lease,
    (now) => {
      desiredState = now
    },
  )
  const key = job.secret_key === null ? null : derivingKey(deps.seal, job.id, job.secret_key)
  const work = createRowWork({
    upstream: deps.upstream,
    operation: job.operation === 'create_extension_legacy' ? job.operation : 'create_extension',
    isSingle,
    throttle,
    batchWriter,
    visibilityTimeoutMs: deps.visibilityTimeoutMs,
    timings,
    inputOf(row) {
      const password =
        row.password_source === 'derived'
          ? key === null
            ? null
            : derivedPassword(key, `${job.id} ${row.ext}`, job.password_length)
          : row.password === null
            ? null
            : deps.seal.open(row.password, sealedFor.itemPassword(job.id, row.position))
      if (row.password_source !== 'none' && password === null) return null
      return {
        ext: row.ext,
        password: password ?? undefined,
        agentID: row.agent_id ?? undefined,
        agentType: row.agent_type === '0' || row.agent_type === '1' ? row.agent_type : undefined,
        langCodeTxt: row.lang_code_txt ?? undefined,
        companyId: row.company_id ?? undefined,
      }
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
  /** Rows whose work ended since the ledger was last asked: what it says of them may be older than that. */
  let left = new Set<number>()
  const asking = async (question: Promise<ItemRow[]>): Promise<ItemRow[]> => {
    left = new Set()
    return (await question).filter(({ position }) => !active.has(position) && !left.has(position))
  }
  const wakeSignal = createWakeSignal()
  const begin = (row: ItemRow) => {
    const done = work(row)
      .catch((error: unknown) => {
        // Whatever it is, the ledger is right and this worker may not be: let the job go and begin anew.
        if (!(error instanceof LeaseLost)) log.fault({ requestId: null, ...faultOf(error) })
        lost.abort()
      })
      .finally(() => {
        active.delete(row.position)
        left.add(row.position)
        wakeSignal.ring()
      })
    active.set(row.position, done)
  }

  let queue: ItemRow[] = []
  let askedAt = -Infinity
  let renewedAt = performance.now()
  /** One round: prolong the lease, begin what can begin. True when nothing is left to do here. */
  async function round(): Promise<boolean> {
    if (performance.now() - renewedAt > leaseMs * renewShare) {
      desiredState = await proving(() => leases.renew(lease, throttle.waitingFor()))
      renewedAt = performance.now()
    }
    const startNext = () => {
      while (running() && queue.length > 0 && active.size < throttle.inHand()) {
        const row = queue.shift()
        if (row !== undefined && !active.has(row.position)) begin(row)
      }
    }
    startNext()
    if (
      performance.now() - askedAt < askMs &&
      !(running() && queue.length === 0 && active.size < throttle.inHand())
    )
      return false
    askedAt = performance.now()
    const due = await asking(ledger.due(job.id, rowsAhead))
    for (const row of due.slice(0, throttle.inHand())) begin(row)
    if (queue.length < throttle.inHand())
      queue = await asking(ledger.pending(job.id, active.size + rowsAhead))
    startNext()
    if (active.size > 0) return false
    if (desiredState === 'pause' && due.length === 0 && queue.length > 0) return !(await leases.isOpen(lease))
    return (queue.length === 0 || desiredState === 'cancel') && leases.end(lease)
  }

  try {
    await proving(() => leases.takeOver(lease, firstLookMs(deps.visibilityTimeoutMs)))
    while (!lost.signal.aborted && !stopping()) {
      if (await round()) break
      await wakeSignal.wait(active.size === 0 ? askMs : askMs / 4)
    }
  } catch (error) {
    if (!(error instanceof LeaseLost)) log.fault({ requestId: null, ...faultOf(error) })
    lost.abort()
  }
  // What is on its way is seen through; its outcome is written as long as the lease holds.
  await Promise.all(active.values())
  await leases.release(lease).catch(() => undefined)
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { ItemState, JobItem } from '#contract/jobs.ts'
import { problemCodes, type ProblemCode } from '#contract/problem.ts'
import { bindStatus } from '#upstream/assumptions.ts'
import { UpstreamError } from '#upstream/errors.ts'
import { notSent } from '#upstream/request.ts'
import type { CreateInput, NumberedExtension, Upstream } from '#upstream/upstream.ts'
import { problemCodeOf } from '../platform/http/problems.ts'
import type { CreateOperation } from './job-creation.ts'
import { noReason, type Reason } from './job-ledger.ts'
import { passingCodes, setUpCodes, type ItemRow } from './job-rows.ts'
import { checkOf, firstLookMs, isOfThisRow, lookShares, readBackWaits } from './row-rules.ts'
import { defaultTimings, type Timings } from '../platform/timings.ts'
import type { BatchWriter } from './batch-writer.ts'
import type { JobThrottle } from './job-throttle.ts'

const passing: readonly ProblemCode[] = passingCodes
/** Refusals that every row would meet and that a person must fix. */
const stopping: readonly ProblemCode[] = [...setUpCodes, 'upstream-restricted', 'quota-reached']

/** Refusals that say that the number is there. */
const taken: readonly ProblemCode[] = ['extension-exists', 'extension-bound']

/** A number that dead workers claimed and did not send is put back at most so often. */
const mostResends = 2
/** A look-up that fails for itself, not for the service as a whole, is tried so often. */
const mostMisses = 3
/** Thrown inside when the job is no longer ours to work on, or is paused. */
class Dropped extends Error {}

export interface RowWorkOptions {
  upstream: Pick<Upstream, 'getExtension' | 'createExtension' | 'createExtensionLegacy' | 'preconnect'>
  operation: CreateOperation
  /** A row that a user waits for: a refusal that would pass ends it, and it is not kept behind other reads. */
  isSingle: boolean
  throttle: JobThrottle
  batchWriter: BatchWriter
  visibilityTimeoutMs: number
  timings?: Pick<Timings, 'jobReadBacksMs' | 'jobLookAgainMs'>
  /** The input for operation 5, its password included; null when the password is gone. */
  inputOf: (row: ItemRow) => CreateInput | null
  /** False once the job is lost or this process is stopping: what is in doubt is the next one's to look up. */
  held: () => boolean
  /** Held, and not paused. */
  running: () => boolean
  /** Running, and the lease certainly still ours at this moment. */
  canSend: () => boolean
  pause: (because: ProblemCode) => Promise<void>
}

function reasonOf(error: UpstreamError): Reason & { code: ProblemCode } {
  return { code: problemCodeOf(error), upstreamCode: error.code, message: error.serviceMessage }
}

/** What happens to one number, from the first look to the last. Each step is in the ledger before the next begins. */
export function createRowWork(options: RowWorkOptions) {
  const {
    upstream,
    operation,
    isSingle,
    throttle,
    batchWriter,
    visibilityTimeoutMs,
    inputOf,
    held,
    running,
    canSend,
    pause,
  } = options
  const bulk = !isSingle
  const { jobReadBacksMs, jobLookAgainMs } = options.timings ?? defaultTimings
  const readBacksMs = readBackWaits(jobReadBacksMs, visibilityTimeoutMs)

  const settle = (
    row: ItemRow,
    from: ItemState,
    to: ItemState,
    rest: { how?: JobItem['how']; check?: JobItem['check']; reason?: Reason; lookInMs?: number } = {},
  ) =>
    batchWriter.write({
      kind: 'settle',
      position: row.position,
      from,
      to,
      how: rest.how ?? null,
      check: rest.check ?? null,
      reason: rest.reason ?? noReason,
      lookInMs: rest.lookInMs ?? null,
    })

  /** The number as the service shows it, null when it does not; a reason when it cannot be asked. `waits` out what passes. */
  async function lookUp(
    row: ItemRow,
    stillNeeded: () => boolean,
    waits = true,
  ): Promise<NumberedExtension | null | Reason> {
    for (let misses = 1; ;) {
      const leave = await throttle.look(stillNeeded)
      try {
        if (!stillNeeded()) throw new Dropped()
        const { data } = await upstream.getExtension({ ext: row.ext }, { bulk })
        throttle.good()
        return data
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error
        const reason = reasonOf(error)
        if (reason.code === 'extension-not-found') {
          throttle.good()
          return null
        }
        if (!waits) return reason
        if (stopping.includes(reason.code)) {
          // Rows in doubt are looked up again, paused or not: not at once.
          throttle.slowDown(reason.code, error.retryAfter)
          await pause(reason.code)
          throw new Dropped()
        }
        if (passing.includes(reason.code)) throttle.slowDown(reason.code, error.retryAfter)
        else if (misses++ >= mostMisses) return reason
        else await sleep(jobLookAgainMs * misses)
      } finally {
        leave()
      }
    }
  }

  /** Sends the one request of an attempt. What is not certain is in doubt; `wasSent`: an earlier attempt may have created it. */
  async function send(row: ItemRow, input: CreateInput, wasSent: boolean): Promise<'again' | 'settled'> {
    const leaving = [await throttle.claim()]
    const leave = () => {
      for (const each of leaving.splice(0)) each()
    }
    try {
      if (!running() || !(await batchWriter.write({ kind: 'claim', position: row.position })))
        throw new Dropped()
      leaving.push(await throttle.depart(running))
      const preconnected = isSingle ? undefined : upstream.preconnect()
      if (preconnected !== undefined) leaving.push(preconnected.close)
      if (running()) {
        // Durable before the request is written: a row without this note never left, and only such a one is put back.
        await batchWriter.write({ kind: 'sent', position: row.position })
        leaving.push(await throttle.create(running))
      }
      if (!running()) {
        await settle(row, 'sending', 'pending')
        throw new Dropped()
      }
      await (operation === 'create_extension'
        ? upstream.createExtension(input, { bulk, canSend, preconnected })
        : upstream.createExtensionLegacy(input, { bulk, canSend }))
    } catch (error) {
      leave()
      if (!(error instanceof UpstreamError)) throw error
      // By us, on the open connection: the job was paused at that moment, or its lease was not certain any more.
      if (error.code === notSent) {
        await settle(row, 'sending', 'pending')
        throw new Dropped()
      }
      const reason = reasonOf(error)
      const isPerhapsOurs = wasSent && taken.includes(reason.code)
      if (!error.definitelyNotApplied || isPerhapsOurs) {
        const lookInMs = isPerhapsOurs ? 0 : firstLookMs(visibilityTimeoutMs)
        await settle(row, 'sending', 'inDoubt', { reason, lookInMs })
        return 'settled'
      }
      const again = bulk && (stopping.includes(reason.code) || passing.includes(reason.code))
      if (again && stopping.includes(reason.code)) await pause(reason.code)
      if (again && passing.includes(reason.code)) throttle.slowDown(reason.code, error.retryAfter)
      await settle(row, 'sending', again ? 'pending' : 'failed', { reason })
      return again ? 'again' : 'settled'
    }
    leave()
    throttle.good()
    await settle(row, 'sending', 'done', { how: 'answered', lookInMs: readBacksMs[0] ?? 0 })
    await readBack({ ...row, looks: 0 })
    return 'settled'
  }

  /** Reads a created number back: as asked for, otherwise, or not visible. */
  async function readBack(row: ItemRow): Promise<void> {
    // A paused job still learns how its created rows turned out.
    const found = await lookUp(row, held)
    const visible = found !== null && 'ext' in found
    const next = readBacksMs[row.looks + 1]
    await batchWriter.write({
      kind: 'look',
      position: row.position,
      state: 'done',
      check: visible ? checkOf(row, found) : next === undefined ? 'unseen' : null,
      lookInMs: visible || next === undefined ? null : next,
    })
  }

  /** One more look for a number in doubt. Put back only if it never left; otherwise a person decides after the last. */
  async function reconcile(row: ItemRow): Promise<void> {
    const found = await lookUp(row, held)
    if (found !== null && 'ext' in found) {
      const check = checkOf(row, found)
      await (isOfThisRow(row, found)
        ? settle(row, 'inDoubt', 'done', { how: 'reconciled', check })
        : settle(row, 'inDoubt', 'needsReview', { reason: { ...noReason, code: 'extension-exists' } }))
      return
    }
    // Its note would be there if it had left: nothing to wait for.
    if (row.sent_at === null && found === null && row.resends < mostResends) {
      await settle(row, 'inDoubt', 'pending')
      return
    }
    const share = lookShares[row.looks + 1]
    if (share !== undefined) {
      const lookInMs = (share - (lookShares[row.looks] ?? 0)) * visibilityTimeoutMs
      await batchWriter.write({
        kind: 'look',
        position: row.position,
        state: 'inDoubt',
        check: null,
        lookInMs,
      })
      return
    }
    const code = problemCodes.find((each) => each === row.code) ?? 'upstream-timeout'
    await settle(row, 'inDoubt', 'needsReview', { reason: { ...noReason, code } })
  }

  /** A row not sent yet: looked up first, so that "absent before" is a fact; then sent, once. */
  async function create(row: ItemRow): Promise<void> {
    const input = inputOf(row)
    // Once sent, the number may be there because of that, even if the service said busy or refused the token: a row put
    // back for that keeps the reason. After a definite "no", sent again by a person, it has none.
    let wasSent = row.sent_at !== null || row.code !== null
    const unsent = () => (wasSent ? 'needsReview' : 'failed')
    if (input === null) {
      await settle(row, 'pending', unsent(), { reason: { ...noReason, code: 'job-secrets-gone' } })
      return
    }
    for (let result = 'again'; result === 'again';) {
      const found = await lookUp(row, running, bulk)
      if (found === null) {
        result = await send(row, input, wasSent)
        wasSent = true
      } else {
        result = 'settled'
        if (!('ext' in found)) await settle(row, 'pending', unsent(), { reason: found })
        else if (isOfThisRow(row, found))
          await settle(row, 'pending', 'done', { how: 'reconciled', check: checkOf(row, found) })
        else {
          // Of a single creation "bound" says that its agent has a number already.
          const isBound = bulk && found.bindStatus === bindStatus.bound
          const code = isBound ? 'extension-bound' : 'extension-exists'
          await settle(row, 'pending', unsent(), { reason: { ...noReason, code } })
        }
      }
    }
  }

  return async (row: ItemRow): Promise<void> => {
    try {
      if (row.state === 'pending') await create(row)
      else if (row.state === 'inDoubt') await reconcile(row)
      else await readBack(row)
    } catch (error) {
      if (!(error instanceof Dropped)) throw error
    }
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { ItemState, JobItem } from '#contract/jobs.ts'
import { passingCodes, problemCodes, setUpCodes, type ProblemCode } from '#contract/problem.ts'
import { UpstreamError } from '#upstream/errors.ts'
import { notSent } from '#upstream/send.ts'
import type { Upstream } from '#upstream/client.ts'
import type { CreateInput, NumberedExtension } from '#upstream/upstream.ts'
import { problemCodeOf } from '../platform/http/problems.ts'
import type { CreateOperation } from './creation.ts'
import { noReason, type Reason } from './ledger.ts'
import type { ItemRow } from './tables.ts'
import {
  compareWithRequest,
  firstLookMs,
  isOfThisRow,
  isRefusedAsTaken,
  lookShares,
  readBackWaits,
  takenCodes,
} from './row-rules.ts'
import { defaultTimings, type Timings } from '../platform/timings.ts'
import type { BatchWriter } from './batch-writer.ts'
import type { JobThrottle } from './throttle.ts'

const passing: readonly ProblemCode[] = passingCodes
/** Refusals that every row would meet until a person fixes the cause. */
const stopping: readonly ProblemCode[] = [...setUpCodes, 'upstream-restricted', 'quota-reached']

/** How often a row is put back after a worker died between claiming and sending it. */
const maxResends = 2
/** Attempts of a look-up that fails for this number only, not for the whole service. */
const maxMisses = 3
/** Ends a row's work without an outcome: the job is paused, or the lease or this process is ending. */
class WorkAborted extends Error {}

export interface RowWorkOptions {
  upstream: Pick<Upstream, 'getExtension' | 'createExtension' | 'createExtensionLegacy'>
  operation: CreateOperation
  /** A user waits for the row: a passing refusal ends it, and its look-up does not wait for other reads. */
  isSingle: boolean
  throttle: JobThrottle
  batchWriter: BatchWriter
  visibilityTimeoutMs: number
  timings?: Pick<Timings, 'jobReadBacksMs' | 'jobLookAgainMs'>
  /** The input for operation 5 with its password; `null` when the password is gone. */
  inputOf: (row: ItemRow) => CreateInput | null
  /** False once the lease is lost or this process stops. The next worker then looks up the rows in doubt. */
  held: () => boolean
  /** Held and not paused. */
  running: () => boolean
  /** Running, and the lease is certainly valid. */
  canSend: () => boolean
  pause: (because: ProblemCode) => Promise<void>
  /** Epoch milliseconds, to compare with the times of records. */
  now?: () => number
}

function reasonOf(error: UpstreamError): Reason & { code: ProblemCode } {
  return { code: problemCodeOf(error), upstreamCode: error.code, message: error.serviceMessage }
}

/** The reason stored in the row. */
const reasonOfRow = ({ code, upstream_code, message }: ItemRow): Reason => ({
  code: problemCodes.find((each) => each === code) ?? null,
  upstreamCode: upstream_code,
  message,
})

/** Does all work on one row, from the first look-up to the last. Each step is in the ledger before the next begins. */
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
  const now = options.now ?? Date.now
  const { jobReadBacksMs, jobLookAgainMs } = options.timings ?? defaultTimings
  const readBacksMs = readBackWaits(jobReadBacksMs, visibilityTimeoutMs)
  const passwordOf = (row: ItemRow): string | null => inputOf(row)?.password ?? null

  const move = (
    row: ItemRow,
    from: ItemState,
    to: ItemState,
    rest: { how?: JobItem['how']; check?: JobItem['check']; reason?: Reason; lookInMs?: number } = {},
  ) =>
    batchWriter.write({
      kind: 'move',
      position: row.position,
      from,
      to,
      how: rest.how ?? null,
      check: rest.check ?? null,
      reason: rest.reason ?? noReason,
      lookInMs: rest.lookInMs ?? null,
    })

  /** Returns the number's record, `null` when absent, or why the look-up failed. `waits`: retries until passing refusals end. */
  async function lookUp(
    row: ItemRow,
    stillNeeded: () => boolean,
    waits = true,
  ): Promise<NumberedExtension | null | Reason> {
    for (let misses = 1; ;) {
      const leave = await throttle.waitForLookUp(stillNeeded)
      try {
        if (!stillNeeded()) throw new WorkAborted()
        const { data } = await upstream.getExtension({ ext: row.ext }, { bulk })
        throttle.reportSuccess()
        return data
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error
        const reason = reasonOf(error)
        if (reason.code === 'extension-not-found') {
          throttle.reportSuccess()
          return null
        }
        if (!waits) return reason
        if (stopping.includes(reason.code)) {
          // Rows in doubt are looked up again even in a paused job, but later.
          throttle.slowDown(reason.code, error.retryAfter)
          await pause(reason.code)
          throw new WorkAborted()
        }
        if (passing.includes(reason.code)) throttle.slowDown(reason.code, error.retryAfter)
        else if (misses++ >= maxMisses) return reason
        else await sleep(jobLookAgainMs * misses)
      } finally {
        leave()
      }
    }
  }

  /** Sends the create once. Without a certain response, the row is in doubt. */
  async function send(row: ItemRow, input: CreateInput): Promise<'again' | 'ended'> {
    const leaving = [await throttle.waitForClaim()]
    const leave = () => {
      for (const each of leaving.splice(0)) each()
    }
    const sentAt = now()
    try {
      if (!running() || !(await batchWriter.write({ kind: 'claim', position: row.position })))
        throw new WorkAborted()
      leaving.push(await throttle.waitForDeparture(running))
      if (running()) {
        // Commit before the request is written. Only a row without `sent_at` was definitely not sent and can be put back.
        await batchWriter.write({ kind: 'sent', position: row.position })
        leaving.push(await throttle.waitForCreate(running))
      }
      if (!running()) {
        await move(row, 'sending', 'pending')
        throw new WorkAborted()
      }
      await (operation === 'create_extension'
        ? upstream.createExtension(input, { bulk, canSend })
        : upstream.createExtensionLegacy(input, { bulk, canSend }))
    } catch (error) {
      leave()
      if (!(error instanceof UpstreamError)) throw error
      // `canSend` stopped the request on the open connection: the job is paused, or the lease is no longer certain.
      if (error.code === notSent) {
        await move(row, 'sending', 'pending')
        throw new WorkAborted()
      }
      const reason = reasonOf(error)
      // This create may have taken the number: the service, or a proxy in front of it, may have repeated the request.
      const isTaken = takenCodes.includes(reason.code)
      if (!error.definitelyNotApplied || isTaken) {
        const lookInMs = isTaken ? 0 : firstLookMs(visibilityTimeoutMs)
        await move(row, 'sending', 'inDoubt', { reason, lookInMs })
        return 'ended'
      }
      const again = bulk && (stopping.includes(reason.code) || passing.includes(reason.code))
      if (again && stopping.includes(reason.code)) await pause(reason.code)
      if (again && passing.includes(reason.code)) throttle.slowDown(reason.code, error.retryAfter)
      await move(row, 'sending', again ? 'pending' : 'failed', { reason })
      return again ? 'again' : 'ended'
    }
    leave()
    throttle.reportSuccess()
    await move(row, 'sending', 'done', { how: 'answered', lookInMs: readBacksMs[0] ?? 0 })
    await readBack({ ...row, looks: 0, sent_at: sentAt })
    return 'ended'
  }

  /**
   * Reads back an accepted number. After the last read-back without the number, the row needs review and still blocks other
   * creations.
   */
  async function readBack(row: ItemRow): Promise<void> {
    // Rows created before a pause are verified too.
    const found = await lookUp(row, held)
    const isVisible = found !== null && 'ext' in found
    const lookInMs = isVisible ? null : (readBacksMs[row.looks + 1] ?? null)
    if (!isVisible && lookInMs === null) {
      const reason = found ?? { ...noReason, code: 'extension-not-found' as const }
      await move(row, 'done', 'needsReview', { reason })
      return
    }
    const check = isVisible ? compareWithRequest(row, passwordOf(row), found) : null
    await batchWriter.write({ kind: 'look', position: row.position, state: 'done', check, lookInMs })
  }

  /**
   * Looks up a number in doubt once more. A refusal as taken counts once the found record does not belong to this row. A row goes
   * back to pending only if it was never sent; after the last look-up, it needs review.
   */
  async function reconcile(row: ItemRow): Promise<void> {
    const found = await lookUp(row, held)
    if (found !== null && 'ext' in found) {
      const password = passwordOf(row)
      if (isOfThisRow(row, password, found)) {
        const check = compareWithRequest(row, password, found)
        await move(row, 'inDoubt', 'done', { how: 'reconciled', check })
      } else if (isRefusedAsTaken(row)) {
        const reason = reasonOfRow(row)
        // The number exists now, so the refusal may have concerned the number and not the agent.
        if (row.code === 'agent-bound') reason.code = 'extension-exists'
        await move(row, 'inDoubt', 'failed', { reason })
      } else await move(row, 'inDoubt', 'needsReview', { reason: { ...noReason, code: 'extension-exists' } })
      return
    }
    // Nothing was created: the number is still absent, and the service refused it as bound or for its agent.
    if (found === null && isRefusedAsTaken(row) && row.code !== 'extension-exists') {
      await move(row, 'inDoubt', 'failed', { reason: reasonOfRow(row) })
      return
    }
    // Without `sent_at` the row was never sent, so do not wait for the number.
    if (row.sent_at === null && found === null && row.resends < maxResends) {
      await move(row, 'inDoubt', 'pending')
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
    const reason = reasonOfRow(row)
    await move(row, 'inDoubt', 'needsReview', {
      reason: { ...reason, code: reason.code ?? 'upstream-timeout' },
    })
  }

  /** Creates a row: looks the number up first, so that it was certainly absent before, then sends the create once. */
  async function create(row: ItemRow): Promise<void> {
    const input = inputOf(row)
    // An earlier send may have created the number even when the service said busy or refused the token, so the row keeps that
    // reason. A row that a user retries after a definite refusal has no reason.
    let wasSent = row.sent_at !== null || row.code !== null
    const unsent = () => (wasSent ? 'needsReview' : 'failed')
    if (input === null) {
      await move(row, 'pending', unsent(), { reason: { ...noReason, code: 'job-secrets-gone' } })
      return
    }
    const { password = null } = input
    for (let result = 'again'; result === 'again';) {
      const found = await lookUp(row, running, bulk)
      if (found === null) {
        result = await send(row, input)
        wasSent = true
      } else {
        result = 'ended'
        if (!('ext' in found)) await move(row, 'pending', unsent(), { reason: found })
        else if (isOfThisRow(row, password, found)) {
          const check = compareWithRequest(row, password, found)
          await move(row, 'pending', 'done', { how: 'reconciled', check })
        } else await move(row, 'pending', unsent(), { reason: { ...noReason, code: 'extension-exists' } })
      }
    }
  }

  return async (row: ItemRow): Promise<void> => {
    try {
      if (row.state === 'pending') await create(row)
      else if (row.state === 'inDoubt') await reconcile(row)
      else await readBack(row)
    } catch (error) {
      if (!(error instanceof WorkAborted)) throw error
    }
  }
}

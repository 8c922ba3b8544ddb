import { setTimeout as sleep } from 'node:timers/promises'
import type { ItemState, JobItem } from '#contract/jobs.ts'
import { problemCodes, type ProblemCode } from '#contract/problem.ts'
import { bindStatus } from '#upstream/assumptions.ts'
import { UpstreamError } from '#upstream/errors.ts'
import { keptBack } from '#upstream/round-trip.ts'
import type { CreateInput, NumberedExtension, Upstream } from '#upstream/upstream.ts'
import { problemCodeOf } from '../platform/http/problems.ts'
import type { CreateOperation } from './job-intake.ts'
import { noReason, type Reason } from './job-ledger.ts'
import type { ItemRow } from './job-rows.ts'
import { defaultTimings, type Timings } from '../platform/timings.ts'
import type { Journal } from './journal.ts'
import type { Lanes } from './lanes.ts'

/** Refusals that mean "not now": every row would meet them, and they pass by themselves. */
const passing: readonly ProblemCode[] = [
  'upstream-unreachable',
  'upstream-busy',
  'upstream-paused',
  'upstream-token',
]
/** Refusals that every row would meet and that a person must mend. */
const stopping: readonly ProblemCode[] = [
  'upstream-credentials',
  'upstream-clock',
  'upstream-certificate',
  'upstream-restricted',
  'quota-reached',
]

/** Refusals that say that the number is there. */
const taken: readonly ProblemCode[] = ['extension-exists', 'extension-bound']

/** Look-ups of a number in doubt, as shares of the settle window after the send ended. */
const lookShares = [1 / 30, 1 / 12, 1 / 4, 1 / 2, 1] as const
/** A number that dead workers claimed and did not send is put back at most so often. */
const mostResends = 2
/** A look-up that fails for itself, not for the service as a whole, is tried so often. */
const mostMisses = 3
/** The service's clock may be behind ours. */
const skewMs = 5 * 60_000

/** First look-up of a number in doubt, ms after the send ended. */
export const firstLookMs = (settleMs: number): number => settleMs * lookShares[0]

/** Thrown inside when the job is no longer ours to work on, or is paused. */
class Dropped extends Error {}

export interface RowWorkOptions {
  upstream: Pick<Upstream, 'getExtension' | 'createExtension' | 'createExtensionLegacy' | 'openAhead'>
  operation: CreateOperation
  /** A row that a user waits for: a refusal that would pass ends it, and it is not kept behind other reads. */
  isSingle: boolean
  lanes: Lanes
  journal: Journal
  settleMs: number
  timings?: Pick<Timings, 'jobReadBacksMs' | 'jobLookAgainMs'>
  /** The input for operation 5, its password included; null when the password is gone. */
  inputOf: (row: ItemRow) => CreateInput | null
  /** False once the job is lost or this process is stopping: what is in doubt is the next one's to look up. */
  held: () => boolean
  /** Held, and not paused. */
  running: () => boolean
  /** Running, and the lease certainly still ours at this moment. */
  maySend: () => boolean
  pause: (because: ProblemCode) => Promise<void>
}

function reasonOf(error: UpstreamError): Reason & { code: ProblemCode } {
  return { code: problemCodeOf(error), upstreamCode: error.code, message: error.serviceMessage }
}

/** Whether the record may be what the row's own create made: it was absent before, and is not older than that. */
export const isOfThisRow = (row: Pick<ItemRow, 'open_since'>, found: NumberedExtension): boolean =>
  row.open_since !== null && (found.creationTime === null || found.creationTime >= row.open_since - skewMs)

/** Waits before each read-back of a created row, ms: the first few, then one at the end of the visibility timeout. */
function readBackWaits(first: readonly number[], settleMs: number): number[] {
  const waits: number[] = []
  let left = settleMs
  for (const wait of first) {
    if (wait > left) break
    waits.push(wait)
    left -= wait
  }
  return left > 0 ? [...waits, left] : waits
}

/** Whether the record is what the row asked for. A work number cannot be compared with a uuid: bound is as asked then. */
function checkOf(row: ItemRow, found: NumberedExtension): 'seen' | 'differs' {
  const bound = found.bindStatus === bindStatus.bound
  const agentAsAsked =
    row.agent_id === null || (bound && (row.agent_type !== '1' || found.agentUuid === row.agent_id))
  const languageAsAsked = row.lang_code_txt === null || found.langCodeTxt === row.lang_code_txt
  return agentAsAsked && languageAsAsked ? 'seen' : 'differs'
}

/** What happens to one number, from the first look to the last. Each step is in the ledger before the next begins. */
export function createRowWork(options: RowWorkOptions) {
  const { upstream, operation, isSingle, lanes, journal, settleMs, inputOf, held, running, maySend, pause } =
    options
  const bulk = !isSingle
  const { jobReadBacksMs, jobLookAgainMs } = options.timings ?? defaultTimings
  const readBacksMs = readBackWaits(jobReadBacksMs, settleMs)

  const settle = (
    row: ItemRow,
    from: ItemState,
    to: ItemState,
    rest: { how?: JobItem['how']; check?: JobItem['check']; reason?: Reason; lookInMs?: number } = {},
  ) =>
    journal.write({
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
    wanted: () => boolean,
    waits = true,
  ): Promise<NumberedExtension | null | Reason> {
    for (let misses = 1; ;) {
      const leave = await lanes.look(wanted)
      try {
        if (!wanted()) throw new Dropped()
        const { data } = await upstream.getExtension({ ext: row.ext }, { bulk })
        lanes.good()
        return data
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error
        const reason = reasonOf(error)
        if (reason.code === 'extension-not-found') {
          lanes.good()
          return null
        }
        if (!waits) return reason
        if (stopping.includes(reason.code)) {
          // Rows in doubt are looked up again, paused or not: not at once.
          lanes.slowDown(reason.code, error.retryAfter)
          await pause(reason.code)
          throw new Dropped()
        }
        if (passing.includes(reason.code)) lanes.slowDown(reason.code, error.retryAfter)
        else if (misses++ >= mostMisses) return reason
        else await sleep(jobLookAgainMs * misses)
      } finally {
        leave()
      }
    }
  }

  /** Sends the one request of an attempt. What is not certain is in doubt; `wasSent`: an earlier attempt may have created it. */
  async function send(row: ItemRow, input: CreateInput, wasSent: boolean): Promise<'again' | 'settled'> {
    const leaving = [await lanes.claim()]
    const leave = () => {
      for (const each of leaving.splice(0)) each()
    }
    try {
      if (!running() || !(await journal.write({ kind: 'claim', position: row.position }))) throw new Dropped()
      leaving.push(await lanes.depart(running))
      const ahead = isSingle ? undefined : upstream.openAhead()
      if (ahead !== undefined) leaving.push(ahead.close)
      if (running()) {
        // Durable before the request is written: a row without this note never left, and only such a one is put back.
        await journal.write({ kind: 'sent', position: row.position })
        leaving.push(await lanes.create(running))
      }
      if (!running()) {
        await settle(row, 'sending', 'pending')
        throw new Dropped()
      }
      await (operation === 'create_extension'
        ? upstream.createExtension(input, { bulk, maySend, ahead })
        : upstream.createExtensionLegacy(input, { bulk, maySend }))
    } catch (error) {
      leave()
      if (!(error instanceof UpstreamError)) throw error
      // By us, on the open connection: the job was paused at that moment, or its lease was not certain any more.
      if (error.code === keptBack) {
        await settle(row, 'sending', 'pending')
        throw new Dropped()
      }
      const reason = reasonOf(error)
      const isPerhapsOurs = wasSent && taken.includes(reason.code)
      if (!error.certainlyNotDone || isPerhapsOurs) {
        const lookInMs = isPerhapsOurs ? 0 : firstLookMs(settleMs)
        await settle(row, 'sending', 'unknown', { reason, lookInMs })
        return 'settled'
      }
      const again = bulk && (stopping.includes(reason.code) || passing.includes(reason.code))
      if (again && stopping.includes(reason.code)) await pause(reason.code)
      if (again && passing.includes(reason.code)) lanes.slowDown(reason.code, error.retryAfter)
      await settle(row, 'sending', again ? 'pending' : 'failed', { reason })
      return again ? 'again' : 'settled'
    }
    leave()
    lanes.good()
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
    await journal.write({
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
        ? settle(row, 'unknown', 'done', { how: 'reconciled', check })
        : settle(row, 'unknown', 'review', { reason: { ...noReason, code: 'extension-exists' } }))
      return
    }
    // Its note would be there if it had left: nothing to wait for.
    if (row.sent_at === null && found === null && row.resends < mostResends) {
      await settle(row, 'unknown', 'pending')
      return
    }
    const share = lookShares[row.looks + 1]
    if (share !== undefined) {
      const lookInMs = (share - (lookShares[row.looks] ?? 0)) * settleMs
      await journal.write({ kind: 'look', position: row.position, state: 'unknown', check: null, lookInMs })
      return
    }
    const code = problemCodes.find((each) => each === row.code) ?? 'upstream-timeout'
    await settle(row, 'unknown', 'review', { reason: { ...noReason, code } })
  }

  /** A row not sent yet: looked up first, so that "absent before" is a fact; then sent, once. */
  async function create(row: ItemRow): Promise<void> {
    const input = inputOf(row)
    // Once sent, the number may be there because of that, even if the service said busy or refused the token: a row put
    // back for that keeps the reason. After a definite "no", sent again by a person, it has none.
    let wasSent = row.sent_at !== null || row.code !== null
    const unsent = () => (wasSent ? 'review' : 'failed')
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
      else if (row.state === 'unknown') await reconcile(row)
      else await readBack(row)
    } catch (error) {
      if (!(error instanceof Dropped)) throw error
    }
  }
}

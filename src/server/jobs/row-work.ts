import { setTimeout as sleep } from 'node:timers/promises'
import { passingCodes, setUpCodes, type ProblemCode } from '#contract/problem.ts'
import type { Upstream } from '#upstream/client.ts'
import { UpstreamError } from '#upstream/errors.ts'
import { notSent } from '#upstream/send.ts'
import type { CreateInput } from '#upstream/request.ts'
import { problemCodeOf } from '../platform/problems.ts'
import type { JobPace } from './pace.ts'
import type { CreateOperation, ItemRow } from './schema.ts'
import { takenCodes, type LookUp, type Reason, type RowEvent } from './transition.ts'

const passing: readonly ProblemCode[] = passingCodes
/** Refusals that every row would meet until a person fixes the cause. */
const stopping: readonly ProblemCode[] = [...setUpCodes, 'upstream-restricted', 'quota-reached']

/** Attempts of a look-up that fails for this number only, not for the whole service. */
const maxMisses = 3

/** The leased job of a row, as the row's work needs it. */
export interface LeasedWork {
  upstream: Pick<Upstream, 'getExtension' | 'createExtension' | 'createExtensionLegacy'>
  operation: CreateOperation
  /** A user waits for the row: a refusal for now ends it, and its look-ups do not wait for other reads. */
  isSingle: boolean
  pace: JobPace
  /** Wait before a failed look-up is repeated, multiplied by the number of failed look-ups so far. */
  lookAgainMs: number
  /** Makes the events durable. Returns the row after them, or null when the row was no longer in its state. */
  write: (row: ItemRow, ...events: RowEvent[]) => Promise<ItemRow | null>
  /** The row's password; null when it has none, or when it is gone. */
  passwordOf: (row: ItemRow) => string | null
  /** False once the lease is lost or this process stops. The next worker then looks up the rows in doubt. */
  isHeld: () => boolean
  /** Held and not paused. */
  isRunning: () => boolean
  /** Running, and the lease is certainly valid. */
  canSend: () => boolean
  pause: (because: ProblemCode) => Promise<void>
}

const reasonOf = (error: UpstreamError): Reason & { code: ProblemCode } => ({
  code: problemCodeOf(error),
  upstreamCode: error.code,
  message: error.serviceMessage,
})

/** The create's parameters from their columns. */
const toInput = (row: ItemRow, password: string | null): CreateInput => ({
  ext: row.ext,
  password: password ?? undefined,
  agentID: row.agent_id ?? undefined,
  agentType: row.agent_type === '0' || row.agent_type === '1' ? row.agent_type : undefined,
  langCodeTxt: row.lang_code_txt ?? undefined,
  companyId: row.company_id ?? undefined,
})

/**
 * Does what the row needs now: looks up, claims, sends once and reads back, or looks up again. `transition` decides what the
 * answers mean.
 */
export async function workOn(row: ItemRow, job: LeasedWork): Promise<void> {
  if (row.state === 'pending') return create(row, job)
  const found = await lookUp(row, job.passwordOf(row), job, () => job.isHeld())
  if (found !== null) await job.write(row, found)
}

/** Looks the number up, so that it was certainly absent before, claims the row durably, sends its create once and reads it back. */
async function create(row: ItemRow, job: LeasedWork): Promise<void> {
  const { pace } = job
  const isNeeded = () => job.isRunning()
  const password = job.passwordOf(row)
  if (row.password_source !== 'none' && password === null) {
    await job.write(row, { kind: 'passwordGone' })
    return
  }
  const before = await lookUp(row, password, job, isNeeded)
  if (before?.kind !== 'absent') {
    if (before !== null) await job.write(row, before)
    return
  }
  const sent = await pace.claim(isNeeded, async () => {
    const claimed = isNeeded() ? await job.write(row, { kind: 'claimed' }) : null
    if (claimed === null) return null
    const event = await pace.create(isNeeded, (): Promise<RowEvent> =>
      isNeeded() ? send(row, password, job) : Promise.resolve({ kind: 'unsent', before: row }),
    )
    return { claimed, event }
  })
  if (sent === null) return
  const { claimed, event } = sent
  // One look-up without a wait: the row counts as being sent until then. The ledger plans the later ones.
  const readBack = event.kind === 'accepted' && job.isHeld() ? [await look(row, password, job)] : []
  await job.write(claimed, event, ...readBack)
}

async function send(row: ItemRow, password: string | null, job: LeasedWork): Promise<RowEvent> {
  const { upstream, isSingle, pace } = job
  const input = toInput(row, password)
  const options = { bulk: !isSingle, canSend: () => job.canSend() }
  try {
    await (job.operation === 'create_extension'
      ? upstream.createExtension(input, options)
      : upstream.createExtensionLegacy(input, options))
    pace.succeeded()
    return { kind: 'accepted' }
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    if (error.code === notSent) return { kind: 'unsent', before: row }
    const reason = reasonOf(error)
    // A create that is refused as taken may have taken the number: the request may have been repeated on the way.
    if (!error.definitelyNotApplied || takenCodes.includes(reason.code)) return { kind: 'unclear', reason }
    const isStopping = stopping.includes(reason.code)
    const again = !isSingle && (isStopping || passing.includes(reason.code))
    if (again && isStopping) await job.pause(reason.code)
    else if (again) pace.slowDown(reason.code, error.retryAfter)
    return { kind: 'refused', reason, again }
  }
}

/**
 * Looks the number up in its turn, again after refusals for now; null when the job is paused, or its lease or this process is
 * ending. The first look-up of a single creation is made once.
 */
async function lookUp(
  row: ItemRow,
  password: string | null,
  job: LeasedWork,
  isNeeded: () => boolean,
): Promise<LookUp | null> {
  const isOnce = job.isSingle && row.state === 'pending'
  for (let misses = 1; ;) {
    await job.pace.request(isNeeded)
    if (!isNeeded()) return null
    const found = await look(row, password, job)
    if (found.kind !== 'lookUpFailed' || isOnce) return found
    const { code } = found.reason
    if (code !== null && stopping.includes(code)) {
      await job.pause(code)
      return null
    }
    if (code !== null && passing.includes(code)) continue
    if (misses++ >= maxMisses) return found
    await sleep(job.lookAgainMs * misses)
  }
}

async function look(row: ItemRow, password: string | null, job: LeasedWork): Promise<LookUp> {
  const { upstream, isSingle, pace } = job
  try {
    const { data: record } = await upstream.getExtension({ ext: row.ext }, { bulk: !isSingle })
    pace.succeeded()
    return { kind: 'found', record, password }
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    const reason = reasonOf(error)
    if (reason.code === 'extension-not-found') {
      pace.succeeded()
      return { kind: 'absent' }
    }
    // Rows in doubt are looked up again even in a paused job, but later.
    if ([...passing, ...stopping].includes(reason.code)) pace.slowDown(reason.code, error.retryAfter)
    return { kind: 'lookUpFailed', reason }
  }
}

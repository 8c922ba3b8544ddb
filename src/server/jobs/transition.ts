import type { ItemState } from '#contract/jobs.ts'
import { noAnswerCodes, notNowCodes, problemCodes, type ProblemCode } from '#contract/problem.ts'
import { bindStatus, isMask, isSameId, type NumberedExtension } from '#upstream/records.ts'
import type { ItemRow } from './schema.ts'

/** Why a row is in its state. */
interface Reason {
  code: ProblemCode | null
  upstreamCode: string | null
  message: string | null
}
/** Why the service refused something. */
export interface Refusal extends Reason {
  code: ProblemCode
}
const because = (code: ProblemCode | null): Reason => ({ code, upstreamCode: null, message: null })
const noReason = because(null)

/** What a look-up of the row's number showed. `password`: the one that the row sends, to compare. */
export type LookUp =
  | { kind: 'found'; record: NumberedExtension; password: string | null }
  | { kind: 'absent' }
  | { kind: 'lookUpFailed'; reason: Refusal }

export type RowEvent =
  | LookUp
  /** Written before the create is sent. A row without it was not sent. */
  | { kind: 'claimed' }
  /** The create of a claimed row was stopped before it was sent. `before`: the row before its claim. */
  | { kind: 'unsent'; before: ItemRow }
  | { kind: 'accepted' }
  /** Definitely not created. `again`: the row waits for its next turn. */
  | { kind: 'refused'; reason: Refusal; again: boolean }
  /** The number may have been created: the answer was lost, or says that the number or agent is in use. */
  | { kind: 'unclear'; reason: Refusal }
  | { kind: 'workerLost' }
  | { kind: 'passwordGone' }
  | { kind: 'cancelled' | 'retried' | 'rechecked' | 'dismissed' }

/** Where each event can lead from each state. An event that is not listed cannot happen in that state. */
export const states: Record<ItemState, { [Kind in RowEvent['kind']]?: readonly ItemState[] }> = {
  pending: {
    claimed: ['sending'],
    found: ['done', 'failed', 'needsReview'],
    lookUpFailed: ['failed', 'needsReview'],
    passwordGone: ['failed', 'needsReview'],
    cancelled: ['cancelled', 'needsReview'],
  },
  sending: {
    unsent: ['pending', 'cancelled', 'needsReview'],
    accepted: ['done'],
    refused: ['pending', 'cancelled', 'failed'],
    unclear: ['inDoubt'],
    workerLost: ['inDoubt'],
  },
  inDoubt: {
    found: ['done', 'failed', 'needsReview'],
    absent: ['inDoubt', 'failed', 'needsReview'],
    lookUpFailed: ['inDoubt', 'needsReview'],
  },
  done: {
    found: ['done'],
    absent: ['done', 'needsReview'],
    lookUpFailed: ['done', 'needsReview'],
  },
  failed: { retried: ['pending'] },
  needsReview: { retried: ['pending'], rechecked: ['inDoubt'], dismissed: ['failed'] },
  cancelled: {},
}

export interface Circumstances {
  /** Epoch ms by the store's clock. */
  now: number
  /** The job is cancelled: no row of it is sent again. */
  isCancelled: boolean
  visibilityTimeoutMs: number
}

/** Returns the row after an event. Throws when the event cannot happen in the row's state. */
export function transition(row: ItemRow, event: RowEvent, circumstances: Circumstances): ItemRow {
  const next = after(row, event, circumstances)
  if (states[row.state][event.kind]?.includes(next.state) !== true)
    throw new Error(`a row in the state ${row.state} cannot be ${event.kind}`)
  return next
}

/** Returns the row in another state, with no look-up planned. */
function move(row: ItemRow, to: ItemState, reason: Reason, now: number): ItemRow {
  return {
    ...row,
    state: to,
    how: null,
    checked: null,
    code: reason.code,
    upstream_code: reason.upstreamCode,
    message: reason.message,
    // After a definite refusal, the number is known to be absent again.
    open_since: to === 'failed' ? null : row.open_since,
    ended_at: to === 'pending' || to === 'sending' || to === 'inDoubt' ? null : now,
    looks: 0,
    next_look_at: null,
  }
}

function after(row: ItemRow, event: RowEvent, circumstances: Circumstances): ItemRow {
  const { now, isCancelled, visibilityTimeoutMs } = circumstances
  const doubt = (reason: Reason, firstShare = doubtShares[0]): ItemRow => ({
    ...move(row, 'inDoubt', reason, now),
    next_look_at: Math.round(now + visibilityTimeoutMs * firstShare),
  })
  const waiting = (pending: ItemRow) => (isCancelled ? cancel(pending, now) : pending)
  switch (event.kind) {
    case 'claimed':
      return {
        ...move(row, 'sending', reasonOf(row), now),
        attempts: row.attempts + 1,
        started_at: row.started_at ?? now,
        open_since: row.open_since ?? now,
      }
    case 'unsent':
      return waiting(event.before)
    case 'accepted':
      return { ...move(row, 'done', noReason, now), how: 'answered', next_look_at: now }
    case 'refused':
      return event.again
        ? waiting({ ...move(row, 'pending', event.reason, now), open_since: null })
        : move(row, 'failed', event.reason, now)
    case 'unclear': {
      const isSoon = conflictCodes.includes(event.reason.code) || event.reason.code === 'password-blocked'
      return doubt(event.reason, isSoon ? 0 : undefined)
    }
    case 'workerLost':
      return doubt(reasonOf(row))
    case 'passwordGone':
      return leaveUnsent(row, because('job-secrets-gone'), now)
    case 'cancelled':
      return cancel(row, now)
    case 'retried': {
      if (row.state !== 'failed') return move(row, 'pending', reasonOf(row), now)
      // A number that was refused for now may exist, so the row keeps that code.
      const code = notNowCodes.find((each) => each === row.code) ?? null
      return move(row, 'pending', because(code), now)
    }
    case 'rechecked':
      return doubt(reasonOf(row), 0)
    case 'dismissed':
      return { ...row, state: 'failed', open_since: null }
    case 'found':
      return afterFound(row, event, now)
    case 'absent':
    case 'lookUpFailed':
      return afterNothingFound(row, event, circumstances)
  }
}

/** A pending row with an earlier send is left to a person; any other is definitely not created. */
function cancel(row: ItemRow, now: number): ItemRow {
  return row.open_since === null
    ? { ...move(row, 'cancelled', reasonOf(row), now), password: null }
    : move(row, 'needsReview', reasonOf(row), now)
}

/**
 * Ends a pending row that is not sent. An earlier send may have created its number, even if the service said "not now"; a row
 * that a user retries after a definite refusal has no code.
 */
function leaveUnsent(row: ItemRow, reason: Reason, now: number): ItemRow {
  const wasSent = row.open_since !== null || row.code !== null
  return move(row, wasSent ? 'needsReview' : 'failed', reason, now)
}

function afterFound(
  row: ItemRow,
  { record, password }: Extract<LookUp, { kind: 'found' }>,
  now: number,
): ItemRow {
  const verified = {
    checked: compareWithRequest(row, password, record),
    // A given password is no longer needed; a generated one waits for its user.
    password: row.password_source === 'given' ? null : row.password,
  }
  if (row.state === 'done') return { ...row, ...verified, looks: row.looks + 1, next_look_at: null }
  if (isOfThisRow(row, password, record))
    return { ...move(row, 'done', noReason, now), ...verified, how: 'reconciled' }
  if (row.state === 'pending') return leaveUnsent(row, because('extension-exists'), now)
  if (!isConflict(row)) return move(row, 'needsReview', because('extension-exists'), now)
  // The number exists now, so the refusal may have concerned the number and not the agent.
  const code = row.code === 'agent-bound' ? 'extension-exists' : reasonOf(row).code
  return move(row, 'failed', { ...reasonOf(row), code }, now)
}

function afterNothingFound(
  row: ItemRow,
  look: Exclude<LookUp, { kind: 'found' }>,
  { now, visibilityTimeoutMs }: Circumstances,
): ItemRow {
  const failure = look.kind === 'lookUpFailed' ? look.reason : null
  if (row.state === 'pending') return leaveUnsent(row, failure ?? noReason, now)
  const isDone = row.state === 'done'
  const reason = reasonOf(row)
  // The service refused the number as bound, or for its agent, and it is still absent: nothing was created.
  if (!isDone && failure === null && isConflict(row) && row.code !== 'extension-exists') {
    // The code means something else at this service: a number that does not exist is bound to nobody.
    const code = row.code === 'extension-bound' ? 'upstream-refused' : reason.code
    return move(row, 'failed', { ...reason, code }, now)
  }
  // The service answers about the number, so the gateway before it stopped the create.
  if (!isDone && failure === null && row.code === 'password-blocked') return move(row, 'failed', reason, now)
  const [share = 0, next] = (isDone ? readBackShares : doubtShares).slice(row.looks)
  if (next !== undefined)
    return {
      ...row,
      looks: row.looks + 1,
      next_look_at: Math.round(now + (next - share) * visibilityTimeoutMs),
    }
  // A look-up without the service's answer shows nothing, so it is not the last one.
  const isPatient = now < (row.open_since ?? 0) + awayShare * visibilityTimeoutMs
  if (failure !== null && saysNothing(failure.code) && isPatient)
    return { ...row, next_look_at: Math.round(now + visibilityTimeoutMs * doubtShares[1]) }
  // A created number that never showed still keeps its row open, so that no other creation takes it.
  const last = failure ?? because('extension-not-found')
  const code = reason.code ?? 'upstream-timeout'
  return move(row, 'needsReview', isDone ? last : { ...reason, code }, now)
}

/** Times of the look-ups of a row after its send, as shares of the visibility timeout. */
const doubtShares = [1 / 30, 1 / 12, 1 / 4, 1 / 2, 1] as const
/** A created number usually shows at once. */
const readBackShares = [0, 1 / 120, ...doubtShares] as const

/** How long a row is looked up while the service is away, as a share of the visibility timeout, before a person is asked. */
const awayShare = 10
const saysNothing = (code: ProblemCode) => [...notNowCodes, ...noAnswerCodes].some((each) => each === code)

/** Refusals of a create because its number or agent is in use. */
export const conflictCodes: readonly ProblemCode[] = ['extension-exists', 'extension-bound', 'agent-bound']

/** True when the service refused the row's own create because the number or agent is in use. */
const isConflict = ({ code, upstream_code }: ItemRow): boolean =>
  upstream_code !== null && conflictCodes.some((each) => each === code)

/** A stored code; null for one that only an earlier version had. */
export const codeIn = (stored: string | null): ProblemCode | null =>
  problemCodes.find((code) => code === stored) ?? null

const reasonOf = ({ code, upstream_code, message }: ItemRow): Reason => ({
  code: codeIn(code),
  upstreamCode: upstream_code,
  message,
})

/** Tolerance for a service clock that is behind ours. */
const skewMs = 5 * 60_000
/**
 * A record older than its create by more than this belongs to another create. A service that confuses local time with UTC is off
 * by up to 14 hours.
 */
const otherRecordMs = 24 * 60 * 60_000

const hasOtherPassword = (sent: string | null, { password }: NumberedExtension): boolean =>
  sent !== null && password !== null && !isMask(password) && password !== sent

/**
 * True when the row's own create may have made the record: the number was absent before, the record is not older than that, and
 * it shows no password other than the sent `password`. After a conflict, the record must also match the row's request.
 */
export function isOfThisRow(row: ItemRow, password: string | null, record: NumberedExtension): boolean {
  if (row.open_since === null || hasOtherPassword(password, record)) return false
  const isOlder = record.creationTime !== null && record.creationTime < row.open_since - skewMs
  if (isOlder || !isConflict(row)) return !isOlder
  const isProof = row.agent_id === null || record.bindStatus === bindStatus.bound
  return isProof && compareWithRequest(row, password, record) === 'seen'
}

/**
 * Whether the record has the agent that the row requests; `null` when its binding is unclear. A work number cannot be compared with
 * a UUID: the number was absent before, so any bound agent is the requested one.
 */
export function hasRequestedAgent(
  { agent_id, agent_type }: ItemRow,
  { bindStatus: status, agentUuid }: NumberedExtension,
): boolean | null {
  if (status === bindStatus.bound) return agent_type !== '1' || isSameId(agentUuid, agent_id)
  return status === bindStatus.free ? false : null
}

/**
 * `seen` when the record matches the row's request, shows no password other than `password`, and is not older than the create;
 * otherwise `differs`. An unclear binding contradicts no request.
 */
export function compareWithRequest(
  row: ItemRow,
  password: string | null,
  record: NumberedExtension,
): 'seen' | 'differs' {
  const isAgentRight =
    row.agent_id === null
      ? record.bindStatus !== bindStatus.bound && (record.agentUuid === null || record.agentUuid === '')
      : (hasRequestedAgent(row, record) ?? true)
  const isLanguageRight = row.lang_code_txt === null || record.langCodeTxt === row.lang_code_txt
  // A service without creation times may send 0.
  const madeAt = record.creationTime ?? 0
  const isOlder = row.open_since !== null && madeAt !== 0 && madeAt < row.open_since - otherRecordMs
  return isAgentRight && isLanguageRight && !isOlder && !hasOtherPassword(password, record)
    ? 'seen'
    : 'differs'
}

import type { ProblemCode } from '#contract/problem.ts'
import { bindStatus } from '#upstream/records.ts'
import { isSameId } from '#upstream/fields.ts'
import type { NumberedExtension } from '#upstream/upstream.ts'
import type { ItemRow } from './tables.ts'

/** Times of the look-ups of a number in doubt, as shares of the visibility timeout. */
export const lookShares = [1 / 30, 1 / 12, 1 / 4, 1 / 2, 1] as const
/** Tolerance for a service clock that is behind ours. */
const skewMs = 5 * 60_000
/**
 * A record older than its create by more than this belongs to another create. A service that confuses local time with UTC is off
 * by up to 14 hours.
 */
const otherRecordMs = 24 * 60 * 60_000

/** Time from the end of the send to the first look-up of a number in doubt, in ms. */
export const firstLookMs = (visibilityTimeoutMs: number): number => visibilityTimeoutMs * lookShares[0]

/** Refusals of a create because its number or agent is taken. */
export const takenCodes: readonly ProblemCode[] = ['extension-exists', 'extension-bound', 'agent-bound']

/** True when the service refused the row's own create because the number or agent is taken. */
export const isRefusedAsTaken = ({ code, upstream_code }: ItemRow): boolean =>
  upstream_code !== null && takenCodes.some((each) => each === code)

/** Text that a service may show in place of a password. */
const mask = /^[*•●]*$/u

/** True when the record shows a password other than `sent`. */
const hasOtherPassword = (sent: string | null, { password }: NumberedExtension): boolean =>
  sent !== null && password !== null && !mask.test(password) && password !== sent

/**
 * True when the row's own create may have made the record: the number was absent before, the record is not older than that, and
 * it shows no password other than the sent `password`. After a refusal as taken, the record must also match the row's request.
 */
export function isOfThisRow(row: ItemRow, password: string | null, found: NumberedExtension): boolean {
  if (row.open_since === null || hasOtherPassword(password, found)) return false
  const isOlder = found.creationTime !== null && found.creationTime < row.open_since - skewMs
  if (isOlder || !isRefusedAsTaken(row)) return !isOlder
  const isProof = row.agent_id === null || found.bindStatus === bindStatus.bound
  return isProof && compareWithRequest(row, password, found) === 'seen'
}

/** Waits before each read-back of a created row, in ms: the first few, then one at the end of the visibility timeout. */
export function readBackWaits(first: readonly number[], visibilityTimeoutMs: number): number[] {
  const waits: number[] = []
  let left = visibilityTimeoutMs
  for (const wait of first) {
    if (wait > left) break
    waits.push(wait)
    left -= wait
  }
  return left > 0 ? [...waits, left] : waits
}

/**
 * `seen` when the record matches the row's request, shows no password other than `password`, and is not older than the create;
 * otherwise `differs`. A work number cannot be compared with a UUID, so any bound agent matches it. An unclear binding contradicts no
 * request.
 */
export function compareWithRequest(
  row: ItemRow,
  password: string | null,
  found: NumberedExtension,
): 'seen' | 'differs' {
  const bound = found.bindStatus === bindStatus.bound
  const agentAsAsked =
    row.agent_id === null
      ? !bound && (found.agentUuid === null || found.agentUuid === '')
      : bound
        ? row.agent_type !== '1' || isSameId(found.agentUuid, row.agent_id)
        : found.bindStatus !== bindStatus.free
  const languageAsAsked = row.lang_code_txt === null || found.langCodeTxt === row.lang_code_txt
  const sentAt = row.sent_at ?? row.open_since
  // A service without creation times may send 0.
  const madeAt = found.creationTime ?? 0
  const isOlder = sentAt !== null && madeAt !== 0 && madeAt < sentAt - otherRecordMs
  return agentAsAsked && languageAsAsked && !isOlder && !hasOtherPassword(password, found)
    ? 'seen'
    : 'differs'
}

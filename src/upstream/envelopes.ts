import {
  extensionNotFoundCodes,
  restrictedCodes,
  successByStatus,
  successCode,
  tooFrequentCodes,
  unsureCodes,
} from './assumptions.ts'
import { UpstreamError, type UpstreamErrorKind } from './errors.ts'
import { isSent } from './fields.ts'
import type { OperationId } from './operations.ts'
import { isGiven, readFields, type ResponseWarnings } from './records.ts'
import type { HttpAnswer } from './transport.ts'
import { extensionEnvelope, extensionRecord, returnCodes, v5Envelope } from './wire.ts'

/** The outcome of an answer, according to its envelope. */
export interface Verdict {
  success: boolean
  code: string | null
  message: string | null
  payload: unknown
  /** The part of the answer that contradicts the outcome; null when nothing does. */
  contradiction: string | null
}

/** Returns null for an answer without a readable envelope. */
export type ReadEnvelope = (answer: HttpAnswer, warnings: ResponseWarnings) => Verdict | null

/**
 * Returns the part of an envelope that contradicts its outcome: the return code of the other service's envelope, or a failure
 * status beside a success. Returns null when nothing contradicts the outcome.
 */
export function contradictionOf(
  { status: http, json }: HttpAnswer,
  { success, code }: Pick<Verdict, 'success' | 'code'>,
): string | null {
  const { ret_code, retCode } = returnCodes.parse(json)
  for (const other of [ret_code, retCode])
    if (other !== null && other !== code && !(success && other === successCode))
      return [code, other].filter((each) => each !== null).join(' ')
  const { status, code: mirrored } = extensionEnvelope.parse(json)
  const signs = [
    status !== null && /^(fail|error)/i.test(status) ? status : null,
    mirrored !== null && mirrored >= 400 ? String(mirrored) : null,
    http >= 400 ? `HTTP ${http}` : null,
  ].filter((sign) => sign !== null)
  return success && signs.length > 0 ? signs.join(' ') : null
}

/** v5: only `ret_code` decides (docs/upstream-api.md#errors); a numeric zero counts only with the documented text. */
export const readV5: ReadEnvelope = (answer, warnings) => {
  const envelope = readFields(v5Envelope, answer.json, warnings)
  if (envelope === null || envelope.ret_code === null) return null
  const { ret_code: code, ret_msg: message } = envelope
  const byText = code === '0' && message?.toLowerCase() === 'success'
  if (byText) warnings.warn('success-by-text', code)
  const success = code === successCode || byText
  return {
    success,
    code,
    message,
    payload: envelope,
    contradiction: contradictionOf(answer, { success, code }),
  }
}

const includes = (codes: readonly string[], code: string | null) => code !== null && codes.includes(code)

/** True when a refusal says that a number does not exist. */
export const isAbsence = ({ success, code }: Pick<Verdict, 'success' | 'code'>): boolean =>
  !success && includes(extensionNotFoundCodes, code)

/** Extension service: `retCode` decides; `code` decides only when `retCode` is absent (docs/upstream-api.md#success-codes). */
export const readExtensionService: ReadEnvelope = (answer, warnings) => {
  const { json } = answer
  const envelope = readFields(extensionEnvelope, json, warnings)
  if (envelope === null || !isSent(json)) return null
  const { retCode, retMsg, message, data } = envelope
  if (retCode === null && (isGiven(json['retCode']) || envelope.code === null)) return null
  const success = retCode === null ? envelope.code === successByStatus : retCode === successCode
  const code = retCode ?? String(envelope.code)
  const isShown = isAbsence({ success, code }) && isGiven(extensionRecord.read(data)?.ext)
  return {
    success,
    code,
    message: retMsg ?? message,
    payload: data,
    contradiction: contradictionOf(answer, { success, code }) ?? (isShown ? `${code} data` : null),
  }
}

/** Returns the meaning of a refusal's return code (docs/upstream-api.md#refusal-codes), and the seconds to wait before trying again. */
export function meaningOfRefusal(code: string | null): {
  kind: UpstreamErrorKind
  retryAfter?: number
} {
  if (includes(tooFrequentCodes, code)) return { kind: 'busy', retryAfter: 5 }
  return { kind: includes(restrictedCodes, code) ? 'restricted' : 'refused' }
}

/** True for codes of the published families, which are definite refusals; false for unknown codes and for codes of an unsure service. */
const isDefiniteRefusal = (code: string | null): boolean =>
  code !== null && /^(3[1-9]|30|39|40|50|70|90)\d{4}$/.test(code) && !includes(unsureCodes, code)

/** `forAgent`: see `UpstreamError`. */
export const refusalError = (
  operation: OperationId,
  { code, message }: Verdict,
  forAgent: boolean,
): UpstreamError =>
  new UpstreamError({
    ...meaningOfRefusal(code),
    operation,
    forAgent,
    code,
    serviceMessage: message,
    definitelyNotApplied: isDefiniteRefusal(code),
  })

import { meanings, UpstreamError, type RefusalMeaning, type UpstreamErrorKind } from './errors.ts'
import { operations, type OperationId, type ServiceName } from './operations.ts'
import { hasMeaning, isOneOf, type Profile } from './profile.ts'
import {
  code,
  inCamelCase,
  integer,
  isGiven,
  isSent,
  reader,
  readFields,
  text,
  type Warning,
} from './records.ts'
import { isForbidden, type HttpAnswer } from './send.ts'

/** v5 envelope, which some services write in camel case. Only `ret_code` decides. */
export const v5Envelope = reader((sent) => ({
  ret_code: code(sent['ret_code'] ?? sent['retCode']),
  ret_msg: text(sent['ret_msg'] ?? sent['retMsg']),
  item: sent['item'],
  items: sent['items'],
  page_no: integer(sent['page_no'] ?? sent['pageNo']),
  page_count: integer(sent['page_count'] ?? sent['pageCount']),
  total_count: integer(sent['total_count'] ?? sent['totalCount']),
  page_size: integer(sent['page_size'] ?? sent['pageSize']),
}))

/** Extension-service envelope. */
export const extensionEnvelope = reader((sent) => ({
  apiVersion: text(sent['apiVersion']),
  status: text(sent['status']),
  code: integer(sent['code']),
  message: text(sent['message']),
  reason: text(sent['reason']),
  kind: text(sent['kind']),
  metaData: sent['metaData'],
  data: sent['data'],
  retMsg: text(sent['retMsg']),
  retCode: code(sent['retCode']),
}))

/** The result of a call, according to its envelope. */
interface EnvelopeResult {
  success: boolean
  code: string | null
  message: string | null
  payload: unknown
  /** The whole answer. */
  json: unknown
}

export interface Verdict extends EnvelopeResult {
  /** The part of the answer that contradicts the result; null when nothing does. */
  contradiction: string | null
}

/** The `code` of the extension envelope that mirrors a successful HTTP status. */
const successByStatus = 200
/** The texts of a successful `status`, and of one that reports a failure. */
export const successStatus = /^(success|ok)$/i
const failureStatus = /^(fail|error|unauth|denied|forbidden|invalid|expired|exception)/i

/**
 * Returns the part of an answer that contradicts its result: the return code of the other service's envelope, or a failure
 * status beside a success. Returns null when nothing contradicts the result.
 */
export function contradictionOf(
  { envelopes }: Profile,
  { status: http, json }: HttpAnswer,
  { success, code: returnCode }: Pick<EnvelopeResult, 'success' | 'code'>,
): string | null {
  const sent = isSent(json) ? json : {}
  // Of both services, because a gateway may answer with either envelope.
  for (const given of [code(sent['ret_code']), code(sent['retCode'])]) {
    if (given === null || given === returnCode) continue
    const isSuccess = isOneOf(envelopes.v5.success, given) || isOneOf(envelopes.extensions.success, given)
    if (!success || !isSuccess) return returnCode === null ? given : `${returnCode} ${given}`
  }
  if (!success) return null
  const signs: string[] = []
  const status = text(sent['status'])
  const mirrored = integer(sent['code'])
  if (status !== null && failureStatus.test(status)) signs.push(status)
  if (mirrored !== null && (mirrored >= 400 || mirrored < 0)) signs.push(String(mirrored))
  if (sent['success'] === false) signs.push('success false')
  if (http >= 400) signs.push(`HTTP ${http}`)
  return signs.length > 0 ? signs.join(' ') : null
}

function readV5({ envelopes }: Profile, json: unknown, warnings: Warning[]): EnvelopeResult | null {
  const envelope = readFields(v5Envelope, json, warnings)
  if (envelope === null || envelope.ret_code === null) return null
  const { ret_code, ret_msg } = envelope
  const success = isOneOf(envelopes.v5.success, ret_code)
  return { success, code: ret_code, message: ret_msg, payload: envelope, json }
}

/** `retCode` decides; without it, `code` or `status` does, as the profile says (docs/upstream-api.md#success-codes). */
function readExtensions(
  { envelopes, records: { names } }: Profile,
  sent: unknown,
  warnings: Warning[],
): EnvelopeResult | null {
  const json = names === 'snake_case' && isSent(sent) ? { ...sent, data: inCamelCase(sent['data']) } : sent
  const envelope = readFields(extensionEnvelope, json, warnings)
  if (envelope === null || !isSent(json)) return null
  const { retCode, retMsg, message, status, code: mirrored, data } = envelope
  const { success: successes, withoutCode } = envelopes.extensions
  const said = { message: retMsg ?? message, payload: data, json }
  if (retCode !== null) return { success: isOneOf(successes, retCode), code: retCode, ...said }
  if (isGiven(json['retCode'])) return null
  const fallback = withoutCode === 'status' ? status : (mirrored?.toString() ?? null)
  if (fallback === null) return null
  const success = withoutCode === 'status' ? successStatus.test(fallback) : mirrored === successByStatus
  return { success, code: fallback, ...said }
}

/**
 * Reads an answer's envelope; returns null when it has none. What the service wrote about the call loses the call's secrets. A
 * result that contradicts itself is no success, and proves nothing.
 */
export function readEnvelope(
  profile: Profile,
  operation: OperationId,
  answer: HttpAnswer,
  secrets: readonly (string | null | undefined)[],
  warnings: Warning[],
): Verdict | null {
  const { service, kind } = operations[operation]
  const read = service === 'v5' ? readV5 : readExtensions
  const result = read(profile, answer.json, warnings)
  if (result === null) return null
  const { success, code: returnCode, message, payload } = result
  const isAbsence = !success && isOneOf(profile.codes.notFound, returnCode)
  const hasRecord = isAbsence && isSent(payload) && isGiven(text(payload['ext']))
  const conflict = contradictionOf(profile, answer, result)
  const isBelieved = success || isAbsence || kind === 'create'
  const contradiction = isBelieved ? (conflict ?? (hasRecord ? `${returnCode} data` : null)) : null
  if (success && contradiction === null) return { ...result, contradiction }
  return {
    ...result,
    success: false,
    code: withoutSecrets(returnCode, secrets),
    message: withoutSecrets(message, secrets),
    contradiction: withoutSecrets(contradiction, secrets),
  }
}

/** True for an answer that means "get a new token", by the profile; at the extension service, 401 and 403 always do. */
export function isRefusedToken(
  { token: { invalid } }: Profile,
  service: ServiceName,
  { status, json }: HttpAnswer,
  verdict: Verdict | null,
): boolean {
  // Beside a success, `code` mirrors the HTTP status that the service means.
  const mirrored = verdict?.contradiction == null || !isSent(json) ? null : integer(json['code'])
  if (service === 'extensions' && verdict?.success !== true && isForbidden(status)) return true
  for (const refusal of invalid)
    if (
      'http' in refusal
        ? refusal.http === status || refusal.http === mirrored
        : verdict?.contradiction === null && !verdict.success && isOneOf([refusal.code], verdict.code)
    )
      return true
  return false
}

/** Returns what a refusal's return code says, and the seconds to wait before trying again. */
export function meaningOfRefusal(
  { codes }: Profile,
  code: string | null,
  namesAgent = false,
): { kind: UpstreamErrorKind; meaning?: RefusalMeaning | null; retryAfter?: number } {
  if (isOneOf(codes.busy, code)) return { kind: 'busy', retryAfter: 5 }
  if (isOneOf(codes.restricted, code)) return { kind: 'restricted' }
  const meaning = meanings.find((each) => isOneOf(codes[each], code)) ?? null
  return { kind: 'refused', meaning: meaning === 'bound' && namesAgent ? 'agentBound' : meaning }
}

/** The published families of codes (docs/upstream-api.md#refusal-codes), which are definite refusals. */
const publishedCode = /^(3[1-9]|30|39|40|50|70|90)\d{4}$/

/** @param namesAgent true for a create that named an agent */
export function refusalError(
  profile: Profile,
  operation: OperationId,
  { code, message }: Verdict,
  namesAgent: boolean,
): UpstreamError {
  const isKnown = code !== null && (hasMeaning(profile, code) || publishedCode.test(code))
  return new UpstreamError({
    ...meaningOfRefusal(profile, code, namesAgent),
    operation,
    code,
    serviceMessage: message,
    definitelyNotApplied: isKnown && !isOneOf(profile.codes.unsure, code),
  })
}

/** Returns the forms in which a gateway repeats a secret: as sent, and as in a URL, with hex digits in either case. */
function spellingsOf(secret: string): string[] {
  const encoded = [encodeURIComponent(secret), new URLSearchParams([['', secret]]).toString().slice(1)]
  const lower = encoded.map((each) => each.replaceAll(/%[\dA-F]{2}/g, (hex) => hex.toLowerCase()))
  return [secret, ...encoded, ...lower]
}

/**
 * Returns what the service writes about a call (its message or reason) without the secrets that were sent with that call,
 * because gateways repeat the URL or the headers of a request that they refuse. Never used on records: a secret can be
 * equal to a record's number or domain.
 * @param secrets token, signature, app key, `authorization` and password of the call; null and empty ones are ignored
 */
export function withoutSecrets<Text extends string | null>(
  text: Text,
  secrets: readonly (string | null | undefined)[],
): Text | string {
  if (text === null) return text
  return secrets
    .flatMap((secret) => (secret == null || secret === '' ? [] : spellingsOf(secret)))
    .toSorted((a, b) => b.length - a.length)
    .reduce<string>((left, spelling) => left.replaceAll(spelling, '•••'), text)
}

import { UpstreamError, type RefusalMeaning, type UpstreamErrorKind } from './errors.ts'
import { code, integer, isSent, reader, text } from './fields.ts'
import type { OperationId, ServiceName } from './operations.ts'
import { isGiven, readFields, type ResponseWarnings } from './pages.ts'
import { hasMeaning, isOneOf, type Profile } from './profile.ts'
import { extensionRecord } from './records.ts'
import { isForbidden, type HttpAnswer } from './send.ts'

/** v5 envelope. Only `ret_code` decides. */
export const v5Envelope = reader((sent) => ({
  ret_code: code(sent['ret_code']),
  ret_msg: text(sent['ret_msg']),
  item: sent['item'],
  items: sent['items'],
  page_no: integer(sent['page_no']),
  page_count: integer(sent['page_count']),
  total_count: integer(sent['total_count']),
  page_size: integer(sent['page_size']),
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

/** Both services' return codes, because a gateway may answer with either envelope. */
const returnCodes = reader((sent) => ({ ret_code: code(sent['ret_code']), retCode: code(sent['retCode']) }))

/** The outcome of an answer, according to its envelope. */
export interface Verdict {
  success: boolean
  code: string | null
  message: string | null
  payload: unknown
  /** The part of the answer that contradicts the outcome; null when nothing does. */
  contradiction: string | null
}

/** The `code` of the extension envelope that mirrors a successful HTTP status. */
const successByStatus = 200
/** The texts of a successful `status`. */
export const successStatus = /^(success|ok)$/i

/**
 * Returns the part of an answer that contradicts its outcome: the return code of the other service's envelope, or a failure
 * status beside a success. Returns null when nothing contradicts the outcome.
 */
export function contradictionOf(
  { envelopes }: Profile,
  { status: http, json }: HttpAnswer,
  { success, code }: Pick<Verdict, 'success' | 'code'>,
): string | null {
  const { ret_code, retCode } = returnCodes.parse(json)
  const successes = [...envelopes.v5.success, ...envelopes.extensions.success]
  for (const other of [ret_code, retCode])
    if (other !== null && other !== code && !(success && isOneOf(successes, other)))
      return [code, other].filter((each) => each !== null).join(' ')
  const { status, code: mirrored } = extensionEnvelope.parse(json)
  const signs = [
    status !== null && /^(fail|error)/i.test(status) ? status : null,
    mirrored !== null && mirrored >= 400 ? String(mirrored) : null,
    http >= 400 ? `HTTP ${http}` : null,
  ].filter((sign) => sign !== null)
  return success && signs.length > 0 ? signs.join(' ') : null
}

function readV5(profile: Profile, answer: HttpAnswer, warnings: ResponseWarnings): Verdict | null {
  const envelope = readFields(v5Envelope, answer.json, warnings)
  if (envelope === null || envelope.ret_code === null) return null
  const { ret_code: code, ret_msg: message } = envelope
  const success = isOneOf(profile.envelopes.v5.success, code)
  const contradiction = contradictionOf(profile, answer, { success, code })
  return { success, code, message, payload: envelope, contradiction }
}

/** `retCode` decides; without it, `code` or `status` does, as the profile says (docs/upstream-api.md#success-codes). */
function readExtensions(profile: Profile, answer: HttpAnswer, warnings: ResponseWarnings): Verdict | null {
  const { json } = answer
  const envelope = readFields(extensionEnvelope, json, warnings)
  if (envelope === null || !isSent(json)) return null
  const { retCode, retMsg, message, status, data } = envelope
  const { success: successes, withoutCode } = profile.envelopes.extensions
  if (retCode === null && isGiven(json['retCode'])) return null
  const shown = retCode ?? (withoutCode === 'code' ? envelope.code?.toString() : status) ?? null
  if (shown === null) return null
  const success =
    retCode !== null
      ? isOneOf(successes, retCode)
      : withoutCode === 'code'
        ? envelope.code === successByStatus
        : successStatus.test(shown)
  const isShown = isAbsence(profile, { success, code: shown }) && isGiven(extensionRecord.read(data)?.ext)
  return {
    success,
    code: shown,
    message: retMsg ?? message,
    payload: data,
    contradiction:
      contradictionOf(profile, answer, { success, code: shown }) ?? (isShown ? `${shown} data` : null),
  }
}

/** True when a refusal says that a number does not exist. */
const isAbsence = ({ codes }: Profile, { success, code }: Pick<Verdict, 'success' | 'code'>): boolean =>
  !success && isOneOf(codes.notFound, code)

/**
 * Reads an answer's envelope; returns null when it has none. What the service wrote about the call loses the call's secrets.
 * Throws `invalid` for an outcome that contradicts itself where that outcome would be believed: a create, whose number is
 * looked up, and "not found". The data of any other read is shown with a warning.
 */
export function readEnvelope(
  profile: Profile,
  { operation, service, isCreate }: { operation: OperationId; service: ServiceName; isCreate: boolean },
  answer: HttpAnswer,
  secrets: readonly (string | null | undefined)[],
  warnings: ResponseWarnings,
): Verdict | null {
  const verdict = (service === 'v5' ? readV5 : readExtensions)(profile, answer, warnings)
  if (verdict === null || (verdict.success && verdict.contradiction === null)) return verdict
  if (verdict.contradiction !== null && (isCreate || isAbsence(profile, verdict)))
    throw new UpstreamError({
      kind: 'invalid',
      operation,
      code: 'contradiction',
      definitelyNotApplied: !isCreate,
    })
  return {
    ...verdict,
    code: withoutSecrets(verdict.code, secrets),
    message: withoutSecrets(verdict.message, secrets),
    contradiction: withoutSecrets(verdict.contradiction, secrets),
  }
}

/** True for an answer that means "get a new token", by the profile; at the extension service, 401 and 403 always do. */
export function isRefusedToken(
  { token: { invalid } }: Profile,
  service: ServiceName,
  { status }: HttpAnswer,
  verdict: Verdict | null,
): boolean {
  if (service === 'extensions' && isForbidden(status) && verdict?.success !== true) return true
  return invalid.some((each) =>
    'http' in each ? each.http === status : verdict?.success === false && isOneOf([each.code], verdict.code),
  )
}

const meanings = ['notFound', 'exists', 'bound', 'quota', 'agentNotFound', 'companyUnknown'] as const

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
  const known = hasMeaning(profile, code)
  return new UpstreamError({
    ...meaningOfRefusal(profile, code, namesAgent),
    operation,
    code,
    serviceMessage: message,
    definitelyNotApplied:
      code !== null && (known || publishedCode.test(code)) && !isOneOf(profile.codes.unsure, code),
  })
}

const removed = '•••'

/** Percent-encoded texts, with the hex digits in either case. */
const inEitherCase = (encoded: string): string[] => [
  encoded,
  encoded.replaceAll(/%[\dA-F]{2}/g, (hex) => hex.toLowerCase()),
]

/** Returns the forms in which a gateway repeats a secret of a request: as sent, and as in the request's URL. */
const spellingsOf = (secret: string): string[] => [
  secret,
  ...inEitherCase(encodeURIComponent(secret)),
  ...inEitherCase(new URLSearchParams([['', secret]]).toString().slice(1)),
]

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
    .toSorted((one, other) => other.length - one.length)
    .reduce<string>((left, spelling) => left.replaceAll(spelling, removed), text)
}

import { setTimeout as sleep } from 'node:timers/promises'
import {
  restrictedCodes,
  successByStatus,
  successCode,
  tokenInvalidHttpStatus,
  tooFrequentCodes,
} from './assumptions.ts'
import type { Send } from './breaker.ts'
import type { Credential } from './credentials.ts'
import { isSent } from './decode.ts'
import { UpstreamError, type UpstreamErrorKind } from './errors.ts'
import type { OperationId } from './operations.ts'
import { isGiven, readFields, type ResponseWarnings } from './records.ts'
import { redactAnswer, TooManySecrets } from './redact.ts'
import type { RetryBudget } from './retry-budget.ts'
import type { Cooldowns } from './token-keeper.ts'
import type { Exchange, HttpAnswer, Limits } from './transport.ts'
import type { TokenRefusals } from './token-refusals.ts'
import { extensionEnvelope, returnCodes, v5Envelope } from './wire.ts'

/** What an envelope said, before anybody asks what it means. */
interface Verdict {
  success: boolean
  code: string | null
  message: string | null
  payload: unknown
  /** What in the answer says otherwise; null for nothing. */
  contradiction: string | null
}

export type ReadEnvelope = (answer: HttpAnswer, warnings: ResponseWarnings) => Verdict | null

/**
 * What in an answer speaks against its outcome: the return code of the other service's envelope, or beside a success a
 * status that says it failed. Null for nothing.
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

/** v5: `ret_code` alone decides (docs/upstream-api.md#errors); a numeric zero counts only with the documented text. */
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

/** Extension service: `retCode` decides, `code` only where `retCode` is absent (docs/upstream-api.md#success-codes). */
export const readExtensionService: ReadEnvelope = (answer, warnings) => {
  const { json } = answer
  const envelope = readFields(extensionEnvelope, json, warnings)
  if (envelope === null || !isSent(json)) return null
  const { retCode, retMsg, message, data } = envelope
  if (retCode === null && (isGiven(json['retCode']) || envelope.code === null)) return null
  const success = retCode === null ? envelope.code === successByStatus : retCode === successCode
  const code = retCode ?? String(envelope.code)
  return {
    success,
    code,
    message: retMsg ?? message,
    payload: data,
    contradiction: contradictionOf(answer, { success, code }),
  }
}

const includes = (codes: readonly string[], code: string | null) => code !== null && codes.includes(code)
const transient = ['HTTP 502', 'HTTP 503', 'HTTP 504']

const latestRepeatMs = 5_000

/**
 * Takes out of an answer, before anything of it is read, what it repeats of its secrets and of `sent` ones. Gives the names
 * of the fields that held one. Throws `invalid` for an answer that cannot be searched.
 */
export function redact(
  { json }: HttpAnswer,
  sent: readonly unknown[],
  { operation, kind }: Pick<Exchange, 'operation' | 'kind'>,
): string[] {
  try {
    return redactAnswer(json, sent)
  } catch (error) {
    if (!(error instanceof TooManySecrets)) throw error
    throw new UpstreamError({
      kind: 'invalid',
      operation,
      code: 'too-wide',
      definitelyNotApplied: kind !== 'create',
    })
  }
}

interface Outcome {
  verdict: Verdict | null
  tokenRefused: boolean
}

/** The way to one service. */
export interface Service {
  exchange: Send
  budget: RetryBudget
  repeatMs: Limits['repeatMs']
  freshAgainMs: Cooldowns['freshAgainMs']
  readEnvelope: ReadEnvelope
  /** What no answer may repeat, whatever was sent this time. */
  ownSecrets: () => readonly (string | null)[]
}

/**
 * One call with its credential. A read is repeated once after a lost connection or a passing 5xx, as far as the budget
 * goes; where the token was refused, again with the same one where that is fresh and untried, then once with a new one. A create is
 * sent once, whatever happens. Gives the envelope's payload.
 */
export async function callService(
  { exchange: pass, budget, repeatMs, freshAgainMs, readEnvelope, ownSecrets }: Service,
  exchange: Exchange,
  credential: Credential,
  tokenRefusals: TokenRefusals,
  warnings: ResponseWarnings,
): Promise<unknown> {
  const { operation, kind } = exchange

  async function send(headers: Record<string, string>): Promise<HttpAnswer> {
    const request = { ...exchange, headers: { ...exchange.headers, ...headers } }
    if (kind !== 'read') return pass(request)
    const begun = performance.now()
    return budget.run(async (repeat) => {
      try {
        return await pass(request)
      } catch (error) {
        if (!(error instanceof UpstreamError) || exchange.signal?.aborted === true) throw error
        if (error.kind !== 'unreachable' && !includes(transient, error.code)) throw error
        // A repeat that the caller could not wait for is not begun.
        if (performance.now() - begun > latestRepeatMs) throw error
        const repeated = repeat(async () => {
          await sleep(repeatMs.shortest + Math.random() * (repeatMs.longest - repeatMs.shortest))
          return pass(request)
        })
        if (repeated === null) throw error
        return repeated
      }
    })
  }

  async function judge(answer: HttpAnswer): Promise<Outcome> {
    const sent = [held?.token, exchange.query?.['password'], ...ownSecrets()]
    for (const field of redact(answer, sent, exchange)) warnings.withheldField(field)
    const verdict = readEnvelope(answer, warnings)
    // Whether the number is there is looked up; what is read is shown beside the warning.
    if (kind === 'create' && verdict !== null && verdict.contradiction !== null)
      throw new UpstreamError({
        kind: 'invalid',
        operation,
        code: 'contradiction',
        definitelyNotApplied: false,
      })
    if (answer.status === tokenInvalidHttpStatus) return { verdict, tokenRefused: true }
    if (verdict === null || verdict.success || verdict.code === null || keeper === null || held === null)
      return { verdict, tokenRefused: false }
    return { verdict, tokenRefused: await tokenRefusals.isTokenRefusal(verdict.code, keeper, held) }
  }

  const { keeper } = credential
  let held = keeper === null ? null : await keeper.obtain()
  const headers = () =>
    held === null || credential.keeper === null ? credential.headers('') : credential.headers(held.token)
  const isUntried = () => held !== null && keeper?.isUntried(held) === true
  /** A fresh token that is refused may only not have taken effect yet: a read waits for that. */
  async function ask(): Promise<Outcome> {
    let outcome = await judge(await send(headers()))
    if (kind === 'read' && outcome.tokenRefused && isUntried())
      for (const wait of freshAgainMs) {
        await sleep(wait, undefined, { signal: exchange.signal }).catch(() => undefined)
        outcome = await judge(await send(headers()))
        if (!outcome.tokenRefused) break
      }
    return outcome
  }
  let outcome = await ask()
  if (outcome.tokenRefused && keeper !== null && held !== null && !tokenRefusals.isUnrecoverable(operation)) {
    if (kind === 'create') {
      if (!isUntried() && !(await tokenRefusals.isRefusedHereAlone(operation, keeper, held)))
        keeper.refuse(held.generation)
    } else {
      held = await keeper.obtain(held.generation)
      outcome = await ask()
      if (outcome.tokenRefused) await tokenRefusals.isRefusedHereAlone(operation, keeper, held)
    }
  }
  const { verdict, tokenRefused } = outcome
  if (tokenRefused)
    throw new UpstreamError({
      kind: 'token',
      operation,
      code: verdict?.code ?? `HTTP ${tokenInvalidHttpStatus}`,
      serviceMessage: verdict?.message ?? null,
      definitelyNotApplied: true,
    })
  if (verdict === null)
    throw new UpstreamError({ kind: 'invalid', operation, definitelyNotApplied: kind !== 'create' })
  if (!verdict.success) throw refused(operation, verdict)
  if (verdict.contradiction !== null) warnings.warn('success-contradicted', verdict.contradiction)
  tokenRefusals.accepted(operation)
  if (held !== null) keeper?.accept(held.generation)
  return verdict.payload
}

/** What a refusal of any operation means by its code (docs/upstream-api.md#refusal-codes), and after how many seconds to try again. */
export function meaningOfRefusal(code: string | null): {
  kind: UpstreamErrorKind
  retryAfter?: number
} {
  if (includes(tooFrequentCodes, code)) return { kind: 'busy', retryAfter: 5 }
  return { kind: includes(restrictedCodes, code) ? 'restricted' : 'refused' }
}

const refused = (operation: OperationId, { code, message }: Verdict): UpstreamError =>
  new UpstreamError({
    ...meaningOfRefusal(code),
    operation,
    code,
    serviceMessage: message,
    definitelyNotApplied: isDefiniteRefusal(code),
  })

/** A code of the documented families is a definite "no"; the services' own "unknown error" codes and anything unheard of leave it open. */
function isDefiniteRefusal(code: string | null): boolean {
  return code !== null && /^(3[1-9]|30|39|40|50|70|90)\d{4}$/.test(code) && !includes(unsureCodes, code)
}

/** docs/upstream-api.md#refusal-codes: "request service failed", "unknown error", "connection timeout", third-party failure. */
const unsureCodes = ['310000', '310001', '310008', '310012']

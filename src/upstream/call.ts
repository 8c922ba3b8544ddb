import { setTimeout as sleep } from 'node:timers/promises'
import { tokenInvalidHttpStatus } from './assumptions.ts'
import type { Credential } from './credentials.ts'
import { isAbsence, refusalError, type ReadEnvelope, type Verdict } from './envelopes.ts'
import { UpstreamError } from './errors.ts'
import type { ResponseWarnings } from './records.ts'
import type { RetryBudget } from './retry-budget.ts'
import { withoutSecrets } from './sent-secrets.ts'
import type { Cooldowns } from './token-keeper.ts'
import type { TokenRefusals } from './token-refusals.ts'
import type { Exchange, HttpAnswer, Limits, Send } from './transport.ts'

/** Failures that may pass within a moment, besides a lost connection. */
const passingFailures: readonly (string | null)[] = ['HTTP 502', 'HTTP 503', 'HTTP 504']

/** A read that fails later than this is not repeated, because its caller could not wait for the second attempt. */
const latestRepeatMs = 5_000

interface Outcome {
  verdict: Verdict | null
  tokenRefused: boolean
}

/** How to call one of the two services. */
export interface Service {
  send: Send
  budget: RetryBudget
  repeatMs: Limits['repeatMs']
  freshTokenRetryDelaysMs: Cooldowns['freshTokenRetryDelaysMs']
  readEnvelope: ReadEnvelope
  /** The app key and the fixed `authorization`. */
  secrets: readonly (string | null)[]
}

/** Returns the verdict with the call's secrets removed from everything that the service wrote about the call. */
const withoutSecretsIn = (
  verdict: Verdict | null,
  secrets: Parameters<typeof withoutSecrets>[1],
): Verdict | null =>
  verdict === null || (verdict.success && verdict.contradiction === null)
    ? verdict
    : {
        ...verdict,
        code: withoutSecrets(verdict.code, secrets),
        message: withoutSecrets(verdict.message, secrets),
        contradiction: withoutSecrets(verdict.contradiction, secrets),
      }

/** Sends the request once. Repeats a read once after a failure that may pass, if the retry budget allows. */
async function sendWithRetry({ send, budget, repeatMs }: Service, exchange: Exchange): Promise<HttpAnswer> {
  if (exchange.kind !== 'read') return send(exchange)
  const begun = performance.now()
  return budget.run(async (repeat) => {
    try {
      return await send(exchange)
    } catch (error) {
      if (!(error instanceof UpstreamError) || exchange.signal?.aborted === true) throw error
      if (error.kind !== 'unreachable' && !passingFailures.includes(error.code)) throw error
      if (performance.now() - begun > latestRepeatMs) throw error
      const repeated = repeat(async () => {
        await sleep(repeatMs.shortest + Math.random() * (repeatMs.longest - repeatMs.shortest))
        return send(exchange)
      })
      if (repeated === null) throw error
      return repeated
    }
  })
}

/**
 * Makes one call with its credential and returns the envelope's payload. A read with a refused token is sent again: with the
 * same token while that token is fresh and untried, then once with a new token. A create is sent once and never again.
 */
export async function callService(
  service: Service,
  exchange: Exchange,
  credential: Credential,
  tokenRefusals: TokenRefusals,
  warnings: ResponseWarnings,
): Promise<unknown> {
  const { operation, kind } = exchange

  async function judge(answer: HttpAnswer): Promise<Outcome> {
    const secrets = [...service.secrets, held?.token, exchange.query?.['password']]
    const verdict = withoutSecretsIn(service.readEnvelope(answer, warnings), secrets)
    // Throw for a contradicted create, because its number is looked up, and for a contradicted "not found", because the number
    // may exist. The data of any other read is shown with a warning.
    if (verdict !== null && verdict.contradiction !== null && (kind === 'create' || isAbsence(verdict)))
      throw new UpstreamError({
        kind: 'invalid',
        operation,
        code: 'contradiction',
        definitelyNotApplied: kind !== 'create',
      })
    if (answer.status === tokenInvalidHttpStatus) return { verdict, tokenRefused: true }
    if (verdict === null || verdict.success || verdict.code === null || keeper === null || held === null)
      return { verdict, tokenRefused: false }
    return { verdict, tokenRefused: await tokenRefusals.isTokenRefusal(verdict.code, keeper, held) }
  }

  const { keeper } = credential
  let held = keeper === null ? null : await keeper.obtain()
  const send = () => {
    const token = held === null ? '' : held.token
    const headers = { ...exchange.headers, ...credential.headers(token) }
    return sendWithRetry(service, { ...exchange, headers })
  }
  const isUntried = () => held !== null && keeper?.isUntried(held) === true
  /** A refused fresh token may only need a moment to take effect, so a read waits and tries again. */
  async function ask(): Promise<Outcome> {
    let outcome = await judge(await send())
    if (kind === 'read' && outcome.tokenRefused && isUntried())
      for (const wait of service.freshTokenRetryDelaysMs) {
        await sleep(wait, undefined, { signal: exchange.signal }).catch(() => undefined)
        outcome = await judge(await send())
        if (!outcome.tokenRefused) break
      }
    return outcome
  }
  let outcome = await ask()
  if (outcome.tokenRefused && keeper !== null && held !== null && !tokenRefusals.isUnrecoverable(operation)) {
    if (kind === 'create') {
      if (!isUntried() && !(await tokenRefusals.isRefusedByOperationOnly(operation, keeper, held)))
        keeper.refuse(held.generation)
    } else {
      held = await keeper.obtain(held.generation)
      outcome = await ask()
      if (outcome.tokenRefused) await tokenRefusals.isRefusedByOperationOnly(operation, keeper, held)
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
  if (!verdict.success)
    throw refusalError(operation, verdict, kind === 'create' && exchange.query?.['agentID'] !== undefined)
  if (verdict.contradiction !== null) warnings.warn('success-contradicted', verdict.contradiction)
  tokenRefusals.accepted(operation)
  if (held !== null) keeper?.accept(held.generation)
  return verdict.payload
}

import { setTimeout as sleep } from 'node:timers/promises'
import { tokenInvalidHttpStatus } from './assumptions.ts'
import type { Credential } from './credentials.ts'
import { isAbsence, refusalError, type ReadEnvelope, type Verdict } from './envelopes.ts'
import { UpstreamError } from './errors.ts'
import type { ResponseWarnings } from './records.ts'
import { redactAnswer, TooManySecrets } from './redact.ts'
import type { RetryBudget } from './retry-budget.ts'
import type { Cooldowns } from './token-keeper.ts'
import type { TokenRefusals } from './token-refusals.ts'
import type { Exchange, HttpAnswer, Limits, Send } from './transport.ts'

/** What may pass within a moment, beside a lost connection. */
const passingFailures: readonly (string | null)[] = ['HTTP 502', 'HTTP 503', 'HTTP 504']

/** A read that failed later than this is not repeated: its caller could not wait for the repeat. */
const latestRepeatMs = 5_000

/**
 * Takes out of an answer, before any of it is read, the secrets that it repeats: its own and those in `sent`. Returns the
 * names of the fields that held one. Throws `invalid` for an answer that cannot be searched.
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

/** How one of the two services is called. */
export interface Service {
  send: Send
  budget: RetryBudget
  repeatMs: Limits['repeatMs']
  freshAgainMs: Cooldowns['freshAgainMs']
  readEnvelope: ReadEnvelope
  /** What no answer may repeat, in addition to what this call has sent. */
  ownSecrets: () => readonly (string | null)[]
}

/** Sends once, and a read once more after a failure that may pass, as far as the budget goes. */
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
 * One call with its credential; returns the envelope's payload. A read whose token is refused is sent again: with the same
 * token while that is fresh and untried, then once with a new one. A create is sent once and never again.
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
    const sent = [held?.token, exchange.query?.['password'], ...service.ownSecrets()]
    for (const field of redact(answer, sent, exchange)) warnings.withheldField(field)
    const verdict = service.readEnvelope(answer, warnings)
    // A create's number is looked up; what a read brought is shown beside the warning. A number that is absent and shown may exist.
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
  /** A fresh token that is refused may only not have taken effect yet: a read waits for that. */
  async function ask(): Promise<Outcome> {
    let outcome = await judge(await send())
    if (kind === 'read' && outcome.tokenRefused && isUntried())
      for (const wait of service.freshAgainMs) {
        await sleep(wait, undefined, { signal: exchange.signal }).catch(() => undefined)
        outcome = await judge(await send())
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
  if (!verdict.success) throw refusalError(operation, verdict)
  if (verdict.contradiction !== null) warnings.warn('success-contradicted', verdict.contradiction)
  tokenRefusals.accepted(operation)
  if (held !== null) keeper?.accept(held.generation)
  return verdict.payload
}

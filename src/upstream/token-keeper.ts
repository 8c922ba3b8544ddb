import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { tokenLifeLongestSeconds, tokenLifeWhenUnknownSeconds } from './assumptions.ts'
import { UpstreamError, type UpstreamErrorKind } from './errors.ts'
import type { TokenState, TokenStore } from './upstream.ts'

export interface HeldToken {
  token: string
  generation: number
}

export interface TokenKeeperOptions {
  /** Names the credential in the store: base URL, app id and kind, never one without the others. */
  key: string
  store: TokenStore
  /** Asks the service for a token; `expiresIn` as it came, in units of `unitMs` milliseconds. */
  request: () => Promise<{ token: string; expiresIn: unknown; unitMs: number }>
  /** Share of the token's life after which it is renewed in the background. */
  renewAtShare: number
}

const leaseMs = 10_000
const waitMs = 10_000
const cooldownMs: Partial<Record<UpstreamErrorKind, number>> = { credentials: 30_000 }
const usualCooldownMs = 5_000
/** Tokens said to live shorter are used this long all the same, so that a silly lifetime makes no hot loop. */
const shortestLifeMs = 60_000
const hourMs = 3_600_000
/** Renewals an hour while another system keeps taking the token away (trust 3.1, foreign client). */
const renewalsPerHour = 12
/** What may travel in a header: anything else makes undici throw errors that print the token (trust 0.6). */
const tokenShape = /^[\x21-\x7e]{8,4096}$/

const errorKinds: readonly string[] = [
  'unreachable',
  'timeout',
  'not-json',
  'invalid',
  'credentials',
  'token',
  'restricted',
  'busy',
  'paused',
  'refused',
] satisfies UpstreamErrorKind[]
const isErrorKind = (text: string | undefined): text is UpstreamErrorKind =>
  text !== undefined && errorKinds.includes(text)

/** Life in ms of an `expires_in` of any make: text, number, missing, garbage (open-api.md, Authentication 4). */
export function tokenLifeMs(expiresIn: unknown, unitMs: number): number {
  const digits = /^\s*(-?\d{1,12})(\.\d+)?\s*$/.exec(
    typeof expiresIn === 'number' ? String(expiresIn) : typeof expiresIn === 'string' ? expiresIn : '',
  )
  if (digits === null) return tokenLifeWhenUnknownSeconds * 1000
  const life = Number(digits[1]) * unitMs
  return Math.min(Math.max(life, shortestLifeMs), tokenLifeLongestSeconds * 1000)
}

/**
 * Holds the one token of a credential for all callers: single flight in the process, lease and generation in the store
 * so that replicas renew once between them, renewed early in the background (trust 3.1).
 */
export function createTokenKeeper({ key, store, request, renewAtShare }: TokenKeeperOptions) {
  const owner = randomUUID()
  let held: (HeldToken & { expiresAt: number; renewAt: number }) | null = null
  /** Tokens up to this generation were refused by the service. */
  let refused = 0
  let flight: Promise<void> | null = null
  let closed = false
  const renewals: number[] = []

  function adopt(state: TokenState, now: number): void {
    if (state.token === null || state.issuedAt === null || state.expiresAt === null) return
    // The store's clock decided the times; what counts here is how long is left, by our own monotonic clock.
    const life = state.expiresAt - state.issuedAt
    const left = state.expiresAt - now
    const early = life * (1 - renewAtShare * (1 - Math.random() * 0.1))
    const here = performance.now()
    held = {
      token: state.token,
      generation: state.generation,
      expiresAt: here + left,
      renewAt: here + left - early,
    }
  }

  async function renewUnderLease(generation: number): Promise<void> {
    const hourAgo = performance.now() - hourMs
    if (renewals.filter((at) => at > hourAgo).length >= renewalsPerHour) {
      const error = new UpstreamError({
        kind: 'token',
        operation: 'get_token',
        serviceMessage: 'another system uses this app id',
        certainlyNotDone: true,
        retryAfter: 300,
      })
      await store.failed(key, generation, owner, { error: describe(error), cooldownMs: 300_000 })
      throw error
    }
    try {
      const { token, expiresIn, unitMs } = await request()
      if (!tokenShape.test(token))
        throw new UpstreamError({
          kind: 'invalid',
          operation: 'get_token',
          code: 'token charset',
          certainlyNotDone: true,
        })
      renewals.push(performance.now())
      if (renewals.length > 2 * renewalsPerHour) renewals.shift()
      await store.renewed(key, generation, owner, { token, lifeMs: tokenLifeMs(expiresIn, unitMs) })
    } catch (error) {
      const known =
        error instanceof UpstreamError
          ? error
          : new UpstreamError({ kind: 'invalid', operation: 'get_token', certainlyNotDone: true })
      await store.failed(key, generation, owner, {
        error: describe(known),
        cooldownMs: cooldownMs[known.kind] ?? usualCooldownMs,
      })
      throw known
    }
  }

  /** Ends with a usable token in `held`, or throws. With `force` it renews even a good one. */
  async function acquire(force: boolean): Promise<void> {
    const deadline = performance.now() + waitMs
    for (let wanted: number | null = null; ;) {
      const { state, now } = await store.read(key)
      wanted ??= force ? state.generation + 1 : 0
      const good = state.token !== null && state.generation > refused && (state.expiresAt ?? 0) > now
      if (good && state.generation >= wanted) return adopt(state, now)
      const cooling = (state.cooldownUntil ?? 0) - now
      if (cooling > 0) throw recall(state.lastError, Math.ceil(cooling / 1000))
      if (await store.lease(key, state.generation, owner, leaseMs)) await renewUnderLease(state.generation)
      else if (performance.now() > deadline)
        throw new UpstreamError({ kind: 'timeout', operation: 'get_token', certainlyNotDone: true })
      else await sleep(20 + Math.random() * 30)
    }
  }

  const inFlight = (force: boolean): Promise<void> =>
    (flight ??= acquire(force).finally(() => {
      flight = null
    }))

  return {
    /**
     * A usable token. `badGeneration` is the one the service has just refused: a newer one is given, fetched if need be.
     * Throws `UpstreamError` of get_token; during a cooldown the last failure again, without asking the service.
     */
    async obtain(badGeneration = 0): Promise<HeldToken> {
      refused = Math.max(refused, badGeneration)
      for (;;) {
        const here = performance.now()
        if (held !== null && held.generation > refused && held.expiresAt > here) {
          if (held.renewAt < here && flight === null && !closed) inFlight(true).catch(() => undefined)
          return held
        }
        await inFlight(false)
      }
    },
    /** Marks a token as refused without waiting for the next one. */
    refuse(generation: number): void {
      refused = Math.max(refused, generation)
    },
    /** Renews now, whatever the token's age. */
    async renew(): Promise<void> {
      if (flight !== null) await flight
      await inFlight(true)
    },
    async state(): Promise<{ state: TokenState; now: number; renewing: boolean }> {
      return { ...(await store.read(key)), renewing: flight !== null }
    },
    close(): void {
      closed = true
    },
  }
}
export type TokenKeeper = ReturnType<typeof createTokenKeeper>

const describe = (error: UpstreamError): string =>
  [error.kind, error.code ?? '', error.serviceMessage ?? ''].join('|')

function recall(lastError: string | null, retryAfter: number): UpstreamError {
  const [kind, code, ...message] = (lastError ?? '').split('|')
  return new UpstreamError({
    kind: isErrorKind(kind) ? kind : 'token',
    operation: 'get_token',
    code: code === '' || code === undefined ? null : code,
    serviceMessage: message.join('|') === '' ? null : message.join('|'),
    certainlyNotDone: true,
    retryAfter,
  })
}

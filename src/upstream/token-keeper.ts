import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { tokenLifeLongestSeconds, tokenLifeWhenUnknownSeconds } from './assumptions.ts'
import { contentionWaitMs, longestGapMs, withRenewal } from './token-contention.ts'
import { isErrorKind, UpstreamError } from './errors.ts'
import type { TokenState, TokenStore } from './upstream.ts'

export interface HeldToken {
  token: string
  generation: number
  /** How long it counts as fresh, by `performance.now()`. */
  freshUntil: number
}

export interface IssuedToken {
  token: string
  /** As it came, in units of `unitMs` milliseconds. */
  expiresIn: unknown
  unitMs: number
  /** The time that was signed, as sent. */
  signedAt?: string
}

export interface TokenKeeperOptions {
  /** Names the credential in the store: base URL, app id and kind, never one without the others. */
  key: string
  store: TokenStore
  /** Asks the service for a token. */
  request: () => Promise<IssuedToken>
  /** Share of the token's life after which it is renewed in the background. */
  renewAtShare: number
  cooldowns?: Cooldowns | undefined
}

const leaseMs = 10_000
const waitMs = 10_000
/** A token with a shorter stated life is used this long all the same, so that a strange value causes no loop. */
const shortestLifeMs = 60_000
/** How long before its end a token is no longer used, ms, so that none arrives too late. */
const marginMs = 2_000
/** Milliseconds. */
export const defaultCooldowns = {
  /** After a failed renewal, before the next one: longer when the credentials were refused. */
  usualMs: 5_000,
  credentialsMs: 30_000,
  /** How long after a failed renewal callers fail with its error at once, instead of waiting for the next attempt. */
  failingMs: 30_000,
  /** How long a token counts as fresh: it may take effect at the service a moment after it was issued. */
  freshMs: 5_000,
  /** Before a read whose fresh token was refused is sent again with it, each time. */
  freshAgainMs: [1_000, 3_000],
}
export type Cooldowns = typeof defaultCooldowns
/** Least time between renewals on suspicion alone, in the whole cluster, ms. */
const suspicionGapMs = 60_000
/**
 * What a header may hold: anything else makes undici throw errors that print the token. Long, with a letter and a digit: a
 * number, a word or a domain is ordinary data, which redaction would take out of every answer.
 */
const tokenShape = /^(?=.*[a-z])(?=.*\d)[\x21-\x7e]{16,4096}$/i

/** Life in ms by an `expires_in` of any type: text, number, missing, garbage (docs/upstream-api.md#token-life). */
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
 * so that replicas renew once between them, renewed early in the background.
 */
export function createTokenKeeper({
  key,
  store,
  request,
  renewAtShare,
  cooldowns = defaultCooldowns,
}: TokenKeeperOptions) {
  const { usualMs, credentialsMs, failingMs, freshMs } = cooldowns
  const owner = randomUUID()
  let held: (HeldToken & { expiresAt: number; renewAt: number }) | null = null
  /** Tokens up to this generation were refused by the service. */
  let refused = 0
  /** Tokens up to this generation have been accepted by the service. */
  let accepted = 0
  let flight: Promise<void> | null = null
  let closed = false
  let suspected = -1
  let failure: { error: unknown; at: number } | null = null

  function adopt(state: TokenState, now: number): void {
    if (state.token === null || state.issuedAt === null || state.expiresAt === null) return
    // The times are by the store's clock; what counts here is how long is left, by our own monotonic clock.
    const life = state.expiresAt - state.issuedAt
    const renewAt = Math.max(life * renewAtShare * (1 - Math.random() * 0.1), shortestLifeMs)
    const here = performance.now() - now
    held = {
      token: state.token,
      generation: state.generation,
      freshUntil: here + state.issuedAt + freshMs,
      expiresAt: here + usableUntil(state),
      renewAt: here + state.issuedAt + renewAt,
    }
  }

  async function renewUnderLease(state: TokenState, now: number, isAsked: boolean): Promise<void> {
    const { generation, token: old, issuedAt, expiresAt, renewals } = state
    const early = old !== null && generation <= refused && now < ((issuedAt ?? 0) + (expiresAt ?? 0)) / 2
    const because = early ? (generation === suspected ? 'suspected' : 'refused') : 'due'
    const wait = isAsked ? 0 : contentionWaitMs(renewals, now)
    if (wait > 0) {
      const error = new UpstreamError({
        kind: 'token',
        operation: 'get_token',
        serviceMessage: 'another system uses this app id',
        definitelyNotApplied: true,
        retryAfter: Math.ceil(wait / 1000),
      })
      await store.failed(key, generation, owner, { error: describe(error), cooldownMs: wait })
      throw error
    }
    try {
      const { token, expiresIn, unitMs, signedAt } = await request()
      if (!tokenShape.test(token))
        throw new UpstreamError({
          kind: 'invalid',
          operation: 'get_token',
          code: 'unusable token',
          definitelyNotApplied: true,
        })
      await store.renewed(key, generation, owner, {
        token,
        lifeMs: tokenLifeMs(expiresIn, unitMs),
        renewals: withRenewal(renewals, { at: now, because, signedAt }),
      })
    } catch (error) {
      const known =
        error instanceof UpstreamError
          ? error
          : new UpstreamError({ kind: 'invalid', operation: 'get_token', definitelyNotApplied: true })
      await store.failed(key, generation, owner, {
        error: describe(known),
        cooldownMs: known.kind === 'credentials' || known.kind === 'clock' ? credentialsMs : usualMs,
      })
      throw known
    }
  }

  /**
   * Puts a usable token into `held`, or throws. A good one older than generation `least` is renewed all the same, once:
   * Infinity, for a renewal by a person, renews any and waits for no cooldown.
   */
  async function acquire(least: number): Promise<void> {
    const deadline = performance.now() + waitMs
    const isAsked = least === Infinity
    for (let wanted: number | null = null; ;) {
      const { state, now } = await store.read(key)
      wanted ??= Math.min(least, state.generation + 1)
      const good = state.token !== null && state.generation > refused && usableUntil(state) > now
      if (good && state.generation >= wanted) return adopt(state, now)
      const cooling = (state.cooldownUntil ?? 0) - now
      // A longer one began before the store's clock was put back.
      if (cooling > 0 && cooling <= Math.max(credentialsMs, longestGapMs) && !isAsked)
        throw recall(state.lastError, Math.ceil(cooling / 1000))
      if (await store.lease(key, state.generation, owner, leaseMs)) await renewUnderLease(state, now, isAsked)
      else if (state.lastError !== null && now - (state.cooldownUntil ?? 0) < failingMs)
        throw recall(state.lastError, 1)
      else if (performance.now() > deadline)
        throw new UpstreamError({ kind: 'timeout', operation: 'get_token', definitelyNotApplied: true })
      else await sleep(20 + Math.random() * 30)
    }
  }

  async function recorded(work: Promise<void>): Promise<void> {
    try {
      await work
      failure = null
    } catch (error) {
      failure = { error, at: performance.now() }
      throw error
    } finally {
      flight = null
    }
  }

  const inFlight = (least: number): Promise<void> => (flight ??= recorded(acquire(least)))

  async function obtain(badGeneration = 0): Promise<HeldToken> {
    refused = Math.max(refused, badGeneration)
    for (;;) {
      const here = performance.now()
      if (held !== null && held.generation > refused && held.expiresAt > here) {
        // Another replica may have done it already.
        if (held.renewAt < here && flight === null && !closed)
          inFlight(held.generation + 1).catch(() => undefined)
        return held
      }
      if (flight !== null && failure !== null && here - failure.at < failingMs) throw failure.error
      await inFlight(0)
    }
  }

  return {
    /**
     * A usable token. `badGeneration` is the one the service has just refused: a newer one is returned.
     * Throws `UpstreamError` of get_token; during a cooldown, and while a further attempt is under way after a failed
     * one, the last failure again, without asking the service.
     */
    obtain,
    /** A newer token than one that is only suspected to be refused; null within a minute of a renewal on suspicion. */
    async suspect(generation: number): Promise<HeldToken | null> {
      const { state, now } = await store.read(key)
      if (state.generation > generation) return obtain(generation)
      const latest = state.renewals.findLast(({ because }) => because === 'suspected')
      if (latest !== undefined && latest.at > now - suspicionGapMs) return null
      suspected = generation
      return obtain(generation)
    },
    /** The service has accepted this token. */
    accept(generation: number): void {
      accepted = Math.max(accepted, generation)
    },
    /** True for a fresh token that the service has not accepted yet: a refused one may only not have taken effect. */
    isUntried: ({ generation, freshUntil }: HeldToken): boolean =>
      generation > accepted && performance.now() < freshUntil,
    /** Marks a token as refused without waiting for the next one. */
    refuse(generation: number): void {
      refused = Math.max(refused, generation)
    },
    /** Renews now, at any age of the token. */
    async renew(): Promise<void> {
      if (flight !== null) await flight
      await inFlight(Infinity)
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

/** When a token of this state stops being used, by the store's clock; short-lived ones are used to their end. */
function usableUntil({ token, issuedAt, expiresAt }: TokenState): number {
  if (token === null || issuedAt === null || expiresAt === null) return 0
  return expiresAt - Math.max(0, Math.min(marginMs, expiresAt - issuedAt - shortestLifeMs))
}

const describe = (error: UpstreamError): string =>
  [error.kind, error.code ?? '', error.serviceMessage ?? ''].join('|')

function recall(lastError: string | null, retryAfter: number): UpstreamError {
  const [kind, code, ...message] = (lastError ?? '').split('|')
  return new UpstreamError({
    kind: isErrorKind(kind) ? kind : 'token',
    operation: 'get_token',
    code: code === '' || code === undefined ? null : code,
    serviceMessage: message.join('|') === '' ? null : message.join('|'),
    definitelyNotApplied: true,
    retryAfter,
  })
}

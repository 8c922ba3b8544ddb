import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { tokenLifeLongestSeconds, tokenLifeWhenUnknownSeconds } from './assumptions.ts'
import { contentionWaitMs, maxGapMs, withRenewal } from './token-contention.ts'
import { isErrorKind, UpstreamError } from './errors.ts'
import type { TokenState, TokenStore } from './upstream.ts'

export interface HeldToken {
  token: string
  generation: number
  /** Until when the token counts as fresh, by `performance.now()`. */
  freshUntil: number
}

export interface IssuedToken {
  token: string
  /** The token's life as received, in units of `unitMs` milliseconds. */
  expiresIn: unknown
  unitMs: number
}

export interface TokenKeeperOptions {
  /** The credential's key in the store: base URL, app id and kind, always all three. */
  key: string
  store: TokenStore
  /** Requests a token from the service. */
  request: () => Promise<IssuedToken>
  /** Share of the token's life after which it is renewed in the background. */
  renewAtShare: number
  cooldowns?: Cooldowns | undefined
}

const leaseMs = 10_000
const waitMs = 10_000
/** A token with a shorter stated life is still used this long, so that a strange value causes no renewal loop. */
const minLifeMs = 60_000
/** A token is no longer used this long before its end, ms, so that it never arrives too late. */
const marginMs = 2_000
/** Milliseconds. */
export const defaultCooldowns = {
  /** Wait after a failed renewal before the next one; longer when the credentials were refused. */
  usualMs: 5_000,
  credentialsMs: 30_000,
  /** How long after a failed renewal callers fail at once with its error, instead of waiting for the next attempt. */
  failingMs: 30_000,
  /** How long a token counts as fresh: it may take effect at the service a moment after it is issued. */
  freshMs: 5_000,
  /** Waits before a read is sent again with a fresh token that was refused. */
  freshTokenRetryDelaysMs: [1_000, 3_000],
}
export type Cooldowns = typeof defaultCooldowns
/** Least time between renewals on suspicion alone, across the cluster, ms. */
const suspicionGapMs = 60_000
/** The shape of a usable token. With other characters, undici throws errors that print the token. */
const tokenShape = /^[\x21-\x7e]{1,4096}$/

/**
 * Returns a token's life in ms for an `expires_in` of any type: text, number, missing, garbage
 * (docs/upstream-api.md#token-life).
 */
export function tokenLifeMs(expiresIn: unknown, unitMs: number): number {
  const digits = /^\s*(-?\d{1,12})(\.\d+)?\s*$/.exec(
    typeof expiresIn === 'number' ? String(expiresIn) : typeof expiresIn === 'string' ? expiresIn : '',
  )
  if (digits === null) return tokenLifeWhenUnknownSeconds * 1000
  const life = Number(digits[1]) * unitMs
  return Math.min(Math.max(life, minLifeMs), tokenLifeLongestSeconds * 1000)
}

/**
 * Holds the token of one credential for all callers. Renewals are single flight within the process; a lease and a generation in
 * the store make the replicas renew once between them. Renews early, in the background.
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
  /** The service has refused tokens up to this generation. */
  let refused = 0
  /** The service has accepted tokens up to this generation. */
  let accepted = 0
  let renewal: Promise<void> | null = null
  let closed = false
  let suspected = -1
  let failure: { error: unknown; at: number } | null = null

  function hold(state: TokenState, now: number): void {
    if (state.token === null || state.issuedAt === null || state.expiresAt === null) return
    // The times are by the store's clock; the remaining life is measured by our own monotonic clock.
    const life = state.expiresAt - state.issuedAt
    const renewAt = Math.max(life * renewAtShare * (1 - Math.random() * 0.1), minLifeMs)
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
      const { token, expiresIn, unitMs } = await request()
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
        renewals: withRenewal(renewals, { at: now, because }),
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
   * Puts a usable token into `held`, or throws. A good token older than generation `least` is renewed once. Infinity, for a
   * renewal by a person, renews any token and ignores the cooldown.
   */
  async function acquire(least: number): Promise<void> {
    const deadline = performance.now() + waitMs
    const isAsked = least === Infinity
    for (let minGeneration: number | null = null; ;) {
      const { state, now } = await store.read(key)
      minGeneration ??= Math.min(least, state.generation + 1)
      const good = state.token !== null && state.generation > refused && usableUntil(state) > now
      if (good && state.generation >= minGeneration) return hold(state, now)
      const cooling = (state.cooldownUntil ?? 0) - now
      // A longer cooldown began before the store's clock was put back.
      if (cooling > 0 && cooling <= Math.max(credentialsMs, maxGapMs) && !isAsked)
        throw restoreError(state.lastError, Math.ceil(cooling / 1000))
      if (await store.lease(key, state.generation, owner, leaseMs)) await renewUnderLease(state, now, isAsked)
      else if (state.lastError !== null && now - (state.cooldownUntil ?? 0) < failingMs)
        throw restoreError(state.lastError, 1)
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
      renewal = null
    }
  }

  const renewOnce = (least: number): Promise<void> => (renewal ??= recorded(acquire(least)))

  async function obtain(badGeneration = 0): Promise<HeldToken> {
    refused = Math.max(refused, badGeneration)
    for (;;) {
      const here = performance.now()
      if (held !== null && held.generation > refused && held.expiresAt > here) {
        // `acquire` reads the store first, because another replica may have renewed the token already.
        if (held.renewAt < here && renewal === null && !closed)
          renewOnce(held.generation + 1).catch(() => undefined)
        return held
      }
      if (renewal !== null && failure !== null && here - failure.at < failingMs) throw failure.error
      await renewOnce(0)
    }
  }

  return {
    /**
     * Returns a usable token. `badGeneration` is the generation that the service has just refused; a newer token is returned.
     * Throws get_token's `UpstreamError`. During a cooldown, and while another attempt is under way after a failed one, throws
     * the last failure again without asking the service.
     */
    obtain,
    /** Returns a newer token than one suspected to be refused; null within a minute of a renewal on suspicion. */
    async suspect(generation: number): Promise<HeldToken | null> {
      const { state, now } = await store.read(key)
      if (state.generation > generation) return obtain(generation)
      const latest = state.renewals.findLast(({ because }) => because === 'suspected')
      if (latest !== undefined && latest.at > now - suspicionGapMs) return null
      suspected = generation
      return obtain(generation)
    },
    /** Records that the service has accepted this token. */
    accept(generation: number): void {
      accepted = Math.max(accepted, generation)
    },
    /** True for a fresh token that the service has not accepted yet: a refusal may only mean that it has not taken effect. */
    isUntried: ({ generation, freshUntil }: HeldToken): boolean =>
      generation > accepted && performance.now() < freshUntil,
    /** Marks a token as refused without waiting for a new token. */
    refuse(generation: number): void {
      refused = Math.max(refused, generation)
    },
    /** Renews the token now, at any age. */
    async renew(): Promise<void> {
      if (renewal !== null) await renewal
      await renewOnce(Infinity)
    },
    async state(): Promise<{ state: TokenState; now: number; renewing: boolean }> {
      return { ...(await store.read(key)), renewing: renewal !== null }
    },
    close(): void {
      closed = true
    },
  }
}
export type TokenKeeper = ReturnType<typeof createTokenKeeper>

/** Returns when a token stops being used, by the store's clock; short-lived tokens are used to their end. */
function usableUntil({ token, issuedAt, expiresAt }: TokenState): number {
  if (token === null || issuedAt === null || expiresAt === null) return 0
  return expiresAt - Math.max(0, Math.min(marginMs, expiresAt - issuedAt - minLifeMs))
}

const describe = (error: UpstreamError): string =>
  [error.kind, error.code ?? '', error.serviceMessage ?? ''].join('|')

function restoreError(lastError: string | null, retryAfter: number): UpstreamError {
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

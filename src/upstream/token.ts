import { setTimeout as sleep } from 'node:timers/promises'
import {
  contradictionOf,
  extensionEnvelope,
  meaningOfRefusal,
  v5Envelope,
  withoutSecrets,
} from './envelope.ts'
import { isErrorKind, UpstreamError } from './errors.ts'
import { isOneOf, type Profile } from './profile.ts'
import { isSent, type Sent } from './records.ts'
import type { Request } from './request.ts'
import { isForbidden, type HttpAnswer, type Sender } from './send.ts'
import { companyTokenResponseType, signCompanyToken, signGetToken } from './signature.ts'

/** A token's renewal. `due`: by age, or by a person; `refused`: the service refused the token in the first half of its life. */
export interface Renewal {
  /** Epoch ms by the store's clock. */
  at: number
  because: 'due' | 'refused'
}

/** The state of one credential, shared by all replicas. Times are epoch milliseconds by the store's clock. */
export interface TokenState {
  token: string | null
  /** Number of renewals. */
  generation: number
  issuedAt: number | null
  expiresAt: number | null
  cooldownUntil: number | null
  lastError: string | null
  /** The latest renewals, oldest first. */
  renewals: Renewal[]
}

/**
 * The storage of a token keeper: memory for one process, a table for several. Each step is one atomic compare-and-set; no
 * transaction stays open during a request to the service.
 */
export interface TokenStore {
  /** Returns the state and the time of the store's clock, which decides leases. */
  read(key: string): Promise<{ state: TokenState; now: number }>
  /** Takes the lease if it is free and the generation is still `generation`; returns its fencing token, or else null. */
  lease(key: string, generation: number, milliseconds: number): Promise<number | null>
  /** Stores a renewed token under the next generation and frees the lease; returns false when another process has the lease. */
  renewed(
    key: string,
    fencingToken: number,
    token: { token: string; lifeMs: number; renewals: readonly Renewal[] },
  ): Promise<boolean>
  /** Frees the lease after a failure and starts a cooldown. */
  failed(key: string, fencingToken: number, failure: { error: string; cooldownMs: number }): Promise<void>
}

export interface UsableToken {
  token: string
  generation: number
}

/** Milliseconds. */
export const defaultCooldowns = {
  /** Wait after a failed renewal before the next one; longer when the credentials were refused. */
  usualMs: 5_000,
  credentialsMs: 30_000,
  /** How long after a failed renewal callers fail at once with its error, instead of waiting for the next attempt. */
  failingMs: 30_000,
  /** Least time between two renewals during contention: each one ends the token of the other system. */
  refusedMs: 60_000,
  /** How long a token that replaced a refused one may be refused without being renewed again. */
  settleMs: 3_000,
}
export type Cooldowns = typeof defaultCooldowns

const leaseMs = 10_000
const waitMs = 10_000
/** A token with a shorter stated life is still used this long, so that a strange value causes no renewal loop. */
const minLifeMs = 60_000
/** A token is no longer used this long before its end, ms, so that it never arrives too late. */
const marginMs = 2_000
/** The life of a token with an unreadable `expires_in`, and the longest life (docs/upstream-api.md#token-life). */
const lifeWhenUnknownMs = 3_600_000
const longestLifeMs = 86_400_000
/** Number of renewals kept. */
const remembered = 24

const hourMs = 3_600_000
/** This many early refusals in an hour mean that another system ends our tokens. */
const refusalsOfContention = 3

/** Returns when another system with the same app id ended our tokens in the last hour, epoch ms; empty without contention. */
export function contentionAt(renewals: readonly Renewal[], now: number): number[] {
  const refused = renewals.filter(
    ({ at, because }) => because === 'refused' && at > now - hourMs && at <= now,
  )
  return refused.length >= refusalsOfContention ? refused.map(({ at }) => at) : []
}

/**
 * Returns a token's life in ms for an `expires_in` of any type: text, number, missing, garbage
 * (docs/upstream-api.md#token-life).
 */
export function tokenLifeMs(expiresIn: unknown, unitMs: number): number {
  const digits = /^\s*(-?\d{1,12})(\.\d+)?\s*$/.exec(
    typeof expiresIn === 'number' ? String(expiresIn) : typeof expiresIn === 'string' ? expiresIn : '',
  )
  if (digits === null) return lifeWhenUnknownMs
  return Math.min(Math.max(Number(digits[1]) * unitMs, minLifeMs), longestLifeMs)
}

export interface Application {
  appId: string
  appKey: string
}

export interface IssuedToken {
  token: string
  lifeMs: number
}

const tokenError = (detail: Partial<ConstructorParameters<typeof UpstreamError>[0]>) =>
  new UpstreamError({ kind: 'invalid', operation: 'get_token', ...detail })

/** A larger difference between the clocks, ms, explains a refused signature. */
export const clockGapMs = 120_000

/** Returns the error of a refused token request; `clock`, with the service's time as message, when the clocks differ. */
function refusal(
  profile: Profile,
  {
    code,
    message,
    date,
    now,
  }: { code: string | null; message: string | null; date: number | null; now: number },
  secrets: readonly string[],
): UpstreamError {
  const said = { code: withoutSecrets(code, secrets), serviceMessage: withoutSecrets(message, secrets) }
  const meaning = meaningOfRefusal(profile, code)
  const isOfKey = isOneOf(profile.codes.credentials, code)
  // The clocks first: they are evidence, while a code may mean something else at this service.
  const isClock = date !== null && Math.abs(date - now) >= clockGapMs
  if (isClock && (isOfKey || meaning.kind === 'refused'))
    return tokenError({ kind: 'clock', code: said.code, serviceMessage: new Date(date).toISOString() })
  return tokenError(isOfKey ? { kind: 'credentials', ...said } : { ...meaning, ...said })
}

const credentialsRefused = ({ status }: HttpAnswer) =>
  tokenError({ kind: 'credentials', code: `HTTP ${status}` })

/** Returns a usable token. With other characters, undici throws errors that print the token. */
function issued(profile: Profile, token: unknown, expiresIn: unknown, unitMs: number): IssuedToken | null {
  if (typeof token !== 'string') return null
  if (token.length < profile.token.minLength || !/^[\x21-\x7e]{1,4096}$/.test(token))
    throw tokenError({ code: 'unusable token' })
  return { token, lifeMs: tokenLifeMs(expiresIn, unitMs) }
}

export const tokenRequest = (parts: Partial<Request>): Request => ({
  operation: 'get_token',
  service: 'v5',
  method: 'GET',
  path: '/api/get_token',
  query: {},
  headers: {},
  ...parts,
})

/** Operation 1 (docs/upstream-api.md). */
export async function requestToken(
  sender: Pick<Sender, 'send'>,
  { appId, appKey }: Application,
  profile: Profile,
  now: number,
): Promise<IssuedToken> {
  const createTime = String(profile.token.createTime === 's' ? Math.floor(now / 1000) : now)
  const sign = signGetToken(appId, createTime, appKey, profile)
  const query = { appid: appId, create_time: createTime, sign }
  const answer = await sender.send(tokenRequest({ query }))
  const envelope = v5Envelope.read(answer.json)
  if (envelope === null || envelope.ret_code === null)
    throw isForbidden(answer.status) ? credentialsRefused(answer) : tokenError({})
  const { ret_code: code, ret_msg: message, item } = envelope
  if (!isOneOf(profile.envelopes.v5.success, code))
    throw refusal(profile, { code, message, date: answer.date, now }, [sign, appKey])
  const sent: Sent = isSent(item) ? item : {}
  const given = sent['token'] ?? sent['accessToken'] ?? sent['access_token']
  const token = issued(profile, given, sent['expires_in'] ?? sent['expiresIn'], 1000)
  if (token === null || contradictionOf(profile, answer, { success: true, code }) !== null)
    throw tokenError({})
  return token
}

/** POST /tokens/company of the voice service (docs/upstream-api.md#company-token); its `expires_in` is in milliseconds. */
export async function requestCompanyToken(
  sender: Pick<Sender, 'send'>,
  { appId, appKey }: Application,
  profile: Profile,
  now: number,
): Promise<IssuedToken> {
  const currentTime = String(now)
  const sign = signCompanyToken(appId, currentTime, appKey, profile)
  const body = { responseType: companyTokenResponseType, appId, currentTime, sign }
  const answer = await sender.send(
    tokenRequest({ service: 'extensions', method: 'POST', path: '/tokens/company', body }),
  )
  const { json, status, date } = answer
  // A success has no envelope (docs/upstream-api.md#company-token); a refusal has one.
  const token = isSent(json) ? issued(profile, json['access_token'], json['expires_in'], 1) : null
  if (token !== null && contradictionOf(profile, answer, { success: true, code: null }) === null) return token
  const [refused, refusedAsV5] = [extensionEnvelope.read(json), v5Envelope.read(json)]
  if (isForbidden(status)) throw credentialsRefused(answer)
  if (token !== null || refused === null || refusedAsV5 === null) throw tokenError({})
  const code = refused.retCode ?? refusedAsV5.ret_code
  const message = refused.retMsg ?? refusedAsV5.ret_msg
  throw refusal(profile, { code, message, date, now }, [sign, appKey])
}

interface KeeperOptions {
  /** The credential's key in the store: base URL, app id and kind, always all three. */
  key: string
  store: TokenStore
  /** Requests a token from the service. */
  request: () => Promise<IssuedToken>
  /** Share of the token's life after which it is renewed in the background. */
  renewAtShare: number
  cooldowns?: Cooldowns | undefined
}

/**
 * Holds the token of one credential for all callers. Renewals are single flight within the process; a lease and a generation in
 * the store make the replicas renew once between them. Renews early, in the background.
 */
export class TokenKeeper {
  readonly #options: KeeperOptions
  readonly #cooldowns: Cooldowns
  #current: (UsableToken & { expiresAt: number; renewAt: number; settlesAt: number }) | null = null
  /** The service has refused tokens up to this generation. */
  #refused = 0
  #renewal: Promise<void> | null = null
  #failure: { error: unknown; at: number } | null = null
  #isClosed = false

  constructor(options: KeeperOptions) {
    this.#options = options
    this.#cooldowns = options.cooldowns ?? defaultCooldowns
  }

  /**
   * Returns a usable token. `badGeneration` is the generation that the service has just refused; a newer token is returned.
   * Throws get_token's `UpstreamError`. During a cooldown, and while another attempt is under way after a failed one, throws
   * the last failure again without asking the service.
   */
  async obtain(badGeneration = 0): Promise<UsableToken> {
    if (badGeneration > 0) this.refuse(badGeneration)
    for (;;) {
      const here = performance.now()
      const current = this.#current
      if (current !== null && current.generation > this.#refused && current.expiresAt > here) {
        if (current.renewAt < here && this.#renewal === null && !this.#isClosed)
          this.#renewOnce(current.generation + 1).catch(() => undefined)
        return current
      }
      const failure = this.#failure
      if (this.#renewal !== null && failure !== null && here - failure.at < this.#cooldowns.failingMs)
        throw failure.error
      await this.#renewOnce(0)
    }
  }

  /** Marks a token as refused without waiting for a new token, unless it may still come to work. */
  refuse(generation: number): void {
    if (!this.isSettling(generation)) this.#refused = Math.max(this.#refused, generation)
  }

  /** True for a token that has just replaced a refused one and was not accepted yet: some services accept a token only after a moment. */
  isSettling(generation: number): boolean {
    return this.#current?.generation === generation && performance.now() < this.#current.settlesAt
  }

  /** Notes that the service accepted this token: a later refusal means that it ended. */
  settled(generation: number): void {
    if (this.#current?.generation === generation) this.#current.settlesAt = 0
  }

  /** Renews the token now, at any age. */
  async renew(): Promise<void> {
    if (this.#renewal !== null) await this.#renewal
    await this.#renewOnce(Infinity)
  }

  async state(): Promise<{ state: TokenState; now: number; renewing: boolean }> {
    return { ...(await this.#options.store.read(this.#options.key)), renewing: this.#renewal !== null }
  }

  close(): void {
    this.#isClosed = true
  }

  #renewOnce(least: number): Promise<void> {
    this.#renewal ??= this.#acquire(least)
      .then(
        () => {
          this.#failure = null
        },
        (error: unknown) => {
          this.#failure = { error, at: performance.now() }
          throw error
        },
      )
      .finally(() => {
        this.#renewal = null
      })
    return this.#renewal
  }

  /**
   * Puts a usable token into `#current`, or throws. A good token older than generation `least` is renewed once. Infinity, for a
   * renewal by a person, renews any token and ignores the cooldown.
   */
  async #acquire(least: number): Promise<void> {
    const { key, store } = this.#options
    const { credentialsMs, refusedMs, failingMs } = this.#cooldowns
    const deadline = performance.now() + waitMs
    const isByPerson = least === Infinity
    for (let minGeneration: number | null = null; ;) {
      // Another replica may have renewed the token already.
      const { state, now } = await store.read(key)
      minGeneration ??= Math.min(least, state.generation + 1)
      const isGood = state.token !== null && state.generation > this.#refused && usableUntil(state) > now
      if (isGood && state.generation >= minGeneration) return this.#use(state, now)
      const cooling = (state.cooldownUntil ?? 0) - now
      // A longer cooldown began before the store's clock was put back.
      if (cooling > 0 && cooling <= Math.max(credentialsMs, refusedMs) && !isByPerson)
        throw restoredError(state.lastError, Math.ceil(cooling / 1000))
      const fencingToken = await store.lease(key, state.generation, leaseMs)
      if (fencingToken !== null) await this.#renewUnderLease(fencingToken, state, now, isByPerson)
      else if (state.lastError !== null && now - (state.cooldownUntil ?? 0) < failingMs)
        throw restoredError(state.lastError, 1)
      else if (performance.now() > deadline) throw tokenError({ kind: 'timeout' })
      else await sleep(20 + Math.random() * 30)
    }
  }

  async #renewUnderLease(
    fencingToken: number,
    state: TokenState,
    now: number,
    isByPerson: boolean,
  ): Promise<void> {
    const { key, store, request } = this.#options
    const { generation, token: old, issuedAt, expiresAt, renewals } = state
    const { usualMs, credentialsMs, refusedMs } = this.#cooldowns
    const isYoung = now < ((issuedAt ?? 0) + (expiresAt ?? 0)) / 2
    const because = old !== null && generation <= this.#refused && isYoung ? 'refused' : 'due'
    const fail = (error: UpstreamError, cooldownMs: number) =>
      store.failed(key, fencingToken, { error: describe(error), cooldownMs })
    const contentions = contentionAt(renewals, now)
    const waitMs = (contentions.at(-1) ?? -Infinity) + refusedMs - now
    if (because === 'refused' && !isByPerson && waitMs > 0) {
      const error = tokenError({ kind: 'token', code: 'refused again', retryAfter: Math.ceil(waitMs / 1000) })
      await fail(error, waitMs)
      throw error
    }
    try {
      const latest = [...renewals, { at: now, because } as const].slice(-remembered)
      await store.renewed(key, fencingToken, { ...(await request()), renewals: latest })
    } catch (error) {
      const cause = error instanceof UpstreamError ? error : tokenError({})
      await fail(cause, cause.kind === 'credentials' || cause.kind === 'clock' ? credentialsMs : usualMs)
      throw cause
    }
  }

  #use(state: TokenState, now: number): void {
    if (state.token === null || state.issuedAt === null || state.expiresAt === null) return
    // The times are by the store's clock; the remaining life is measured by our own monotonic clock.
    const life = state.expiresAt - state.issuedAt
    const renewAt = Math.max(life * this.#options.renewAtShare * (1 - Math.random() * 0.1), minLifeMs)
    const here = performance.now() - now
    const isReplacement = this.#refused > 0 && this.#refused === state.generation - 1
    this.#current = {
      settlesAt: isReplacement ? performance.now() + this.#cooldowns.settleMs : 0,
      token: state.token,
      generation: state.generation,
      expiresAt: here + usableUntil(state),
      renewAt: here + state.issuedAt + renewAt,
    }
  }
}

/** Returns when a token stops being used, by the store's clock; short-lived tokens are used to their end. */
function usableUntil({ token, issuedAt, expiresAt }: TokenState): number {
  if (token === null || issuedAt === null || expiresAt === null) return 0
  return expiresAt - Math.max(0, Math.min(marginMs, expiresAt - issuedAt - minLifeMs))
}

const describe = (error: UpstreamError): string =>
  [error.kind, error.code ?? '', error.serviceMessage ?? ''].join('|')

function restoredError(lastError: string | null, retryAfter: number): UpstreamError {
  const [kind, code = '', ...message] = (lastError ?? '').split('|')
  return tokenError({
    kind: isErrorKind(kind) ? kind : 'token',
    code: code === '' ? null : code,
    serviceMessage: message.join('|') === '' ? null : message.join('|'),
    retryAfter,
  })
}

import * as client from 'openid-client'
import { ssoCallback, type SsoRefusal } from '#contract/sso.ts'
import type { OidcConfig } from '../platform/config/config.ts'
import { claimAt, hasSecondFactor, identityOf, type Claims, type Identity } from './sso-claims.ts'

/** How far the provider's clock may be ahead, ms. */
const clockAheadMs = 60_000

/** Returns when the person authenticated, epoch ms, at the latest now; `null` when the provider sends no time, or one in the future. */
function authTimeOf(seconds: number | undefined): number | null {
  const [time, now] = [(seconds ?? Infinity) * 1000, Date.now()]
  return time > now + clockAheadMs ? null : Math.min(time, now)
}

/** The values that the provider's response to a sign-in must match. */
export interface Expected {
  state: string
  nonce: string
  verifier: string
  /** The person has to authenticate again, even if the provider remembers them. */
  fresh: boolean
}

/** A sign-in at the provider that does not succeed. */
export class SsoError extends Error {
  override readonly name = 'SsoError'
  readonly refusal: SsoRefusal
  /** For the audit: codes and claim names, never a message or a value, which the provider may have written. */
  readonly detail: string
  /** The person, once the provider has verified them. */
  readonly who: Identity | null
  constructor(
    refusal: SsoRefusal,
    detail: string,
    { who = null, ...options }: ErrorOptions & { who?: Identity | null } = {},
  ) {
    super(`${refusal}: ${detail}`, options)
    this.refusal = refusal
    this.detail = detail
    this.who = who
  }
}

/** `fetch` with a deadline. The library lets it follow no redirects. */
const fetchUntil =
  (deadline: AbortSignal): client.CustomFetch =>
  (url, { body, ...options }) =>
    fetch(url, {
      ...options,
      // Requests have a URL-encoded form or no body.
      ...(body instanceof URLSearchParams ? { body } : {}),
      signal: deadline,
    })

/** Returns the codes and claim names of an error of openid-client or `fetch`. */
function wordsOf(error: unknown): string[] {
  const words: unknown[] = []
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    words.push(at.name)
    if (at instanceof client.AuthorizationResponseError || at instanceof client.ResponseBodyError)
      words.push(at.error)
    if ('code' in at) words.push(at.code)
    if (typeof at.cause === 'object' && at.cause !== null && 'claim' in at.cause) words.push(at.cause.claim)
  }
  const plain = words.filter((word): word is string => typeof word === 'string' && /^[\w-]{1,60}$/.test(word))
  return [...new Set(plain)]
}

/** Errors of a provider that did not respond, or not like an OpenID provider. */
const unavailable = [
  'TimeoutError',
  'AbortError',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'UND_ERR_SOCKET',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
]

function ssoErrorOf(cause: unknown): SsoError {
  const words = wordsOf(cause)
  const detail = words.join(' ').slice(0, 200)
  if (words.some((word) => unavailable.includes(word))) return new SsoError('unavailable', detail, { cause })
  return new SsoError(words.includes('access_denied') ? 'cancelled' : 'refused', detail, { cause })
}

/**
 * One OpenID provider, used as a confidential client (OpenID Connect Core 1.0, code flow with PKCE, state and nonce).
 * Checks every ID token against the provider's keys, although the token comes over TLS. Each step of a sign-in waits at
 * most `stepMs` for the provider.
 */
export class Oidc {
  readonly issuer: string
  readonly #config: OidcConfig
  readonly #redirectUri: string
  readonly #stepMs: number

  constructor(config: OidcConfig, publicUrl: string, stepMs: number) {
    this.issuer = config.issuer
    this.#config = config
    this.#redirectUri = `${publicUrl}${ssoCallback.path}`
    this.#stepMs = stepMs
  }

  /** Begins a sign-in. Returns the URL for the browser, and the values that the response must match. Throws `SsoError`. */
  async begin(fresh: boolean): Promise<{ url: string; expected: Expected }> {
    const provider = await this.#configuration()
    const verifier = client.randomPKCECodeVerifier()
    const expected = { state: client.randomState(), nonce: client.randomNonce(), verifier, fresh }
    // Some providers include the role claim only when a scope of its name is requested.
    const roleScopes = (provider.serverMetadata().scopes_supported ?? []).filter(
      (name) => name === this.#config.roleClaim,
    )
    const url = client.buildAuthorizationUrl(provider, {
      redirect_uri: this.#redirectUri,
      scope: [...new Set(['openid', 'profile', 'email', ...roleScopes])].join(' '),
      state: expected.state,
      nonce: expected.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(fresh ? { prompt: 'login', max_age: '0' } : {}),
    })
    return { url: url.href, expected }
  }

  /**
   * Handles the response that the browser brought back: exchanges the code and checks everything. Returns the person, when they
   * authenticated (`auth_time`), null when the provider sends no usable time, and whether with a second factor. Throws `SsoError`.
   */
  async finish(
    search: string,
    expected: Expected,
  ): Promise<{ identity: Identity; authTime: number | null; secondFactor: boolean }> {
    try {
      const provider = await this.#configuration()
      const tokens = await client.authorizationCodeGrant(provider, new URL(this.#redirectUri + search), {
        expectedState: expected.state,
        expectedNonce: expected.nonce,
        pkceCodeVerifier: expected.verifier,
        idTokenExpected: true,
        ...(expected.fresh ? { maxAge: 0 } : {}),
      })
      const idToken = tokens.claims()
      if (idToken === undefined) throw new SsoError('refused', 'no-id-token')
      // openid-client compares `azp` only when there are several audiences (OpenID Connect Core 3.1.3.7).
      if (idToken.azp !== undefined && idToken.azp !== this.#config.clientId)
        throw new SsoError('refused', 'azp')
      let claims: Claims = idToken
      const { userinfo_endpoint: userInfoUrl } = provider.serverMetadata()
      if (claimAt(claims, this.#config.roleClaim) === undefined && userInfoUrl !== undefined) {
        const userInfo = await client.fetchUserInfo(provider, tokens.access_token, idToken.sub)
        claims = { ...userInfo, ...idToken }
      }
      const identity = identityOf(claims, this.#config)
      if (identity === null) throw new SsoError('refused', 'subject-or-email')
      const secondFactor = hasSecondFactor(idToken, this.#config.secondFactorValues)
      return { identity, authTime: authTimeOf(idToken.auth_time), secondFactor }
    } catch (error) {
      throw error instanceof SsoError ? error : ssoErrorOf(error)
    }
  }

  /**
   * Returns the URL that ends the session at the provider (RP-Initiated Logout 1.0); `null` when the provider doesn't
   * support it or doesn't respond. The URL contains the client's ID, because logs of the URL would leak an ID token.
   * The provider may ask the person to confirm.
   */
  async endSession(back: string): Promise<string | null> {
    try {
      const provider = await this.#configuration()
      if (provider.serverMetadata().end_session_endpoint === undefined) return null
      return client.buildEndSessionUrl(provider, { post_logout_redirect_uri: back }).href
    } catch {
      return null
    }
  }

  /**
   * Reads the provider's metadata each time, so that the console notices an outage before it redirects the browser. The deadline
   * of a step begins here.
   */
  async #configuration(): Promise<client.Configuration> {
    const deadline = AbortSignal.timeout(this.#stepMs)
    const { clientId, clientSecret } = this.#config
    const issuer = new URL(this.issuer)
    const basic = client.ClientSecretBasic(clientSecret)
    const post = client.ClientSecretPost(clientSecret)
    const authenticate: client.ClientAuth = (provider, ...rest) => {
      const methods = provider.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
      return (methods.includes('client_secret_basic') ? basic : post)(provider, ...rest)
    }
    const provider = await client
      .discovery(issuer, clientId, undefined, authenticate, {
        [client.customFetch]: fetchUntil(deadline),
        // The configuration allows plain http on loopback only.
        execute: [
          client.enableNonRepudiationChecks,
          ...(issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []),
        ],
      })
      .catch((cause: unknown) => {
        throw new SsoError('unavailable', 'discovery', { cause })
      })
    // openid-client accepts a missing or extra slash, and one tenant for all. Require exactly the configured issuer.
    if (provider.serverMetadata().issuer !== this.issuer) throw new SsoError('unavailable', 'another-issuer')
    return provider
  }
}

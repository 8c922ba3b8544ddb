import * as client from 'openid-client'
import { ssoCallback } from '#contract/sso.ts'
import type { OidcConfig } from '../platform/config/config.ts'
import { claimAt, identityOf, type Claims, type Identity } from './sso-claims.ts'

/** How far the provider's clock may be ahead, ms. */
const clockAheadMs = 60_000

/** Returns when the person authenticated; `null` when the provider sends no time, or one in the future. */
function authTimeOf(seconds: number | undefined): Date | null {
  const time = (seconds ?? Infinity) * 1000
  return time > Date.now() + clockAheadMs ? null : new Date(time)
}

/** The values that the provider's response to a sign-in must match. */
export interface Expected {
  state: string
  nonce: string
  verifier: string
  /** The person has to authenticate again, even if the provider remembers them. */
  fresh: boolean
}

export type SsoAnswer =
  | {
      ok: true
      identity: Identity
      /** When the person authenticated (`auth_time`); null when the provider sends no usable time. */
      authTime: Date | null
    }
  | { ok: false; refusal: 'cancelled' | 'refused' | 'unavailable'; detail: string }

/** The provider did not respond, or not as OpenID Connect Discovery 1.0 requires. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
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

/**
 * Returns the error codes and claim names of a refusal, for the audit; never a message or a value, which the provider may
 * have written.
 */
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
  'ProviderError',
  'TimeoutError',
  'AbortError',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'UND_ERR_SOCKET',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
]

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

  /** Begins a sign-in. Returns the URL for the browser, and the values that the response must match. Throws `ProviderError`. */
  async begin(fresh: boolean): Promise<{ url: string; expected: Expected }> {
    const provider = await this.#configuration()
    const verifier = client.randomPKCECodeVerifier()
    const expected = { state: client.randomState(), nonce: client.randomNonce(), verifier, fresh }
    // Some providers include the role claim only when a scope of its name is requested.
    const more = (provider.serverMetadata().scopes_supported ?? []).filter(
      (name) => name === this.#config.roleClaim,
    )
    const url = client.buildAuthorizationUrl(provider, {
      redirect_uri: this.#redirectUri,
      scope: [...new Set(['openid', 'profile', 'email', ...more])].join(' '),
      state: expected.state,
      nonce: expected.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(fresh ? { prompt: 'login', max_age: '0' } : {}),
    })
    return { url: url.href, expected }
  }

  /** Handles the response that the browser brought back: exchanges the code and checks everything. Never throws. */
  async finish(search: string, expected: Expected): Promise<SsoAnswer> {
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
      if (idToken === undefined) return { ok: false, refusal: 'refused', detail: 'no-id-token' }
      // openid-client compares `azp` only when there are several audiences (OpenID Connect Core 3.1.3.7).
      if (idToken.azp !== undefined && idToken.azp !== this.#config.clientId)
        return { ok: false, refusal: 'refused', detail: 'azp' }
      let claims: Claims = idToken
      const { userinfo_endpoint: more } = provider.serverMetadata()
      if (claimAt(claims, this.#config.roleClaim) === undefined && more !== undefined) {
        const userInfo = await client.fetchUserInfo(provider, tokens.access_token, idToken.sub)
        claims = { ...userInfo, ...idToken }
      }
      const identity = identityOf(claims, this.#config)
      return identity === null
        ? { ok: false, refusal: 'refused', detail: 'subject-or-email' }
        : {
            ok: true,
            identity,
            authTime: authTimeOf(idToken.auth_time),
          }
    } catch (error) {
      const words = wordsOf(error)
      const refusal = words.some((word) => unavailable.includes(word))
        ? 'unavailable'
        : words.includes('access_denied')
          ? 'cancelled'
          : 'refused'
      return { ok: false, refusal, detail: words.join(' ').slice(0, 200) }
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
        throw new ProviderError('discovery failed', { cause })
      })
    // openid-client accepts a missing or extra slash, and one tenant for all. Require exactly the configured issuer.
    if (provider.serverMetadata().issuer !== this.issuer) throw new ProviderError('another issuer')
    return provider
  }
}

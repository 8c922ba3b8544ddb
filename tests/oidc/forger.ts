import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createHash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose'

/** The forger's deviations from an honest provider. */
export interface Forgery {
  /** Changes the claims of the ID token; a claim set to undefined is omitted. */
  claims?: (claims: JWTPayload) => JWTPayload
  /** Replaces the signing of the ID token; null omits the token. */
  sign?: (claims: JWTPayload) => Promise<string> | string | null
  /** Changes the provider's discovery document. */
  description?: Record<string, unknown>
  userinfo?: Record<string, unknown>
  /** Answers a request itself and returns true, or returns false to leave it to the provider. */
  answer?: (path: string, response: ServerResponse) => boolean
}

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const send = (response: ServerResponse, body: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** Starts an OpenID provider that follows the rules, except for those that a test makes it break. */
export async function startForger() {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const stranger = await generateKeyPair('RS256')
  const key = { ...(await exportJWK(publicKey)), kid: 'one', use: 'sig', alg: 'RS256' }
  let forgery: Forgery = {}
  let issuer = ''
  let calls = 0
  const codes = new Map<string, { nonce: string; challenge: string; audience: string }>()

  const signWith =
    (secretOrKey: CryptoKey | Uint8Array, alg: string, header: Record<string, unknown> = {}) =>
    (claims: JWTPayload) =>
      new SignJWT(claims).setProtectedHeader({ alg, kid: 'one', ...header }).sign(secretOrKey)

  async function token(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(request))
    const code = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (code === undefined || proof !== code.challenge) {
      send(response, { error: 'invalid_grant' }, 400)
      return
    }
    const now = Math.floor(Date.now() / 1000)
    const honest: JWTPayload = {
      iss: issuer,
      sub: 'mallory',
      aud: code.audience,
      nonce: code.nonce,
      iat: now,
      exp: now + 300,
      auth_time: now,
      name: 'Mallory',
      email: 'mallory@example.com',
      groups: ['console-admins'],
    }
    const { claims = (same: JWTPayload) => same, sign = signWith(privateKey, 'RS256') } = forgery
    const idToken = await sign(claims(honest))
    send(response, {
      access_token: 'an access token',
      token_type: 'Bearer',
      expires_in: 300,
      ...(idToken === null ? {} : { id_token: idToken }),
    })
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', issuer)
    calls++
    if (forgery.answer?.(pathname, response) === true) return
    if (pathname === '/.well-known/openid-configuration')
      send(response, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/userinfo`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        ...forgery.description,
      })
    else if (pathname === '/keys') send(response, { keys: [key] })
    else if (pathname === '/token') await token(request, response)
    else if (pathname === '/userinfo') send(response, forgery.userinfo ?? { sub: 'mallory' })
    else send(response, { error: 'not_found' }, 404)
  }

  const server = createServer((request, response) => void respond(request, response))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  issuer = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`

  return {
    issuer,
    calls: () => calls,
    clientSecret: 'the secret of the client, long enough to sign with',
    /** Sets the forgery from now on; without an argument, the provider is honest. */
    forge: (how: Forgery = {}) => {
      forgery = how
    },
    /** Signs a person in. Returns the parameters that the browser brings back for this request. */
    grant(url: URL): URLSearchParams {
      const asked = url.searchParams
      const code = base64(codes.size + Math.random())
      codes.set(code, {
        nonce: asked.get('nonce') ?? '',
        challenge: asked.get('code_challenge') ?? '',
        audience: asked.get('client_id') ?? '',
      })
      return new URLSearchParams({ code, state: asked.get('state') ?? '' })
    },
    /** Signs with a key that does not belong to the provider. */
    signAsStranger: signWith(stranger.privateKey, 'RS256'),
    signWithOwnKey: (header: Record<string, unknown>) => signWith(stranger.privateKey, 'RS256', header),
    /** Signs with HMAC and a shared secret. */
    signHmac: (secret: string) => signWith(new TextEncoder().encode(secret), 'HS256'),
    unsigned: (claims: JWTPayload) => `${base64({ alg: 'none' })}.${base64(claims)}.`,
    publicKey: JSON.stringify(key),
    sign: signWith(privateKey, 'RS256'),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

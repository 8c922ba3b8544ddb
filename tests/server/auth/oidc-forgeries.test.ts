import type { JWTPayload } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { account } from '#contract/account.ts'
import { session } from '#contract/session.ts'
import { openForged, type Forged } from '../../oidc/forged-console.ts'
import type { Forgery } from '../../oidc/forger.ts'
import { origin } from '../bff.ts'

let console: Forged
beforeAll(async () => {
  console = await openForged()
})
afterAll(() => console.close())
beforeEach(() => console.forger.forge())

const now = () => Math.floor(Date.now() / 1000)
const claims = (change: JWTPayload): Forgery => ({ claims: (honest) => ({ ...honest, ...change }) })
/** Changes claims to other types than the declared ones, as a provider can send them. */
const odd = (change: Record<string, unknown>): Forgery => ({
  claims: (honest) => Object.assign({ ...honest }, change),
})

test('accepts the honest response, so each case below fails for its own reason', async () => {
  const browser = console.openBrowser()
  expect(await console.signIn(browser)).toBe('/')
  expect(await console.isIn(browser)).toBe(true)
})

const forged: [name: string, forgery: () => Forgery][] = [
  ['nonce of another sign-in', () => claims({ nonce: 'another' })],
  ['no nonce', () => claims({ nonce: undefined })],
  ['audience of another client', () => claims({ aud: 'another' })],
  ['two audiences, issued to the other', () => claims({ aud: ['console', 'another'], azp: 'another' })],
  ['two audiences, issued to neither', () => claims({ aud: ['console', 'another'] })],
  ['our audience, issued to another', () => claims({ azp: 'another' })],
  ['no audience', () => claims({ aud: undefined })],
  ['another issuer', () => claims({ iss: 'https://elsewhere.example.com' })],
  ['issuer with a slash more', () => claims({ iss: `${console.forger.issuer}/` })],
  ['no issuer', () => claims({ iss: undefined })],
  ['expired', () => claims({ exp: now() - 60 })],
  ['no expiry', () => claims({ exp: undefined })],
  ['expiry in words', () => odd({ exp: 'never' })],
  ['not valid before tomorrow', () => claims({ nbf: now() + 86_400 })],
  ['no time of issue', () => claims({ iat: undefined })],
  ['no subject', () => claims({ sub: undefined })],
  ['an empty subject', () => claims({ sub: '' })],
  ['a subject of control characters', () => claims({ sub: 'ada\nadmin' })],
  ['a subject too long', () => claims({ sub: 's'.repeat(256) })],
  ['a subject that is a number', () => odd({ sub: 7 })],
  ['e-mail with two @', () => claims({ email: 'admin@example.com@evil.example' })],
  ['e-mail with another in brackets', () => claims({ email: '<admin@example.com>mallory@evil.example' })],
  ['e-mail that is a list', () => odd({ email: ['admin@example.com'] })],
  ['e-mail with a line break', () => claims({ email: 'admin@example.com\n' })],
  ['alg none', () => ({ sign: console.forger.unsigned })],
  [
    'alg none, which it says it supports',
    () => ({
      sign: console.forger.unsigned,
      description: { id_token_signing_alg_values_supported: ['RS256', 'none'] },
    }),
  ],
  ['HS256 under the public key', () => ({ sign: console.forger.signHmac(console.forger.publicKey) })],
  [
    'HS256 under the client secret, which it says it supports',
    () => ({
      sign: console.forger.signHmac(console.forger.clientSecret),
      description: { id_token_signing_alg_values_supported: ['RS256', 'HS256'] },
    }),
  ],
  ['a stranger’s key under the known name', () => ({ sign: console.forger.signAsStranger })],
  [
    'a stranger’s key under a name of its own',
    () => ({ sign: console.forger.signWithOwnKey({ kid: 'two' }) }),
  ],
  [
    'a stranger’s key brought along',
    () => ({ sign: console.forger.signWithOwnKey({ kid: 'two', jku: `${console.forger.issuer}/keys` }) }),
  ],
  [
    'claims changed after signing',
    () => ({ sign: async (honest) => changed(await console.forger.sign(honest)) }),
  ],
  [
    'no signature',
    () => ({ sign: async (honest) => (await console.forger.sign(honest)).replace(/[^.]+$/, '') }),
  ],
  ['no ID token', () => ({ sign: () => null })],
  ['an ID token that is none', () => ({ sign: () => 'not.a.token' })],
]
function changed(token: string): string {
  const [header = '', , signature = ''] = token.split('.')
  const claims = { iss: console.forger.issuer, sub: 'admin', aud: 'console', exp: now() + 300, iat: now() }
  return [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.')
}

describe('R38: a forged ID token begins no session', () => {
  test.each(forged)('%s', async (_name, forgery) => {
    const browser = console.openBrowser()
    console.forger.forge(forgery())
    expect(await console.signIn(browser)).toMatch(/^\/sign-in\?sso=(refused|unavailable)$/)
    expect(await console.isIn(browser)).toBe(false)
    expect(await console.newestRefusal()).toMatchObject({
      object: console.forger.issuer,
      result: expect.stringMatching(/^sso-/),
    })
  })
})

describe('R38: a forged response begins no session', () => {
  test.each<[string, (answer: URLSearchParams) => void]>([
    ['another issuer in the answer', (answer) => answer.set('iss', 'https://elsewhere.example.com')],
    ['an invented code', (answer) => answer.set('code', 'invented')],
    ['two codes', (answer) => answer.append('code', 'second')],
    ['no code', (answer) => answer.delete('code')],
    ['an error beside the code', (answer) => answer.append('error', 'server_error')],
    ['an answer for another way of signing in', (answer) => answer.append('response', 'x.y.z')],
    ['tokens in the address', (answer) => answer.append('id_token', 'x.y.z')],
  ])('%s', async (_name, change) => {
    const browser = console.openBrowser()
    expect(await console.signIn(browser, {}, change)).toBe('/sign-in?sso=refused')
    expect(await console.isIn(browser)).toBe(false)
  })

  test('refuses a response without the issuer that the provider promised', async () => {
    const browser = console.openBrowser()
    const description = { authorization_response_iss_parameter_supported: true }
    console.forger.forge({ description })
    expect(await console.signIn(browser)).toBe('/sign-in?sso=refused')
    expect(await console.signIn(browser, {}, (answer) => answer.set('iss', console.forger.issuer))).toBe('/')
  })

  test('refuses the code of one browser with the state of another', async () => {
    const [mallory, ada] = [console.openBrowser(), console.openBrowser()]
    const stolen = console.forger.grant(await console.authorization(mallory)).get('code') ?? ''
    expect(await console.signIn(ada, {}, (answer) => answer.set('code', stolen))).toBe('/sign-in?sso=refused')
    expect(await console.isIn(ada)).toBe(false)
  })

  test('refuses a sign-in cookie that is forged, cut or empty', async () => {
    const name = '__Host-console-sso'
    const browser = console.openBrowser()
    const answer = console.forger.grant(await console.authorization(browser))
    const good = browser.jar(origin).get(name) ?? ''
    for (const cookie of [`${good.slice(0, -4)}AAAA`, good.slice(4), '', '%00']) {
      const path = `/api/auth/sso/callback?${answer.toString()}`
      const { headers } = await console.bff.send(path, { headers: { cookie: `${name}=${cookie}` } })
      expect(headers.get('location')).toBe('/sign-in?sso=expired')
    }
    expect(good).toMatch(/^[\w.-]{100,}$/)
  })

  test('refuses an old authentication, or one without a time, when a fresh one is required', async () => {
    const browser = console.openBrowser()
    console.forger.forge(claims({ auth_time: now() - 3600 }))
    expect(await console.signIn(browser, { fresh: true })).toBe('/sign-in?sso=refused')
    console.forger.forge(claims({ auth_time: undefined }))
    expect(await console.signIn(browser, { fresh: true })).toBe('/sign-in?sso=refused')
    console.forger.forge()
    expect(await console.signIn(browser, { fresh: true })).toBe('/')
  })

  test("dates a silent sign-in by the provider's auth time, and never as fresh without a usable one", async () => {
    const reveal = async (auth_time: number | undefined) => {
      console.forger.forge(claims({ auth_time }))
      const browser = console.openBrowser()
      expect(await console.signIn(browser)).toBe('/')
      const answer = await browser.request(new URL('/api/extensions/1000/secret', origin), {
        method: 'POST',
        headers: console.bff.pageHeaders,
        body: JSON.stringify({ reason: 'ticket 4711' }),
      })
      return JSON.stringify(await answer.json())
    }
    expect(await reveal(now())).toContain('"password"')
    // A day in the future, milliseconds instead of seconds, and more than a date can hold.
    for (const stale of [now() - 3600, undefined, now() + 86_400, now() * 1000, 1e18])
      expect(await reveal(stale)).toContain('"sign-in-again"')
    console.forger.forge()
  })

  test("refuses user information of another subject than the ID token's", async () => {
    console.forger.forge({
      ...claims({ groups: undefined }),
      userinfo: { sub: 'ada', groups: ['console-admins'] },
    })
    expect(await console.signIn(console.openBrowser())).toBe('/sign-in?sso=refused')
    console.forger.forge({
      ...claims({ groups: undefined }),
      userinfo: { sub: 'mallory', groups: ['console-admins'] },
    })
    expect(await console.signIn(console.openBrowser())).toBe('/')
  })

  test.each<[string, Record<string, unknown>]>([
    ['part of the value', { groups: ['console-admins-of-another'] }],
    ['the value among words', { groups: 'staff console-admins' }],
    ['a number', { groups: 7 }],
    ['the value a level down', { groups: { groups: ['console-admins'] } }],
    ['nothing', { groups: null }],
  ])('grants no role for a role claim that is %s', async (_name, change) => {
    console.forger.forge(odd(change))
    expect(await console.signIn(console.openBrowser())).toBe('/sign-in?sso=no-role')
  })
})

test("shows the session's email on the account page, and refuses a change of name", async () => {
  console.forger.forge()
  const browser = console.openBrowser()
  expect(await console.signIn(browser)).toBe('/')
  const read = async (path: string): Promise<unknown> => (await browser.request(new URL(path, origin))).json()
  const { user } = session.parse(await read('/api/session'))
  expect(account.parse(await read('/api/account'))).toMatchObject({ email: user.email, isSsoUser: true })
  expect(user.email).not.toContain('sso.invalid')
  const renamed = await browser.request(new URL('/api/account', origin), {
    method: 'PATCH',
    headers: console.bff.pageHeaders,
    body: '{"name":"Another"}',
  })
  expect(await renamed.json()).toMatchObject({ code: 'user-elsewhere' })
})

test('writes no secret of the flow to log or audit', async () => {
  const browser = console.openBrowser()
  const asked = await console.authorization(browser)
  const answer = console.forger.grant(asked)
  await browser.request(new URL(`/api/auth/sso/callback?${answer.toString()}`, origin))
  const { text } = await console.bff.requestAs('admin', '/api/audit?pageSize=1000')
  const secrets = [
    console.forger.clientSecret,
    answer.get('code'),
    answer.get('state'),
    asked.searchParams.get('nonce'),
  ]
  for (const secret of secrets) {
    expect(secret).toMatch(/.{10}/)
    expect(`${text}${console.bff.logged.join('')}`).not.toContain(secret)
  }
})

test.each([
  [{ amr: ['pwd', 'mfa'] }, undefined],
  [{ acr: 'phr' }, undefined],
  [{ amr: ['pwd'] }, 'provider'],
  [{ amr: 'mfa' }, 'provider'],
  [{}, 'provider'],
])('asks a provider that confirms second factors for one: %j', async (confirmed, need) => {
  const strict = await openForged(['mfa', 'phr'])
  strict.forger.forge(claims(confirmed))
  const browser = strict.openBrowser()
  await strict.signIn(browser)
  const found = session.parse(await (await browser.request(new URL('/api/session', origin))).json())
  expect(found.secondFactorNeed).toBe(need)
  expect((await browser.request(new URL('/api/users', origin))).status).toBe(need === undefined ? 200 : 403)
  await strict.close()
})

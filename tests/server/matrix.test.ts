import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allows, permissionNames, roleNames, type Permission, type Role } from '#contract/access.ts'
import { apiScopes, createApiToken } from '#contract/api-tokens.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ssoCallback } from '#contract/sso.ts'
import { listUsers } from '#contract/users.ts'
import { openBff, origin, type Bff } from './bff.ts'
import { asAdmin, changeUser } from './change-user.ts'
import { endpoints, urlOf } from './endpoints.ts'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
const actors = [
  'anonymous',
  'disabled',
  ...roleNames,
  'limited supervisor',
  'token',
  'reading token',
  'service token',
  'limited token',
] as const
type Actor = (typeof actors)[number]
/** A method without an endpoint has no handler that could tell callers apart: one without a session, one with every permission and a token are enough. */
const ofNoEndpoint: readonly Actor[] = ['anonymous', 'admin', 'token']
/** The permissions of each signed-in caller, from the declarations. */
const scopes = {
  token: apiScopes,
  'reading token': ['extension.read'],
  'service token': apiScopes,
  'limited token': ['extension.read', 'extension.reserve', 'request.manage', 'label.write'],
} as const
const isToken = (actor: Actor): actor is keyof typeof scopes => actor in scopes

let bff: Bff
let disabledCookie = ''
let limitedCookie = ''
const tokens = { token: '', 'reading token': '', 'service token': '', 'limited token': '' }
const lena = { email: 'lena@example.com', password: 'a password for Lena' }
const dora = { email: 'dora@example.com', password: 'a password for Dora' }

async function signIn(user: { email: string; password: string }): Promise<string> {
  const { headers } = await bff.requestAs(null, '/api/auth/sign-in/email', user)
  return headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

beforeAll(async () => {
  bff = await openBff()
  await bff.console.auth.users.create({ ...dora, name: 'Dora', role: 'admin' })
  disabledCookie = await signIn(dora)
  await bff.console.auth.users.create({ ...lena, name: 'Lena', role: 'supervisor' })
  const { items } = listUsers.answer.parse((await bff.requestAs('admin', '/api/users')).body)
  const change = async (email: string, changed: object) => {
    const id = items.find((user) => user.email === email)?.id
    expect((await changeUser(asAdmin(bff), id, changed)).status).toBe(200)
  }
  await change(dora.email, { disabled: true })
  await change(lena.email, { limit: { departments: ['Sales'], pools: [] } })
  limitedCookie = await signIn(lena)
  const limited = { name: 'limited token', scopes: scopes['limited token'], days: 30 }
  const lenas = await bff.requestAs(null, '/api/account/api-tokens', limited, { cookie: limitedCookie })
  tokens['limited token'] = createApiToken.answer.parse(lenas.body).token
  for (const actor of ['token', 'reading token', 'service token'] as const) {
    const path = actor === 'service token' ? '/api/service-tokens' : '/api/account/api-tokens'
    const made = await bff.requestAs('admin', path, {
      name: actor,
      scopes: scopes[actor],
      days: 30,
    })
    tokens[actor] = createApiToken.answer.parse(made.body).token
  }
})
afterAll(() => bff.close())

/** The headers by which a caller is known. */
async function headersOf(actor: Actor): Promise<Record<string, string>> {
  if (actor === 'anonymous') return {}
  if (isToken(actor)) return { authorization: `Bearer ${tokens[actor]}` }
  if (actor === 'disabled') return { cookie: disabledCookie }
  if (actor !== 'limited supervisor') return { cookie: await bff.cookieOf(actor) }
  limitedCookie ||= await signIn(lena)
  return { cookie: limitedCookie }
}

const isLimited = (actor: Actor) => actor === 'limited supervisor' || actor === 'limited token'

function isAllowed(actor: Role | keyof typeof scopes, { access, freshSignIn }: Endpoint): boolean {
  if (access === 'anyone') return true
  if (!isToken(actor)) return access === 'signed-in' || allows(actor, access)
  const held: readonly Permission[] = scopes[actor]
  const isProved = freshSignIn === false || held.includes('secret.reveal')
  return access !== 'signed-in' && held.includes(access) && isProved
}

const patternOf = ({ path }: Endpoint) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)

/** Returns the declared endpoint of a request; `null` when none matches. A literal path wins over a path parameter. */
function declared(method: string, path: string): Endpoint | null {
  const asked = method === 'HEAD' ? 'GET' : method
  const fitting = endpoints
    .map(([, endpoint]) => endpoint)
    .filter((endpoint) => endpoint.method === asked && patternOf(endpoint).test(path))
  return fitting.find((endpoint) => endpoint.path === path) ?? fitting[0] ?? null
}

function expected(method: string, path: string, actor: Actor): string {
  const endpoint = declared(method, path)
  if (endpoint === null) return 'not-found'
  if (endpoint.access === 'anyone') return 'let in'
  if (actor === 'anonymous' || actor === 'disabled') return 'unauthenticated'
  if (!isAllowed(actor === 'limited supervisor' ? 'supervisor' : actor, endpoint)) return 'forbidden'
  return 'let in'
}

const paths = [...new Set(endpoints.map(([, endpoint]) => urlOf(endpoint).split('?')[0] ?? ''))]
const queryOf = new Map(
  endpoints.map(([, endpoint]) => [urlOf(endpoint).split('?')[0] ?? '', urlOf(endpoint).split('?')[1] ?? '']),
)

test('R31: has a session cookie of the disabled user', async () => {
  expect(disabledCookie).toMatch(/^__Host-console-session=.{20}/)
  const { body } = await bff.requestAs('admin', '/api/users')
  expect(body['items']).toContainEqual(expect.objectContaining({ email: dora.email, disabled: true }))
})

describe.each(paths)('R31: %s', (path) => {
  test('lets in or refuses each actor and method as declared', async () => {
    const differences: string[] = []
    const ofAnonymous = new Map<string, string>()
    for (const method of methods)
      for (const actor of declared(method, path) === null ? ofNoEndpoint : actors) {
        const bodyless = method === 'GET' || method === 'HEAD'
        const query = bodyless ? (queryOf.get(path) ?? '') : ''
        const { status, body, headers } = await bff.send(`${path}${query === '' ? '' : `?${query}`}`, {
          method,
          headers: { ...bff.pageHeaders, ...(await headersOf(actor)) },
          ...(bodyless ? {} : { body: '{}' }),
        })
        // A HEAD response has no body, so the code follows from the status.
        const code =
          method === 'HEAD'
            ? ({ 401: 'unauthenticated', 403: 'forbidden', 404: 'not-found' }[status] ?? 'let in')
            : String(body['code'])
        const refused = ['unauthenticated', 'forbidden', 'limited', 'not-found'].includes(code)
        const outcome = refused ? code : 'let in'
        // Every caller with the permission gets not-found for a missing number or job.
        const right = expected(method, path, actor)
        // Some endpoints refuse what lies outside of a limit; reading is open.
        const isBeyondLimit =
          isLimited(actor) &&
          outcome === 'limited' &&
          declared(method, path)?.problems?.includes('limited') === true
        const fits = outcome === right || (right === 'let in' && (outcome === 'not-found' || isBeyondLimit))
        if (!fits || status >= 500)
          differences.push(`${method} as ${actor}: ${status} ${outcome}, not ${right}`)
        // The session of a disabled user is none, also where anyone is let in.
        const answer = `${status} ${code}`
        if (actor === 'anonymous') ofAnonymous.set(method, answer)
        if (actor === 'disabled' && answer !== ofAnonymous.get(method))
          differences.push(`${method} as disabled: ${answer}, not ${ofAnonymous.get(method)}`)
        if (headers.get('cache-control') !== 'no-store')
          differences.push(`${method} as ${actor}: may be stored`)
        const isUsedUp = declared(method, path)?.freshSignIn === 'once'
        if ((path.endsWith('/sign-out') && method === 'POST') || isUsedUp) {
          bff.forgetCookies()
          limitedCookie = ''
        }
      }
    expect(differences).toEqual([])
  })
})

test('R31: serves no route that the contract does not declare', () => {
  const known = new Set(endpoints.map(([, { method, path }]) => `${method} ${path}`))
  const unlisted = bff.console.app.routes
    .map(({ method, path }) => `${method} ${path}`)
    .filter((route) => !known.has(route))
  expect([...new Set(unlisted)].toSorted()).toEqual([
    'ALL /*',
    'ALL /api',
    'ALL /api/*',
    'GET /healthz',
    'GET /readyz',
  ])
})

describe('R32: requests from other sites', () => {
  const mutating = endpoints.filter(([, { method }]) => method !== 'GET')
  const json = { 'content-type': 'application/json' }
  const forged: [name: string, headers: Record<string, string>][] = [
    [
      'a form',
      {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://evil.example',
        'sec-fetch-site': 'cross-site',
      },
    ],
    ['a form as plain text', { 'content-type': 'text/plain', origin: 'https://evil.example' }],
    ['no header at all', json],
    ['a foreign origin', { ...json, origin: 'https://evil.example', 'x-console': '1' }],
    ['a null origin', { ...json, origin: 'null', 'x-console': '1' }],
    [
      'an origin that begins like ours',
      { ...json, origin: 'https://console.example.com.evil.example', 'x-console': '1' },
    ],
    ['ours over plain http', { ...json, origin: 'http://console.example.com', 'x-console': '1' }],
    [
      'cross-site metadata',
      { ...json, origin: 'https://console.example.com', 'x-console': '1', 'sec-fetch-site': 'cross-site' },
    ],
    [
      'a sibling site',
      { ...json, origin: 'https://console.example.com', 'x-console': '1', 'sec-fetch-site': 'same-site' },
    ],
    ['a navigation', { ...json, 'x-console': '1', 'sec-fetch-site': 'none' }],
    ['ours without X-Console', { ...json, origin, 'sec-fetch-site': 'same-origin' }],
    [
      'same-origin metadata with a foreign origin',
      { ...json, origin: 'https://evil.example', 'x-console': '1', 'sec-fetch-site': 'same-origin' },
    ],
  ]
  const state = async () =>
    Promise.all(
      ['/api/settings', '/api/users', '/api/jobs', '/api/account'].map(
        async (path) => (await bff.requestAs('admin', path)).text,
      ),
    )

  test.each(forged)('%s: gets 403 from every mutating route and changes nothing', async (_name, headers) => {
    const before = await state()
    const cookie = await bff.cookieOf('admin')
    for (const [, endpoint] of mutating) {
      const { status, body } = await bff.send(urlOf(endpoint), {
        method: endpoint.method,
        headers: { ...headers, cookie, 'idempotency-key': 'k'.repeat(20) },
        body: '{"ext":"7777","legacyCreate":true,"role":"admin"}',
      })
      expect([endpoint.path, status, body['code']]).toEqual([endpoint.path, 403, 'cross-site'])
    }
    expect(await state()).toEqual(before)
    expect(bff.sandbox.calls('create_extension')).toBe(0)
  })

  test.each([
    ['same-site', { 'sec-fetch-site': 'same-site' }],
    ['cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['another origin', { origin: 'https://evil.example' }],
  ])('%s: gets 403 from every read route and exports nothing', async (_name, site) => {
    const cookie = await bff.cookieOf('admin')
    const exportsOnRecord = async () => (await bff.requestAs('admin', '/api/audit?action=audit.export')).text
    const before = await exportsOnRecord()
    for (const [, endpoint] of endpoints.filter(
      ([, { method, path }]) => method === 'GET' && path !== ssoCallback.path,
    )) {
      const { status, body } = await bff.send(urlOf(endpoint), {
        headers: { cookie, ...site },
      })
      expect([endpoint.path, status, body['code']]).toEqual([endpoint.path, 403, 'cross-site'])
    }
    expect(await exportsOnRecord()).toBe(before)
    for (const own of ['same-origin', 'none'])
      expect((await bff.send('/api/account', { headers: { cookie, 'sec-fetch-site': own } })).status).toBe(
        200,
      )
    expect((await bff.send('/healthz', { headers: site })).status).toBe(200)
  })

  test('a GET with a method override changes nothing', async () => {
    const before = await state()
    for (const [, endpoint] of mutating) {
      const { method } = endpoint
      await bff.send(`${urlOf(endpoint)}?_method=${method}`, {
        headers: {
          ...bff.pageHeaders,
          cookie: await bff.cookieOf('admin'),
          'x-http-method-override': method,
          'x-http-method': method,
          'x-method-override': method,
        },
      })
    }
    expect(await state()).toEqual(before)
  })
})

test('grants no role more than who grants it holds: a role that manages users has every permission', () => {
  for (const role of roleNames.filter((each) => allows(each, 'user.manage')))
    expect(permissionNames.filter((permission) => !allows(role, permission))).toEqual([])
})

test('R52: sends no-store on odd API paths and never answers them with 200', async () => {
  for (const role of ['admin', 'supervisor'] as const)
    for (const path of [
      '/api/session/foo.css',
      '/api/session.css',
      '/api;x/session',
      '/api/session;x',
      '//api/session',
      '/api//session',
      '/api/session/',
      '/API/session',
      '/api/session%00',
      '/api/x/foo.js',
    ]) {
      const { status, headers } = await bff.requestAs(role, path)
      expect([path, status === 200]).toEqual([path, false])
      expect([path, headers.get('cache-control')]).toEqual([path, 'no-store'])
    }
})

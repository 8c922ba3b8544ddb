import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listen } from '#server/platform/http/listen.ts'
import { openBff, type Bff } from './bff.ts'
import { endpoints } from './endpoints.ts'
import { users } from '../stores/prepared-store.ts'

let bff: Bff
beforeAll(async () => {
  bff = await openBff()
})
afterAll(() => bff.close())

// matrix.test.ts forges every mutating request.
describe('a mutating request', () => {
  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=utf-8', ''])(
    'is refused with content type %j',
    async (type) => {
      const answer = await bff.requestAs(
        'admin',
        '/api/settings',
        { legacyCreate: true },
        { 'content-type': type },
        'PATCH',
      )
      expect(answer.status).toBe(415)
    },
  )
})

describe('a request for another host', () => {
  const wrongHost = {
    status: 421,
    body: {
      code: 'misdirected',
      errors: [{ path: 'Host', message: expect.stringContaining('PUBLIC_URL') }],
    },
  }
  const statusAt = async (url: string) => {
    const response = await bff.console.app.fetch(new Request(url, { headers: bff.pageHeaders }))
    return { status: response.status, body: await response.json() }
  }

  test.each(['https://evil.example', 'http://localhost.example', 'https://console.example.com.evil.example'])(
    'is refused on every API path: %s',
    async (other) => {
      for (const [, { path }] of endpoints) expect(await statusAt(other + path)).toMatchObject(wrongHost)
      expect(await statusAt(`${other}/api/none`)).toMatchObject(wrongHost)
      expect(await statusAt(`${other}/api`)).toMatchObject(wrongHost)
    },
  )

  test('reaches health checks; the API accepts only its own host at any port and loopback', async () => {
    for (const path of ['/healthz', '/readyz'])
      expect(await statusAt(`http://replica.example:8080${path}`)).toMatchObject({ status: 200 })
    for (const own of [
      'http://CONSOLE.example.com:8080',
      'http://127.0.0.1:8080',
      'http://localhost',
      'http://[::1]',
    ])
      expect([own, await statusAt(`${own}/api/auth/methods`)]).toMatchObject([own, { status: 200 }])
  })
})

describe('the names of loopback are one origin', () => {
  let local: Bff
  beforeAll(async () => {
    const oidc = {
      issuer: 'http://127.0.0.1:9',
      clientId: 'console',
      clientSecret: 'the secret of the console',
      roleClaim: 'groups',
      secondFactorValues: null,
      roleValues: { admin: 'admins', supervisor: 'supervisors', 'help-desk': null, auditor: null },
    }
    local = await openBff({ publicUrl: 'http://127.0.0.1:8080', oidc })
  })
  afterAll(() => local.close())

  const post = (site: string, from: string, path: string, body: unknown, more = {}) =>
    local.console.app.fetch(
      new Request(site + path, {
        method: 'POST',
        headers: { ...local.pageHeaders, origin: from, ...more },
        body: JSON.stringify(body),
      }),
    )

  test.each(['http://127.0.0.1:8080', 'http://localhost:8080', 'http://[::1]:8080'])(
    'a user signs in at %s and changes something there',
    async (site) => {
      const { email, password } = users.admin
      const signedIn = await post(site, site, '/api/auth/sign-in/email', { email, password })
      expect(signedIn.status).toBe(200)
      const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
      const view = { page: 'numbers', name: site, query: '', shared: false }
      expect((await post(site, site, '/api/views', view, { cookie })).status).toBe(200)
    },
  )

  test('single sign-on begins at PUBLIC_URL, where the provider returns to and the cookie is', async () => {
    const begin = (site: string) => post(site, site, '/api/auth/sso', { next: '/people?q=a' })
    const elsewhere = await begin('http://localhost:8080')
    expect(await elsewhere.json()).toEqual({ url: 'http://127.0.0.1:8080/sign-in?next=%2Fpeople%3Fq%3Da' })
    expect(elsewhere.headers.getSetCookie()).toEqual([])
    // The provider of this test does not respond.
    expect(await (await begin('http://127.0.0.1:8080')).json()).toMatchObject({ code: 'sso-unavailable' })
  })

  test.each(['http://localhost:9090', 'https://localhost:8080', 'http://localhost.example:8080', 'null'])(
    'a page at %s is refused',
    async (from) => {
      const { 'sec-fetch-site': _, ...older } = local.pageHeaders
      for (const headers of [older, local.pageHeaders]) {
        const answer = await local.console.app.fetch(
          new Request('http://localhost:8080/api/auth/sign-in/email', {
            method: 'POST',
            headers: { ...headers, origin: from },
            body: JSON.stringify({ email: users.admin.email, password: users.admin.password }),
          }),
        )
        expect(answer.status).toBe(403)
      }
    },
  )
})

const oddPaths = [
  '//api/session',
  '/api;x/session',
  '/api/session;x',
  '/api/session/',
  '/api/session.css',
  '/api/x/../session',
  '/api/%2e%2e/api/session',
  '/api/%2E/session',
  '/api//session',
  '/api\\session',
  '/API/session',
  '/api',
  '/api/x',
  '/api/extensions/1000%2flanguage',
  '/assets/../api/session',
  'http://evil.example/api/session/x',
]

describe('input', () => {
  test.each([
    ['/api/extensions/idle?page=0', 'page'],
    ['/api/extensions/idle?pageSize=5000', 'pageSize'],
    ['/api/extensions/idle?ext=abc', 'ext'],
    ['/api/extensions/idle?ext=1&ext=2', 'ext'],
    ['/api/extensions/idle?extt=1', 'extt'],
    ['/api/extensions/idle?timezoneid=../../etc', 'timezoneid'],
    ['/api/extensions/12a', 'ext'],
    ['/api/people/short/extensions', 'agentUuid'],
    ['/api/reference/languages', 'language'],
    ['/api/reference/languages?language=fr', 'language'],
    ['/api/suggestions', 'q'],
  ])('%s is refused with the name of the bad field', async (path, field) => {
    const answer = await bff.requestAs('supervisor', path)
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'bad-request', errors: [{ path: field, message: expect.stringMatching(/\w/) }] },
    })
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(answer.body['requestId']).toBe(answer.headers.get('x-request-id'))
  })

  test('never answers 200 to an odd path that is sent unnormalized', async () => {
    const server = await listen(0, '127.0.0.1')
    server.serve((request) => bff.console.app.fetch(request))
    const headers = { ...bff.pageHeaders, cookie: await bff.cookieOf('admin') }
    const statusOf = (path: string) =>
      new Promise<number>((resolve, reject) => {
        request({ host: '127.0.0.1', port: server.port, path, headers }, (response) => {
          response.resume()
          resolve(response.statusCode ?? 0)
        })
          .once('error', reject)
          .end()
      })
    expect(await statusOf('/api/session')).toBe(200)
    for (const path of oddPaths) expect([path, (await statusOf(path)) === 200]).toEqual([path, false])
    await server.close(0)
  })

  test('refuses a body over 256 KB, malformed JSON and a field of the wrong type', async () => {
    expect(
      (
        await bff.requestAs(
          'admin',
          '/api/settings',
          { legacyCreate: true, filler: 'x'.repeat(300_000) },
          {},
          'PATCH',
        )
      ).status,
    ).toBe(413)
    const headers = { ...bff.pageHeaders, cookie: await bff.cookieOf('admin') }
    expect((await bff.send('/api/settings', { method: 'PATCH', headers, body: '{' })).status).toBe(400)
    expect(
      (await bff.send('/api/settings', { method: 'PATCH', headers, body: '{"legacyCreate":"yes"}' })).body,
    ).toMatchObject({ errors: [{ path: 'legacyCreate' }] })
  })

  test('ignores a request ID, role and user in request headers', async () => {
    const answer = await bff.requestAs('supervisor', '/api/session', undefined, {
      'x-request-id': 'mine',
      'x-user-role': 'admin',
      'x-forwarded-user': 'root',
    })
    expect(answer.body).toMatchObject({ role: 'supervisor' })
    expect(answer.headers.get('x-request-id')).not.toBe('mine')
  })
})

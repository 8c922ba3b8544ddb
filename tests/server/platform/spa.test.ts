import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBff, type Bff } from '../bff.ts'

let bff: Bff
const dist = mkdtempSync(join(tmpdir(), 'console-dist-'))
/** A manifest as Vite writes it: pages import shared chunks, and shared chunks import the entry. */
const manifest = {
  'index.html': { file: 'assets/main-abc.js' },
  '_shared-abc.js': { file: 'assets/shared-abc.js', imports: ['index.html'], css: ['assets/shared-abc.css'] },
  'src/web/pages/users/UsersPage.tsx': {
    file: 'assets/UsersPage-abc.js',
    imports: ['_shared-abc.js', 'index.html'],
  },
  'src/web/pages/sign-in/SignInPage.tsx': { file: 'assets/SignInPage-abc.js', imports: ['_shared-abc.js'] },
  'src/web/messages/en.json': { file: 'assets/en-def.js' },
  'src/web/messages/zh.json': { file: 'assets/zh-def.js' },
  'src/web/pages/users/messages/en.json': { file: 'assets/en-users.js' },
}
const pages = {
  signIn: { module: 'src/web/pages/sign-in/SignInPage.tsx', messages: 'sign-in' },
  users: { module: 'src/web/pages/users/UsersPage.tsx', messages: 'users' },
}
const script = 'console.log("hello")'.repeat(100)
beforeAll(async () => {
  mkdirSync(join(dist, 'assets'))
  writeFileSync(
    join(dist, 'index.html'),
    '<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__"><!-- first needs --><script src="/assets/main-abc.js"></script>',
  )
  mkdirSync(join(dist, '.vite'))
  writeFileSync(join(dist, '.vite/manifest.json'), JSON.stringify(manifest))
  writeFileSync(join(dist, '.vite/pages.json'), JSON.stringify(pages))
  writeFileSync(join(dist, 'favicon.svg'), '<svg/>')
  writeFileSync(join(dist, 'assets/main-abc.js'), script)
  writeFileSync(join(dist, 'assets/main-abc.js.br'), brotliCompressSync(script))
  bff = await openBff({ spa: dist })
})
afterAll(async () => {
  await bff.close()
  rmSync(dist, { recursive: true })
})

const headers = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
}

test.each([
  '/',
  '/extensions/idle',
  '/nowhere',
  '/assets/main-abc.js',
  '/assets/missing.js',
  '/healthz',
  '/api/session',
  '/api/nowhere',
  '/favicon.svg',
])('sends every security header and a policy without "unsafe" for %s', async (path) => {
  const answer = await bff.send(path)
  expect(Object.fromEntries(answer.headers)).toMatchObject(headers)
  expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
  expect(answer.headers.get('content-security-policy')).not.toContain('unsafe')
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
})

test('uses a new nonce for each page, the same in policy and page', async () => {
  const nonces = await Promise.all(
    [1, 2, 3].map(async () => {
      const { text, headers: sent } = await bff.send('/')
      const nonce = /content="([^"]+)"/.exec(text)?.[1] ?? ''
      expect(nonce).toMatch(/^[A-Za-z0-9+/=]{24}$/)
      expect(sent.get('content-security-policy')).toContain(`style-src 'self' 'nonce-${nonce}'`)
      expect(sent.get('cache-control')).toBe('no-store')
      return nonce
    }),
  )
  expect(new Set(nonces).size).toBe(3)
})

describe('served paths', () => {
  test.each([
    '/',
    '/sign-in',
    '/extensions/idle',
    '/extensions/new/legacy',
    '/extensions/1000',
    '/people',
    '/people/abc',
    '/service/countries',
    '/service/connection',
    '/jobs',
    '/jobs/new',
    '/jobs/00000000-0000-4000-8000-000000000000',
    '/settings',
  ])('serves %s as a page', async (path) => expect((await bff.send(path)).status).toBe(200))

  test.each([
    '/nowhere',
    '/extensions',
    '/index.html.bak',
    '/api.html',
    '/.env',
    '/assets/../index.html.map',
    '/settings/x',
  ])('answers 404 for %s', async (path) => {
    expect((await bff.send(path)).status).toBe(404)
  })

  test('caches scripts for a year and compresses them when the browser accepts it', async () => {
    const plain = await bff.send('/assets/main-abc.js')
    expect(plain.text).toBe(script)
    expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(plain.headers.get('vary')).toBe('Accept-Encoding')
    const packed = await bff.send('/assets/main-abc.js', { headers: { 'accept-encoding': 'gzip, br' } })
    expect(packed.headers.get('content-encoding')).toBe('br')
    expect(packed.headers.get('vary')).toContain('Accept-Encoding')
  })

  test('sends no HSTS over plain http', async () => {
    const { securityHeaders } = await import('#server/platform/http/security-headers.ts')
    expect(securityHeaders('http://127.0.0.1:8080')).not.toHaveProperty('strict-transport-security')
  })
})

describe('data and preloads in the page', () => {
  const sessionIn = (text: string): unknown => {
    const [, data] = /<script type="application\/json" id="session">([^<]*)<\/script>/.exec(text) ?? []
    return data === undefined ? null : JSON.parse(data)
  }

  test('adds no session without one, or with an invalid cookie', async () => {
    for (const cookie of ['', 'console.session_token=x.y', 'a'.repeat(5000)]) {
      const { text, status } = await bff.send('/', { headers: { cookie } })
      expect(status).toBe(200)
      expect(sessionIn(text)).toBeNull()
    }
  })

  test('adds the session as the API returns it', async () => {
    const page = await bff.requestAs('supervisor', '/extensions/idle')
    expect(sessionIn(page.text)).toEqual((await bff.requestAs('supervisor', '/api/session')).body)
  })

  const files = (text: string) =>
    [...text.matchAll(/<link rel="(?:modulepreload|preload" as="style)" crossorigin href="([^"]+)"/g)].map(
      ([, url = '']) => url,
    )

  test('preloads scripts and styles with their imports, except files that the page already names', async () => {
    const { text } = await bff.requestAs('admin', '/users')
    const shared = ['/assets/shared-abc.js', '/assets/shared-abc.css']
    const messages = '/assets/en-def.js'
    const ofPage = ['/assets/en-users.js', '/assets/UsersPage-abc.js', ...shared]
    expect(files(text)).toEqual([messages, ...ofPage])
    expect(files((await bff.requestAs('admin', '/nowhere')).text)).toEqual([messages])
    // Without a session, every URL shows the sign-in page.
    expect(files((await bff.send('/users')).text)).toContain('/assets/SignInPage-abc.js')
  })

  test.each([
    ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
    ['de,en-GB;q=0.9,zh;q=0.8', 'en'],
    ['de', 'en'],
  ])('preloads the messages in the language of the browser: %s', async (language, file) => {
    const { text } = await bff.send('/sign-in', { headers: { 'accept-language': language } })
    expect(files(text).filter((each) => /\/(?:en|zh)-/.test(each))).toEqual([`/assets/${file}-def.js`])
  })

  test('repeats nothing of the URL', async () => {
    const { text } = await bff.requestAs('supervisor', '/extensions/idle?ext=%22%3E%3Cscript%3E')
    expect(text).not.toContain('<script>')
  })

  test('escapes a name that could end its script element', async () => {
    const name = '</script><script>alert(1)</script><!--'
    const renamed = await bff.requestAs('supervisor', '/api/account', { name }, {}, 'PATCH')
    expect(renamed.status).toBe(200)
    const { text } = await bff.requestAs('supervisor', '/')
    expect(text.match(/<script/g)).toHaveLength(2)
    expect(sessionIn(text)).toMatchObject({ user: { name } })
  })
})

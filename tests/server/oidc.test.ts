import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBrowser, type Browser } from '../oidc/browser.ts'
import { startProvider } from '../oidc/start-provider.ts'
import { openBff, origin, passwords, type Bff } from './bff.ts'

const ada = {
  name: 'Ada',
  email: 'ada@example.com',
  email_verified: true,
  groups: ['staff', 'console-admins'],
}
const sun = { name: '孙主管', email: 'sun@example.com', groups: 'console-supervisors' }
const nora = { name: 'Nora', email: 'nora@example.com', groups: ['staff'] }

let provider: Awaited<ReturnType<typeof startProvider>>
let bff: Bff
beforeAll(async () => {
  provider = await startProvider(origin, { ada, sun, nora })
  bff = await openBff({ oidc: provider.oidc })
}, 60_000)
afterAll(async () => {
  await bff.close()
  await provider.stop()
})

const openBrowser = (): Browser =>
  createBrowser(async (url, init) =>
    url.origin === origin ? bff.console.app.fetch(new Request(url, init)) : fetch(url, init),
  )

async function json(response: Response): Promise<Record<string, unknown>> {
  const body: unknown = await response.json()
  return typeof body === 'object' && body !== null ? { ...body } : {}
}

const isCallback = (url: URL) => url.href.startsWith(`${origin}/api/auth/sso/callback?`)

async function begin(browser: Browser, body: object = {}): Promise<URL> {
  const init = { method: 'POST', headers: bff.own, body: JSON.stringify(body) }
  const { url } = await json(await browser.request(new URL('/api/auth/sso', origin), init))
  return new URL(String(url))
}

/** Up to the address that the provider sends the browser back to. */
async function atProvider(browser: Browser, login: string, body: object = {}): Promise<URL> {
  const { url, response } = await browser.follow(await begin(browser, body), isCallback)
  if (response === null) return url
  const [, action = ''] = /action="([^"]+)"/.exec(await response.text()) ?? []
  const form = { method: 'POST', body: new URLSearchParams({ login }) }
  return (await browser.follow(new URL(action, url), isCallback, form)).url
}

async function signIn(browser: Browser, login: string, body: object = {}): Promise<string | null> {
  const response = await browser.request(await atProvider(browser, login, body))
  expect(response.status).toBe(303)
  return response.headers.get('location')
}

async function session(browser: Browser) {
  const response = await browser.request(new URL('/api/session', origin))
  return { status: response.status, ...(await json(response)) }
}

/** The newest entry about somebody who came from the provider. */
async function recorded(): Promise<unknown> {
  const { body } = await bff.as('admin', '/api/audit?pageSize=20')
  const items = Array.isArray(body['items']) ? body['items'] : []
  return items.find(({ object }) => String(object).startsWith(provider.issuer))
}

describe('sign-in at a real provider', () => {
  test('who has the admin value is an admin, lands where they wanted to go, and is on record', async () => {
    const browser = openBrowser()
    expect(await signIn(browser, 'ada', { next: '/extensions/idle?ext=12' })).toBe('/extensions/idle?ext=12')
    expect(await session(browser)).toMatchObject({
      status: 200,
      role: 'admin',
      user: { name: 'Ada', email: 'ada@example.com' },
    })
    expect(browser.jar(origin).size).toBe(1)
    expect(await recorded()).toMatchObject({
      action: 'session.begin',
      actor: 'ada@example.com',
      role: 'admin',
      object: `${provider.issuer} ada`,
      result: 'done',
    })
  })

  test('who has the supervisor value is a supervisor', async () => {
    const browser = openBrowser()
    expect(await signIn(browser, 'sun')).toBe('/')
    expect(await session(browser)).toMatchObject({ role: 'supervisor', user: { name: '孙主管' } })
  })

  test('who has neither is signed in nowhere, and the page says so', async () => {
    const browser = openBrowser()
    expect(await signIn(browser, 'nora', { next: '/agents' })).toBe('/sign-in?sso=no-role&next=%2Fagents')
    expect(await session(browser)).toMatchObject({ status: 401 })
    expect((await bff.console.auth.users()).map(({ email }) => email)).not.toContain('nora@example.com')
    expect(await recorded()).toMatchObject({
      action: 'session.refused',
      actor: 'nora@example.com',
      object: `${provider.issuer} nora`,
      result: 'sso-no-role',
    })
  })

  test('who says no there is back at the sign-in page', async () => {
    const browser = openBrowser()
    expect(await signIn(browser, 'stranger')).toBe('/sign-in?sso=cancelled')
    expect(await session(browser)).toMatchObject({ status: 401 })
  })

  test('the role is read anew at every sign-in, and a lost one ends every session', async () => {
    const browser = openBrowser()
    await signIn(browser, 'ada')
    await provider.tell({ ada: { ...ada, groups: ['console-supervisors'] }, sun, nora })
    const second = openBrowser()
    await signIn(second, 'ada')
    expect(await session(second)).toMatchObject({ role: 'supervisor' })
    expect(await session(browser)).toMatchObject({ role: 'supervisor' })
    await provider.tell({ ada: { ...ada, groups: [] }, sun, nora })
    expect(await signIn(openBrowser(), 'ada')).toBe('/sign-in?sso=no-role')
    for (const one of [browser, second]) expect(await session(one)).toMatchObject({ status: 401 })
    await provider.tell({ ada, sun, nora })
  })

  test('an e-mail that a local account has joins nothing: two users, each with its own way in', async () => {
    await provider.tell({ ada: { ...ada, email: 'admin@example.com' }, sun, nora })
    const browser = openBrowser()
    await signIn(browser, 'ada')
    const here = (await bff.as('admin', '/api/session')).body['user']
    const there = await session(browser)
    expect(there).toMatchObject({ user: { email: 'admin@example.com' } })
    expect(there).not.toMatchObject({ user: here })
    const local = await bff.as(null, '/api/auth/sign-in/email', {
      email: 'admin@example.com',
      password: passwords.admin,
    })
    expect(local.status).toBe(200)
    await provider.tell({ ada, sun, nora })
  })

  test('fresh: the provider asks again, though it remembers the person', async () => {
    const browser = openBrowser()
    await signIn(browser, 'ada')
    const remembered = await browser.follow(await begin(browser), isCallback)
    expect(remembered.response).toBeNull()
    const asked = await browser.follow(await begin(browser, { fresh: true }), isCallback)
    expect(await asked.response?.text()).toContain('<h1>Provider</h1>')
    expect(await signIn(openBrowser(), 'ada', { fresh: true })).toBe('/')
  })

  test('signing out ends the session here and leads to the provider, which ends its own', async () => {
    const browser = openBrowser()
    await signIn(browser, 'ada')
    const out = await browser.request(new URL('/api/auth/sign-out', origin), {
      method: 'POST',
      headers: bff.own,
      body: '{}',
    })
    const { endSessionUrl } = await json(out)
    expect(await session(browser)).toMatchObject({ status: 401 })
    const { url, response } = await browser.follow(new URL(String(endSessionUrl)), () => false)
    const [, action = ''] = /action="([^"]+)"/.exec((await response?.text()) ?? '') ?? []
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(await (await browser.request(url)).text()) ?? []
    const form = { method: 'POST', body: new URLSearchParams({ xsrf, logout: 'yes' }) }
    const back = await browser.follow(new URL(action, url), ({ origin: at }) => at === origin, form)
    expect(back.url.href).toBe(`${origin}/sign-in`)
    const again = await browser.follow(await begin(browser), isCallback)
    expect(await again.response?.text()).toContain('<h1>Provider</h1>')
  })

  test('who signed in here alone is sent nowhere when signing out', async () => {
    const out = await bff.as('supervisor', '/api/auth/sign-out', {})
    bff.forgetCookies()
    expect(out.body).toEqual({})
  })
})

describe('T38: answers of a real provider, used wrongly', () => {
  test('the same answer a second time', async () => {
    const browser = openBrowser()
    const answer = await atProvider(browser, 'ada')
    const kept = new Map(browser.jar(origin))
    await browser.request(answer)
    for (const [name, value] of kept) browser.jar(origin).set(name, value)
    browser.jar(origin).delete('__Host-console-session')
    const second = await browser.request(answer)
    expect(second.headers.get('location')).toBe('/sign-in?sso=expired')
    expect(await session(browser)).toMatchObject({ status: 401 })
    expect(await recorded()).toMatchObject({ result: 'sso-expired', reason: 'answered-before' })
  })

  test('a code used up elsewhere', async () => {
    const browser = openBrowser()
    const first = await atProvider(browser, 'ada')
    const second = await atProvider(browser, 'ada')
    second.searchParams.set('code', first.searchParams.get('code') ?? '')
    const response = await browser.request(second)
    expect(response.headers.get('location')).toBe('/sign-in?sso=refused')
    expect(await session(browser)).toMatchObject({ status: 401 })
  })

  test('an answer in another browser, one with its state changed, without one, with two', async () => {
    const browser = openBrowser()
    const answer = await atProvider(browser, 'ada')
    expect((await openBrowser().request(answer)).headers.get('location')).toBe('/sign-in?sso=expired')
    const other = openBrowser()
    await begin(other)
    expect((await other.request(answer)).headers.get('location')).toBe('/sign-in?sso=expired')
    const state = answer.searchParams.get('state') ?? ''
    const changed = [`${state}x`, '', state.toUpperCase()].map((value) => {
      const url = new URL(answer)
      url.searchParams.set('state', value)
      return url
    })
    const without = new URL(answer)
    without.searchParams.delete('state')
    const twice = new URL(answer)
    twice.searchParams.append('state', state)
    for (const forged of [...changed, without, twice])
      expect((await browser.request(forged)).headers.get('location')).toBe('/sign-in?sso=expired')
    expect(await session(browser)).toMatchObject({ status: 401 })
    // None of them has used up the sign-in that was really under way.
    expect((await browser.request(answer)).headers.get('location')).toBe('/')
  })
})

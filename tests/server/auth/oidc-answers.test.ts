import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWithProvider, type WithProvider } from '../../oidc/real-console.ts'
import { origin } from '../bff.ts'

// oidc.test.ts tests sign-ins on both stores.
describe('single sign-on', () => {
  let console: WithProvider
  beforeAll(async () => {
    console = await openWithProvider()
  })
  afterAll(() => console.close())

  describe('R38: responses of a real provider', () => {
    test('refuses the same response a second time', async () => {
      const browser = console.openBrowser()
      const answer = await console.signInAtProvider(browser, 'ada')
      const kept = new Map(browser.jar(origin))
      await browser.request(answer)
      for (const [name, value] of kept) browser.jar(origin).set(name, value)
      browser.jar(origin).delete('__Host-console-session')
      const second = await browser.request(answer)
      expect(second.headers.get('location')).toBe('/sign-in?sso=expired')
      expect(await console.session(browser)).toMatchObject({ status: 401 })
      expect(await console.recorded()).toMatchObject({
        result: 'sso-expired',
        values: { detail: 'answered-before' },
      })
    })

    test('begins one session when the same response arrives ten times at once', async () => {
      const browser = console.openBrowser()
      const answer = await console.signInAtProvider(browser, 'ada')
      const cookie = `__Host-console-sso=${browser.jar(origin).get('__Host-console-sso') ?? ''}`
      const answers = await Promise.all(
        Array.from({ length: 10 }, () =>
          console.bff.send(answer.pathname + answer.search, { headers: { cookie } }),
        ),
      )
      const led = answers.map(({ headers }) => headers.get('location'))
      expect(led.filter((place) => place === '/')).toHaveLength(1)
      expect(led.filter((place) => place === '/sign-in?sso=expired')).toHaveLength(9)
    })

    test('R33: does not take over a session planted beforehand', async () => {
      const browser = console.openBrowser()
      const [name = '', planted = ''] = (await console.bff.cookieOf('supervisor')).split('=')
      browser.jar(origin).set(name, planted)
      expect(await console.signIn(browser, 'ada')).toBe('/')
      expect(browser.jar(origin).get(name)).not.toBe(planted)
      expect(await console.session(browser)).toMatchObject({ role: 'admin', user: { name: 'Ada' } })
      const before = await console.bff.requestAs('supervisor', '/api/session')
      expect(before.body).toMatchObject({ role: 'supervisor' })
    })

    test('refuses a code of another sign-in', async () => {
      const browser = console.openBrowser()
      const first = await console.signInAtProvider(browser, 'ada')
      const second = await console.signInAtProvider(browser, 'ada')
      second.searchParams.set('code', first.searchParams.get('code') ?? '')
      const response = await browser.request(second)
      expect(response.headers.get('location')).toBe('/sign-in?sso=refused')
      expect(await console.session(browser)).toMatchObject({ status: 401 })
    })

    test('refuses a response in another browser, or with its state changed, missing or duplicated', async () => {
      const browser = console.openBrowser()
      const answer = await console.signInAtProvider(browser, 'ada')
      expect((await console.openBrowser().request(answer)).headers.get('location')).toBe(
        '/sign-in?sso=expired',
      )
      const other = console.openBrowser()
      await console.begin(other)
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
      expect(await console.session(browser)).toMatchObject({ status: 401 })
      // None of the forged responses has used up the real sign-in.
      expect((await browser.request(answer)).headers.get('location')).toBe('/')
    })
  })
})

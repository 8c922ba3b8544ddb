import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openForged, type Forged } from '../../oidc/forged-console.ts'
import { origin } from '../bff.ts'
import { safeRedirect } from '#server/platform/http/page-paths.ts'
import { openRedirects } from '../../open-redirects.ts'

let console: Forged
beforeAll(async () => {
  console = await openForged()
})
afterAll(() => console.close())

describe('R37: the page after sign-in', () => {
  test('is one of ours for every URL that an attacker could request', async () => {
    const browser = console.openBrowser()
    const led = new Set<string>()
    // The server refuses texts that a store can't keep unchanged before any redirect.
    const storable = (text: string) => text.isWellFormed() && !text.includes('\0')
    // Each of these URLs goes through a real sign-in. The next test checks all URLs.
    const some = openRedirects.filter((_, index) => index % 20 === 0)
    for (const next of some.filter(storable)) led.add(await console.signIn(browser, { next }))
    for (const next of openRedirects.filter((text) => !storable(text)))
      expect((await console.begin(browser, { next })).status).toBe(400)
    expect([...led]).toEqual(['/'])
  })

  test('is one of ours for every form of URL', () => {
    expect(openRedirects.length).toBeGreaterThanOrEqual(550)
    const led = openRedirects.map((next) => safeRedirect(next))
    const away = led.filter((path) => !/^\/[a-z]?/i.test(path) || new URL(path, origin).origin !== origin)
    expect(away).toEqual([])
    expect(led.filter((path) => /evil|sign-(in|out)/.test(path))).toEqual([])
  })

  test('is the requested page when that is one of ours', async () => {
    const browser = console.openBrowser()
    for (const next of [
      '/extensions/idle',
      '/extensions/idle?ext=12&page=2',
      '/jobs/import',
      '/people?q=%E5%AD%99',
    ])
      expect(await console.signIn(browser, { next })).toBe(next)
    expect(await console.signIn(browser, { next: '/extensions/idle#there' })).toBe('/extensions/idle')
  })
})

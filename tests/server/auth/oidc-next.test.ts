import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openForged, type Forged } from '../../oidc/forged-console.ts'
import { origin } from '../bff.ts'
import { ownPath } from '#server/platform/http/page-paths.ts'
import { openRedirects } from '../../open-redirects.ts'

let console: Forged
beforeAll(async () => {
  console = await openForged()
})
afterAll(() => console.close())

describe('R37: a sign-in ends on a page of ours', () => {
  test('for every address that an attacker could ask for', async () => {
    const browser = console.openBrowser()
    const led = new Set<string>()
    // What no store keeps as it is given is refused before it leads anywhere.
    const storable = (text: string) => text.isWellFormed() && !text.includes('\0')
    // Each signs in for real; the check itself is tried with all of them below.
    const some = openRedirects.filter((_, index) => index % 20 === 0)
    for (const next of some.filter(storable)) led.add(await console.signIn(browser, { next }))
    for (const next of openRedirects.filter((text) => !storable(text)))
      expect((await console.begin(browser, { next })).status).toBe(400)
    expect([...led]).toEqual(['/'])
  })

  test('checks every form of address', () => {
    expect(openRedirects.length).toBeGreaterThanOrEqual(550)
    const led = openRedirects.map((next) => ownPath(next))
    const away = led.filter((path) => !/^\/[a-z]?/i.test(path) || new URL(path, origin).origin !== origin)
    expect(away).toEqual([])
    expect(led.filter((path) => /evil|sign-(in|out)/.test(path))).toEqual([])
  })

  test('and on the requested page, where that is one of ours', async () => {
    const browser = console.openBrowser()
    for (const next of [
      '/extensions/idle',
      '/extensions/idle?ext=12&page=2',
      '/jobs/import',
      '/agents?q=%E5%AD%99',
    ])
      expect(await console.signIn(browser, { next })).toBe(next)
    expect(await console.signIn(browser, { next: '/extensions/idle#there' })).toBe('/extensions/idle')
  })
})

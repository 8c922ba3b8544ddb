import { expect, test } from 'vitest'
import { safeNext } from '#web/pages/sign-in/SignInPage.tsx'
import { openRedirects } from '../open-redirects.ts'

const { origin } = window.location

test('R37: never leads away from this console after signing in', () => {
  expect(openRedirects.length).toBeGreaterThanOrEqual(550)
  const led = openRedirects.map((next) => safeNext(next))
  const away = led.filter((path) => !/^\/([a-z]|$)/i.test(path) || new URL(path, origin).origin !== origin)
  expect(away).toEqual([])
  expect(led.filter((path) => /evil|sign-(in|out)/.test(path))).toEqual([])
})

test('leads to a page of this console, with its query and fragment', () => {
  for (const next of [
    '/extensions/idle?ext=12',
    '/extensions/1000',
    '/people',
    '/jobs/new?numbers=1-9#there',
  ])
    expect(safeNext(next)).toBe(next)
  for (const next of [null, '', '/', 'agents', '/nowhere', '/sign-in', '/sign-in?next=/people'])
    expect(safeNext(next)).toBe('/')
})

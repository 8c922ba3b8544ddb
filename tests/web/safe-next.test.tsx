import { expect, test } from 'vitest'
import { safeNext } from '#web/auth/sign-in/SignInPage.tsx'
import { openRedirects } from '../open-redirects.ts'

const { origin } = window.location

test('R37: after signing in, nothing leads off this console', () => {
  expect(openRedirects.length).toBeGreaterThanOrEqual(550)
  const led = openRedirects.map((next) => safeNext(next))
  const away = led.filter((path) => !/^\/([a-z]|$)/i.test(path) || new URL(path, origin).origin !== origin)
  expect(away).toEqual([])
  expect(led.filter((path) => /evil|sign-(in|out)/.test(path))).toEqual([])
})

test('a page of this console is gone to, with its state', () => {
  for (const next of [
    '/extensions/idle?ext=12',
    '/extensions/1000',
    '/agents',
    '/jobs/new?numbers=1-9#there',
  ])
    expect(safeNext(next)).toBe(next)
  for (const next of [null, '', '/', 'agents', '/nowhere', '/sign-in', '/sign-in?next=/agents'])
    expect(safeNext(next)).toBe('/')
})

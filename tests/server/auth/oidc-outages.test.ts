import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { defaultTimings } from '#server/platform/timings.ts'
import { openForged, type Forged } from '../../oidc/forged-console.ts'
import type { Forgery } from '../../oidc/forger.ts'
import { origin, passwords } from '../bff.ts'

let console: Forged
beforeAll(async () => {
  console = await openForged()
})
afterAll(() => console.close())
/** The number of requests that the provider left without a response. */
let hung = 0
beforeEach(() => {
  hung = 0
  console.forger.forge()
})
afterEach(() => {
  vi.useRealTimers()
})

const hang = () => {
  hung++
  return true
}
/** Stops the console's timers. The returned function runs into the deadline once the provider hangs; sockets run in real time. */
function stopClock(): () => Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  return async () => {
    await expect.poll(() => hung).toBe(1)
    await vi.advanceTimersByTimeAsync(defaultTimings.signInStepMs)
    vi.useRealTimers()
  }
}
const html = (_path: string, response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Down for maintenance</h1>')
  return true
}
const down: [name: string, forgery: () => Forgery][] = [
  ['hangs', () => ({ answer: hang })],
  ['answers with a page', () => ({ answer: html })],
  ['fails', () => ({ answer: (_path, response) => (response.writeHead(500).end(), true) })],
  [
    'redirects',
    () => ({ answer: (_path, response) => (response.writeHead(302, { location: '/x' }).end(), true) }),
  ],
  ['sends without end', () => ({ answer: (_path, response) => (drip(response), hang()) })],
  ['calls itself with a slash more', () => ({ description: { issuer: `${console.forger.issuer}/` } })],
  ['calls itself something else', () => ({ description: { issuer: 'https://elsewhere.example.com' } })],
]
function drip(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  const timer = setInterval(() => response.write(' '), 50)
  response.once('close', () => clearInterval(timer))
}

describe('R38: reports a provider outage within 5 s and keeps email and password working', () => {
  test("limits a step's wait to less than 5 s", () => {
    expect(defaultTimings.signInStepMs).toBeLessThan(5_000)
  })

  test.each(down)('%s', async (name, forgery) => {
    console.forger.forge(forgery())
    const hangs = ['hangs', 'sends without end'].includes(name)
    const passTime = hangs ? stopClock() : () => Promise.resolve()
    const begun = console.begin(console.openBrowser())
    await passTime()
    const response = await begun
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ code: 'sso-unavailable' })
    expect(await console.newestRefusal()).toMatchObject({ result: 'sso-unavailable' })
    const credentials = { email: 'supervisor@example.com', password: passwords.supervisor }
    expect((await console.bff.requestAs(null, '/api/auth/sign-in/email', credentials)).status).toBe(200)
  })

  test('reports an outage between the redirect to the provider and the way back', async () => {
    const browser = console.openBrowser()
    console.forger.forge({ answer: (path) => path === '/token' && hang() })
    const passTime = stopClock()
    const signedIn = console.signIn(browser)
    await passTime()
    expect(await signedIn).toBe('/sign-in?sso=unavailable')
    expect(await console.newestRefusal()).toMatchObject({ result: 'sso-unavailable' })
  })
})

test('signs out within the same time although the provider hangs', async () => {
  const browser = console.openBrowser()
  await console.signIn(browser)
  console.forger.forge({ answer: hang })
  const passTime = stopClock()
  const out = browser.request(new URL('/api/auth/sign-out', origin), {
    method: 'POST',
    headers: console.bff.pageHeaders,
    body: '{}',
  })
  await passTime()
  expect(await (await out).json()).toEqual({})
  expect(await console.isIn(browser)).toBe(false)
})

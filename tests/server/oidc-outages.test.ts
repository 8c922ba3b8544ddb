import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openForged, type Forged } from '../oidc/forged-console.ts'
import type { Forgery } from '../oidc/forger.ts'
import { origin, passwords } from './bff.ts'

let console: Forged
beforeAll(async () => {
  console = await openForged()
}, 60_000)
afterAll(() => console.close())
beforeEach(() => console.forger.forge())

const hang = () => true
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
  ['sends without end', () => ({ answer: (_path, response) => (drip(response), true) })],
  ['calls itself with a slash more', () => ({ description: { issuer: `${console.forger.issuer}/` } })],
  ['calls itself something else', () => ({ description: { issuer: 'https://elsewhere.example.com' } })],
]
function drip(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  const timer = setInterval(() => response.write(' '), 50)
  response.once('close', () => clearInterval(timer))
}

describe('T38: a provider that is down is said so within 5 s, and e-mail and password work', () => {
  test.each(down)('%s', { timeout: 30_000 }, async (_name, forgery) => {
    console.forger.forge(forgery())
    const started = performance.now()
    const response = await console.begin(console.openBrowser())
    const took = performance.now() - started
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ code: 'sso-unavailable' })
    expect(took).toBeLessThan(5_000)
    expect(await console.newestRefusal()).toMatchObject({ result: 'sso-unavailable' })
    const credentials = { email: 'supervisor@example.com', password: passwords.supervisor }
    expect((await console.bff.as(null, '/api/auth/sign-in/email', credentials)).status).toBe(200)
  })

  test('down between leaving and coming back', { timeout: 30_000 }, async () => {
    const browser = console.openBrowser()
    const started = performance.now()
    console.forger.forge({ answer: (path, response) => path === '/token' && hang() && response.writable })
    expect(await console.signIn(browser)).toBe('/sign-in?sso=unavailable')
    expect(performance.now() - started).toBeLessThan(5_000)
    expect(await console.newestRefusal()).toMatchObject({ result: 'sso-unavailable' })
  })
})

test(
  'signing out does not wait for a provider that hangs for longer than that',
  { timeout: 30_000 },
  async () => {
    const browser = console.openBrowser()
    await console.signIn(browser)
    console.forger.forge({ answer: hang })
    const started = performance.now()
    const out = await browser.request(new URL('/api/auth/sign-out', origin), {
      method: 'POST',
      headers: console.bff.own,
      body: '{}',
    })
    expect(performance.now() - started).toBeLessThan(5_000)
    expect(await out.json()).toEqual({})
    expect(await console.isIn(browser)).toBe(false)
  },
)

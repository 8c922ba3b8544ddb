import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBff, type Bff } from './bff.ts'
import { endpoints, urlOf } from './endpoints.ts'
import { score } from './observatory.ts'

let bff: Bff
const dist = mkdtempSync(join(tmpdir(), 'console-observed-'))
beforeAll(async () => {
  mkdirSync(join(dist, 'assets'))
  copyFileSync(join(import.meta.dirname, '../../index.html'), join(dist, 'index.html'))
  bff = await openBff({ spa: dist })
})
afterAll(async () => {
  await bff.close()
  rmSync(dist, { recursive: true })
})

const scoreOf = async (path: string, init: RequestInit = {}) => {
  const { headers, text } = await bff.send(path, init)
  return score({ headers, html: /html/.test(headers.get('content-type') ?? '') ? text : '' })
}

describe('R53: an A+ with at least 130 points by the HTTP Observatory’s rules', () => {
  test.each([
    ['the start', '/'],
    ['a deep link', '/extensions/1000?agentId=1001'],
    ['a page that does not exist', '/nowhere'],
    ['an answer of the API', '/api/session'],
    ['health', '/healthz'],
  ])('is reached by %s', async (_name, path) => {
    expect((await scoreOf(path)).points).toBeGreaterThanOrEqual(130)
  })

  test('is reached by every API response for every role', async () => {
    for (const role of [null, 'supervisor', 'admin'] as const)
      for (const [, endpoint] of endpoints) {
        const cookie = role === null ? '' : await bff.cookieOf(role)
        const answered = await scoreOf(urlOf(endpoint), {
          method: endpoint.method,
          headers: { ...bff.pageHeaders, cookie },
          ...(endpoint.method === 'GET' ? {} : { body: '{}' }),
        })
        expect([endpoint.path, answered.points >= 130]).toEqual([endpoint.path, true])
        if (endpoint.path.endsWith('/sign-out')) bff.forgetCookies()
      }
  })

  test('is reached by the response that sets the session cookie', async () => {
    const answered = await scoreOf('/api/auth/sign-in/email', {
      method: 'POST',
      headers: bff.pageHeaders,
      body: JSON.stringify({ email: 'admin@example.com', password: 'correct horse battery' }),
    })
    expect(answered.findings).toContainEqual(['cookies that stay', 5])
    expect(answered.points).toBe(135)
  })
})

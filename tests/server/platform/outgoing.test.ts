import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen } from '#server/platform/http/listen.ts'
import { holds } from '../../endurance/check.ts'
import { honestly } from '../../hostile/misbehavior.ts'
import { businessOperations, reads } from '../../hostile/operations.ts'
import { startService, type Service } from '../../upstream/service.ts'
import { openBff, type Bff } from '../bff.ts'
import { fuzzedPaths } from '../fuzzed-paths.ts'

/** Tests which parts of callers' requests reach the service. */

let service: Service
let bff: Bff
let cookie = ''
beforeAll(async () => {
  service = await startService()
  for (const operation of businessOperations) service.on(operation, honestly(operation))
  bff = await openBff({ serviceUrl: service.url })
  cookie = await bff.cookieOf('admin')
})
afterAll(async () => {
  await bff.close()
  await service.close()
})

test('R39: sends the service declared paths only, and answers other values with 400', async () => {
  const checks = await fuzzedPaths(500)
  expect(checks.filter((check) => !holds(check))).toEqual([])
})

const spoofed = {
  'x-forwarded-for': '203.0.113.66',
  'x-forwarded-host': 'spoofed.example',
  'x-forwarded-proto': 'https',
  'x-forwarded-user': 'spoofed',
  x_forwarded_user: 'spoofed',
  x_forwarded_for: '203.0.113.66',
  'x-real-ip': '203.0.113.66',
  'x-client-ip': '203.0.113.66',
  'x-caller-address': '203.0.113.66',
  forwarded: 'for=203.0.113.66;host=spoofed.example',
  token: 'spoofed-token',
  authorization: 'Bearer spoofed',
  companyid: 'spoofed-company',
  'company-id': 'spoofed-company',
  'x-user-role': 'admin',
  'x-role': 'admin',
  'x-middleware-subrequest': 'src/middleware',
  'x-original-url': '/api/users',
  'x-rewrite-url': '/api/users',
  'x-request-id': 'spoofed-id',
  traceparent: '00-11111111111111111111111111111111-2222222222222222-01',
}
/** The only headers a request to the service may have. */
const known = [
  'accept',
  'accept-encoding',
  'authorization',
  'companyid',
  'connection',
  'content-length',
  'content-type',
  'host',
  'token',
  'transfer-encoding',
  'user-agent',
]

test('R40: ignores claims in headers of callers for the service, the permissions and the audit', async () => {
  const before = service.seen.length
  for (const [, path] of reads) {
    const { status } = await bff.send(path, { headers: { ...bff.pageHeaders, ...spoofed, cookie } })
    expect([path, status]).toEqual([path, 200])
  }
  const requests = service.seen.slice(before)
  expect(requests.length).toBeGreaterThanOrEqual(reads.length)
  const names = new Set(requests.flatMap(({ headers }) => Object.keys(headers)))
  expect([...names].filter((name) => !known.includes(name))).toEqual([])
  expect(JSON.stringify(requests)).not.toMatch(/spoofed|203\.0\.113\.66|11111111/)

  const server = await listen(0, '127.0.0.1')
  server.serve((asked, env) =>
    bff.console.app.fetch(asked, typeof env === 'object' && env !== null ? env : {}),
  )
  const supervisor = await bff.cookieOf('supervisor')
  const ask = (path: string, asCookie: string, method = 'GET', body = '') =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const sent = request(
        {
          host: '127.0.0.1',
          port: server.port,
          path,
          method,
          headers: {
            ...bff.pageHeaders,
            ...spoofed,
            cookie: asCookie,
            connection: 'close, token, cookie, x-console',
            ...(body === '' ? {} : { 'content-length': body.length }),
          },
        },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
          )
        },
      )
      sent.once('error', reject).end(body)
    })
  expect((await ask('/api/users', supervisor)).status).toBe(403)
  expect((await ask('/api/users', '')).status).toBe(401)
  expect((await ask('/api/settings', cookie, 'PATCH', '{"legacyCreate":false}')).status).toBe(200)
  const { body, text } = await bff.requestAs('admin', '/api/audit?action=settings.change')
  expect(body['items']).toContainEqual(expect.objectContaining({ address: '127.0.0.1' }))
  expect(text).not.toMatch(/203\.0\.113\.66|spoofed/)
  await server.close(0)
})

import { request } from 'node:http'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '#upstream/operations.ts'
import { listen } from '#server/http/listen.ts'
import { honestly } from '../hostile/misbehaviour.ts'
import { businessOperations, reads } from '../hostile/suffering.ts'
import { startService, type Service } from '../upstream/service.ts'
import { openBff, type Bff } from './bff.ts'

/** What the service gets to see of what callers send, by the journal of a service that writes everything down. */

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

/** The twelve shapes of open-api.md, variables as narrow as the contract takes them. */
const shapes = Object.values(operations).map(
  ({ method, path }) =>
    new RegExp(
      `^${method} ${path.replace('{ext}', String.raw`\d{2,15}`).replace('{agentUUID}', '[A-Za-z0-9][A-Za-z0-9-]{7,63}')}$`,
    ),
)

test('T39: 10,000 fuzzed numbers and agents: the service sees only the declared paths, bad values are 400', async () => {
  const odd = fc.constantFrom(
    '..',
    '.',
    '%2e%2e',
    '%2E%2E%2F',
    '..%2f..%2fapi',
    '%252e%252e',
    '8001%00',
    '8001%0d%0aHost:evil',
    '8001;x=1',
    '8001%3Fa',
    '8001%23',
    '８００１',
    '%EF%BC%98001',
    '%c0%ae%c0%ae',
    '__proto__',
    '-1',
    '1e3',
    '0x10',
    '8001%20',
    '*',
  )
  const value = fc.oneof(
    { weight: 2, arbitrary: odd },
    { weight: 2, arbitrary: fc.tuple(odd, odd).map((parts) => parts.join('')) },
    {
      weight: 3,
      arbitrary: fc
        .string({ unit: 'binary', minLength: 1, maxLength: 24 })
        .map((text) => encodeURIComponent(text.toWellFormed())),
    },
    { weight: 1, arbitrary: fc.stringMatching(/^\d{1,18}$/) },
    { weight: 1, arbitrary: fc.stringMatching(/^[A-Za-z0-9-]{1,70}$/) },
  )
  const templates = [
    (part: string) => `/api/extensions/${part}/language`,
    (part: string) => `/api/extensions/${part}`,
    (part: string) => `/api/agents/${part}/extensions`,
    (part: string) => `/api/extensions/8001?agentId=${part}`,
  ]
  const values = fc.sample(value, { numRuns: 10_000, seed: 20_261_121 })
  const statuses = new Map<number, number>()
  const wrong: string[] = []
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let part = values.pop(); part !== undefined; part = values.pop()) {
        const path = templates[values.length % templates.length]?.(part) ?? ''
        const { status, body } = await bff.send(path, { headers: { ...bff.own, cookie } })
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (![200, 400, 404].includes(status)) wrong.push(`${path}: ${status} ${String(body['code'])}`)
      }
    }),
  )
  expect(wrong.slice(0, 5)).toEqual([])
  expect(statuses.get(400)).toBeGreaterThan(5_000)
  expect(statuses.get(200)).toBeGreaterThan(200)
  const seen = new Set(service.seen.map(({ method, path }) => `${method} ${path}`))
  expect(seen.size).toBeGreaterThan(50)
  expect([...seen].filter((line) => !shapes.some((shape) => shape.test(line)))).toEqual([])
}, 120_000)

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
/** All that a request to the service may carry. */
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

test('T40: what callers claim in headers reaches neither the service nor the rights nor the audit', async () => {
  const before = service.seen.length
  for (const [, path] of reads) {
    const { status } = await bff.send(path, { headers: { ...bff.own, ...spoofed, cookie } })
    expect([path, status]).toEqual([path, 200])
  }
  const journal = service.seen.slice(before)
  expect(journal.length).toBeGreaterThanOrEqual(reads.length)
  const names = new Set(journal.flatMap(({ headers }) => Object.keys(headers)))
  expect([...names].filter((name) => !known.includes(name))).toEqual([])
  expect(JSON.stringify(journal)).not.toMatch(/spoofed|203\.0\.113\.66|11111111/)

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
            ...bff.own,
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
  const { body, text } = await bff.as('admin', '/api/audit?action=settings.change')
  expect(body['items']).toContainEqual(expect.objectContaining({ address: '127.0.0.1' }))
  expect(text).not.toMatch(/203\.0\.113\.66|spoofed/)
  await server.close(0)
}, 30_000)

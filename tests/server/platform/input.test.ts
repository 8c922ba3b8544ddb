import { once } from 'node:events'
import { createServer } from 'node:http'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readApiDescription } from '#contract/api-description.ts'
import { signOut } from '#contract/session.ts'
import { cached } from '#server/extensions/reference.ts'
import { defaultTimings } from '#server/platform/timings.ts'
import { openBff, type Bff } from '../bff.ts'
import { endpoints, urlOf } from '../endpoints.ts'

let bff: Bff
beforeAll(async () => {
  bff = await openBff()
})
afterAll(() => bff.close())

const headersOf = async () => ({ ...bff.pageHeaders, cookie: await bff.cookieOf('admin') })

describe('invalid fields', () => {
  test.each([
    ['/api/extensions/idle?page=0', 'page', 'use at least 1'],
    ['/api/extensions/idle?page=1.5', 'page', 'use a whole number'],
    ['/api/extensions/idle?page=x', 'page', 'use a whole number'],
    ['/api/extensions/idle?page=1e1', 'page', 'use a whole number'],
    ['/api/extensions/idle?page=0x10', 'page', 'use a whole number'],
    ['/api/extensions/idle?page=%201', 'page', 'use a whole number'],
    ['/api/audit?pageSize=1e1', 'pageSize', 'use a whole number'],
    ['/api/extensions/idle?pageSize=5000', 'pageSize', 'use at most 1000'],
    ['/api/extensions/idle?companyId=a%20b', 'companyId', 'unsupported characters; remove them'],
    ['/api/extensions/12a', 'ext', 'use 2 to 15 digits'],
    ['/api/reference/languages', 'language', 'is missing; add it'],
    ['/api/reference/languages?language=fr', 'language', 'use zh or en'],
    ['/api/suggestions?q=', 'q', 'use at least 1 characters'],
    ['/api/suggestions?q=1&q=2', 'q', 'appears twice; keep one'],
    ['/api/suggestions?q=1&__proto__=2', '__proto__', 'unknown parameter; remove it'],
  ])('names the field and its fix for %s', async (path, field, message) => {
    expect((await bff.requestAs('admin', path)).body['errors']).toEqual([{ path: field, message }])
  })

  test('rejects a misspelled body field before anything is sent', async () => {
    const answer = await bff.requestAs(
      'admin',
      '/api/extensions',
      { ext: '7100', agentId: '1001' },
      { 'idempotency-key': 'k'.repeat(20) },
    )
    expect(answer.status).toBe(400)
    expect(answer.body['errors']).toEqual([{ path: 'agentId', message: 'unknown field; remove it' }])
    expect(bff.sandbox.calls('create_extension')).toBe(0)
  })
})

test('takes a DELETE without a body, as the description of the API says, and refuses one in another format', async () => {
  const { 'content-type': json, ...headers } = await headersOf()
  const remove = (body: string | null, type: object) =>
    bff.send('/api/pools/00000000-0000-4000-8000-000000000000', {
      method: 'DELETE',
      headers: { ...headers, ...type },
      body,
    })
  expect(await remove(null, {})).toMatchObject({ status: 404, body: { code: 'not-found' } })
  expect(await remove('{}', { 'content-type': json })).toMatchObject({ status: 404 })
  expect(await remove('{}', { 'content-type': 'text/plain' })).toMatchObject({ status: 415 })
})

test.each(['Opus\u202e', 'Op\u200bus', '\u3164'])(
  'rejects a codec with invisible characters: %j',
  async (langCodeTxt) => {
    const key = { 'idempotency-key': 'k'.repeat(20) }
    const { body } = await bff.requestAs('admin', '/api/extensions', { ext: '7100', langCodeTxt }, key)
    expect(body['errors']).toEqual([{ path: 'langCodeTxt', message: 'remove the invisible characters' }])
  },
)

test.each([
  [
    'a row of a job',
    '/api/jobs',
    {
      name: 'nested',
      items: [{ ext: '7100' }, { ext: '7101', agentId: '1001' }],
      passwords: { fill: 'none', length: 16 },
    },
    'items.1.agentId',
  ],
  [
    'the passwords of a job',
    '/api/jobs',
    { name: 'nested', items: [{ ext: '7100' }], passwords: { fill: 'none', length: 16, kind: 'x' } },
    'passwords.kind',
  ],
  [
    'an agent to bind to',
    '/api/service-requests',
    {
      kind: 'rebind',
      reason: 'moved',
      items: [{ ext: '1001', rebindTo: { agentUuid: '9348ee74c2cefd4740db23a3b5bf4a0d', name: 'Ada' } }],
    },
    'items.0.rebindTo.name',
  ],
  [
    'a range of a pool',
    '/api/pools',
    { name: 'nested', ranges: [{ from: '70', to: '79', __proto__x: 1 }] },
    'ranges.0.__proto__x',
  ],
])('rejects a misspelled field of %s and changes nothing', async (_what, path, body, field) => {
  const answer = await bff.requestAs('admin', path, body, { 'idempotency-key': 'a-key-for-a-nested-field' })
  expect(answer).toMatchObject({
    status: 400,
    body: { errors: [{ path: field, message: 'unknown field; remove it' }] },
  })
  expect(bff.sandbox.calls('create_extension')).toBe(0)
})

test('answers HEAD like GET, without a body', async () => {
  const headers = await headersOf()
  const answer = await bff.send('/api/session', { method: 'HEAD', headers })
  expect([answer.status, answer.text]).toEqual([200, ''])
})

test('answers 400 to a body that breaks off or is not UTF-8', async () => {
  const headers = await headersOf()
  const broken = new ReadableStream({
    pull(controller) {
      controller.enqueue(new TextEncoder().encode('{"legacy'))
      controller.error(new Error('gone'))
    },
  })
  const init: RequestInit & { duplex: 'half' } = { method: 'PATCH', headers, body: broken, duplex: 'half' }
  expect((await bff.send('/api/settings', init)).body['code']).toBe('bad-request')
  const bytes = new Uint8Array([0x7b, 0xff, 0x7d])
  expect((await bff.send('/api/settings', { method: 'PATCH', headers, body: bytes })).status).toBe(400)
})

test('ends a call with its signal, even while it waits for a token', async () => {
  const silent = createServer()
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const address = silent.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const never = 600_000
  const forever = { read: never, token: never, create: never }
  const stuck = await openBff({
    serviceUrl: `http://127.0.0.1:${port}`,
    timings: {
      answerMs: never,
      upstream: {
        ...defaultTimings.upstream,
        limits: { ...defaultTimings.upstream.limits, headersMs: forever, totalMs: forever },
      },
    },
  })
  const headers = { ...stuck.pageHeaders, cookie: await stuck.cookieOf('admin') }
  const leave = new AbortController()
  const asked = once(silent, 'request')
  const answers = ['/api/extensions/idle', '/api/reference/countries?language=en'].map((path) =>
    stuck.send(path, { headers, signal: leave.signal }),
  )
  await asked
  leave.abort()
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([499, 499])
  silent.closeAllConnections()
  await new Promise((resolve) => silent.close(resolve))
  await stuck.close()
})

test.each([
  ['without its list', { data: [], warnings: [{ code: 'list-missing' as const, detail: 'items' }] }],
  ['with nothing in it', { data: [], warnings: [] }],
])('keeps a good copy after an answer %s', async (_, nothing) => {
  let time = 1
  let missing = false
  const list = cached(
    () => Promise.resolve(missing ? nothing : { data: [1], warnings: [] }),
    (row) => row,
    () => time,
  )
  await list('en')
  missing = true
  time = 25 * 3_600_000
  expect(await list('en')).toEqual({ items: [1], asOf: 1, warnings: [{ code: 'stale', detail: '' }] })
  // A first answer without items is served as it is, but requested again soon.
  expect(await list('zh')).toMatchObject({ items: [], warnings: nothing.warnings })
  missing = false
  time += 31_000
  expect(await list('zh')).toMatchObject({ items: [1], warnings: [] })
})

test('answers 500 malformed requests without a crash of our own, and keeps serving valid requests', async () => {
  const headers = await headersOf()
  const segment = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }).map((text) => encodeURIComponent(text.toWellFormed())),
    fc.constantFrom(
      '%',
      '%zz',
      '%c0%ae',
      '..',
      '.',
      ';',
      'api',
      'idle',
      '1000',
      '__proto__',
      'constructor',
      '%00',
    ),
  )
  // A sign-out would leave the later requests without their session.
  const declared = endpoints
    .map(([, endpoint]) => ({ method: endpoint.method, path: urlOf(endpoint).split('?')[0] ?? '/' }))
    .filter(({ path }) => path !== signOut.path)
  const anyPath = fc.oneof(
    fc.constantFrom(...declared.map(({ path }) => path)),
    fc.array(segment, { maxLength: 6 }).map((parts) => `/api/${parts.join('/')}`),
    fc.array(segment, { maxLength: 4 }).map((parts) => `/${parts.join('/')}`),
  )
  const query = fc.array(
    fc.tuple(
      fc.constantFrom('page', 'pageSize', 'ext', 'language', 'q', '__proto__', 'toString', '%ff'),
      segment,
    ),
    { maxLength: 4 },
  )
  const body = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.json(),
    fc.constantFrom(
      'null',
      '[]',
      '1e400',
      '"',
      '{"__proto__":{"ext":"1"}}',
      '['.repeat(50_000),
      `{"ext":${'9'.repeat(400)}}`,
    ),
  )
  const headerValue = fc.oneof(fc.constant(undefined), fc.stringMatching(/^[\x21-\x7e]{1,40}$/))
  // Half of the requests reach an endpoint's own reading of its query and body.
  const known = fc.record({ call: fc.constantFrom(...declared), given: fc.constant({}) })
  const any = fc.record({
    call: fc.record({
      method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'),
      path: anyPath,
    }),
    given: fc.record({
      cookie: fc.oneof(
        { weight: 3, arbitrary: fc.constant(headers.cookie) },
        { weight: 1, arbitrary: headerValue },
      ),
      'content-type': fc.oneof(fc.constant('application/json'), headerValue),
      'idempotency-key': headerValue,
      'x-console': fc.oneof(fc.constant('1'), headerValue),
      'content-length': fc.constantFrom(undefined, 'x', '-1', '1e9'),
    }),
  })
  let asked = 0
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(known, any),
      query,
      body,
      async ({ call: { method, path }, given }, pairs, text) => {
        const search = pairs.map(([name, value]) => `${name}=${value}`).join('&')
        const sent = new Headers({ ...headers, 'idempotency-key': 'k'.repeat(20) })
        for (const [name, value] of Object.entries(given)) {
          sent.delete(name)
          if (value !== undefined) sent.set(name, value)
        }
        const answer = await bff.send(`${path}${search === '' ? '' : `?${search}`}`, {
          method,
          headers: sent,
          ...(method === 'GET' || method === 'HEAD' ? {} : { body: text }),
        })
        // 501 to 504 are errors of the service; 500 is our own crash.
        expect(answer.status).not.toBe(500)
        expect(answer.body['code']).not.toBe('internal')
        // The description of the API lists every code.
        expect(path === readApiDescription.path ? '' : answer.text).not.toContain('"internal"')
        const legal = ++asked % 50 === 0 ? await bff.send('/api/extensions/1000', { headers }) : null
        expect(legal?.status ?? 200).toBe(200)
      },
    ),
    { numRuns: 500, seed: 20_261_121 },
  )
  expect(bff.logged.filter((line) => line.includes('"fault"'))).toEqual([])
  expect(bff.sandbox.calls('create_extension')).toBe(0)
})

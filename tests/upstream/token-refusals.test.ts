import { randomInt } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { client, limits } from './options.ts'
import {
  extensionSuccess,
  respondJson,
  startService,
  v5Success,
  type Behavior,
  type Service,
} from './service.ts'

let service: Service
beforeEach(async () => {
  service = await startService()
})
afterEach(() => service.close())

/** Returns an unpublished code, random in every run. */
const drawn = () => String(randomInt(600_000, 699_999))
const page = { page: 1, pageSize: 20 }

/** Uses `good` for the newest token; refuses any other token with `code` and `message`. */
const strict =
  (good: Behavior, code: string, message: string): Behavior =>
  (request, response) => {
    const sent = request.headers['token'] ?? request.headers.authorization?.replace('Bearer ', '')
    const refusal = { ret_code: code, ret_msg: message, retCode: code, retMsg: message }
    return (sent === service.token() ? good : respondJson(refusal))(request, response)
  }

describe.each([
  ['in English', 'Invalid credential, obtain a new token'],
  ['in Chinese', '令牌已失效'],
  ['in words that say nothing', 'operation failed'],
])('R15: an unknown token-invalid code, %s', (_language, message) => {
  test('costs one renewal and two probes, and fails no read', async () => {
    const code = drawn()
    service.on('get_timezone', strict(v5Success({ items: [] }), code, message))
    service.on('search_idle_page', strict(extensionSuccess({ list: [], total: 0 }), code, message))
    const { upstream, close } = client(service.url)
    await upstream.searchIdlePage(page)
    service.revoke()
    await Promise.all(Array.from({ length: 50 }, () => upstream.searchIdlePage(page)))
    expect(service.count('get_token')).toBe(2)
    expect(service.count('get_timezone')).toBe(2)
    await close()
  })
})

test('R15: passes on 1,000 unknown business codes with one probe and no renewal', async () => {
  const code = drawn()
  service.on('get_timezone', v5Success({ items: [] }))
  service.on('search_idle_page', respondJson({ retCode: code, retMsg: 'no such thing' }))
  const { upstream, close } = client(service.url)
  for (let i = 0; i < 50; i++)
    await Promise.all(
      Array.from({ length: 20 }, () =>
        expect(upstream.searchIdlePage(page)).rejects.toMatchObject({ kind: 'refused', code }),
      ),
    )
  expect(service.count('get_token')).toBe(1)
  expect(service.count('get_timezone')).toBe(1)
  expect(service.count('search_idle_page')).toBe(1_000)
  await close()
})

test('renews once for an unknown code that persists with a new token', async () => {
  const code = drawn()
  service.on('get_timezone', respondJson({ ret_code: code, ret_msg: 'expired' }))
  service.on('search_idle_page', respondJson({ retCode: code, retMsg: 'expired' }))
  const { upstream, close } = client(service.url)
  for (let i = 0; i < 10; i++)
    await expect(upstream.searchIdlePage(page)).rejects.toMatchObject({ kind: 'refused', code })
  expect(service.count('get_token')).toBe(2)
  expect(service.count('get_timezone')).toBe(2)
  await close()
})

test.each<[string, Behavior]>([
  ['without a code', respondJson({ items: [] })],
  ['with a success and a failure in one', respondJson({ ret_code: '000000', status: 'FAIL', items: [] })],
  ['that is no JSON', (_request, response) => void response.end('<h1>sign in</h1>')],
])('does not renew after a probe’s answer %s', async (_name, behavior) => {
  const code = drawn()
  service.on('get_timezone', behavior)
  service.on('search_idle_page', respondJson({ retCode: code, retMsg: 'expired' }))
  const { upstream, close } = client(service.url)
  await expect(upstream.searchIdlePage(page)).rejects.toMatchObject({ kind: 'refused', code })
  expect(service.count('get_timezone')).toBe(1)
  expect(service.count('get_token')).toBe(1)
  await close()
})

test('renews once a minute for suspicions about different codes', async () => {
  let turn = 0
  service.on('get_timezone', respondJson({ ret_code: 'sick', ret_msg: 'expired' }))
  service.on('search_idle_page', (request, response) =>
    respondJson({ retCode: `6${turn++}` })(request, response),
  )
  const { upstream, close } = client(service.url)
  for (let i = 0; i < 10; i++) await expect(upstream.searchIdlePage(page)).rejects.toThrow('refused')
  expect(service.count('get_token')).toBe(2)
  await close()
})

test.each<[string, Behavior]>([
  ['a 5xx', (_request, response) => void response.writeHead(500).end()],
  ['HTML', (_request, response) => void response.end('<h1>token expired</h1>')],
  ['silence', () => undefined],
])('does not renew after %s', async (_name, behavior) => {
  service.on('search_idle_page', behavior)
  const { upstream, close } = client(service.url, {
    limits: { ...limits, headersMs: { ...limits.headersMs, read: 100 } },
  })
  for (let i = 0; i < 3; i++) await upstream.searchIdlePage(page).catch(() => undefined)
  expect(service.count('get_token')).toBe(1)
  expect(service.count('get_timezone')).toBe(0)
  await close()
})

test('keeps the token for the other operations when one operation refuses every token', async () => {
  service.on('get_timezone', v5Success({ items: [] }))
  service.on('extension_detail', respondJson({}, 401))
  service.on('create_extension', respondJson({}, 401))
  const { upstream, close } = client(service.url)
  for (let i = 0; i < 20; i++) {
    await expect(upstream.getExtension({ ext: '8001' })).rejects.toMatchObject({ kind: 'token' })
    await expect(upstream.createExtension({ ext: '8001' })).rejects.toMatchObject({
      kind: 'token',
      definitelyNotApplied: true,
    })
  }
  expect(service.count('get_token')).toBe(2)
  expect(service.count('create_extension')).toBe(20)
  await upstream.getTimeZones({ language: 'en' })
  await close()
})

test('reports a create under a revoked token as a token error despite an unknown code', async () => {
  const code = drawn()
  service.on('get_timezone', strict(v5Success({ items: [] }), code, ''))
  service.on('create_extension', strict(extensionSuccess({}), code, ''))
  const { upstream, close } = client(service.url)
  await upstream.getTimeZones({ language: 'en' })
  service.revoke()
  await expect(upstream.createExtension({ ext: '8001' })).rejects.toMatchObject({
    kind: 'token',
    definitelyNotApplied: true,
  })
  expect(service.count('create_extension')).toBe(1)
  await upstream.createExtension({ ext: '8001' })
  expect(service.count('get_token')).toBe(2)
  await close()
})

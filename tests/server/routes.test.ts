import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations as contractOperations } from '#contract/operations.ts'
import { operations } from '#upstream/operations.ts'
import { cached } from '#server/extensions/reference.ts'
import { homeCompany } from '#sandbox/seed.ts'
import { extensionSuccess, startService, v5Success } from '../upstream/service.ts'
import { openBff, type Bff } from './bff.ts'

let bff: Bff
beforeAll(async () => {
  bff = await openBff()
})
afterAll(() => bff.close())
const get = (path: string) => bff.requestAs('supervisor', path)

test('declares the same twelve operations in the contract and the client', () => {
  const ofClient = Object.entries(operations).map(([id, { method, path }]) => ({ id, method, path }))
  expect(ofClient).toEqual(contractOperations.map(({ id, method, path }) => ({ id, method, path })))
})

test('8 idle page: returns rows and the total, and searches by the start of the number', async () => {
  const { body } = await get('/api/extensions/idle?page=2&pageSize=20')
  expect(body).toMatchObject({ page: 2, pageSize: 20, warnings: [] })
  expect(body['items']).toHaveLength(20)
  const { total } = bff.sandbox.store.page(homeCompany.id, 'idle', '11', 0, 1)
  expect((await get('/api/extensions/idle?ext=11')).body).toMatchObject({ total })
  const zone = encodeURIComponent('GMT+08:00 中国')
  expect(
    (
      await get(
        `/api/extensions/idle?timezoneid=Asia/Shanghai&timezone=${zone}&language=zh-Hans&tempId=t1&operatorUserId=1001`,
      )
    ).status,
  ).toBe(200)
})

test('6 first idle: answers without an agent, with an agent and with an unknown agent', async () => {
  expect((await get('/api/extensions/idle/first')).body).toMatchObject({
    agent: { ext: expect.stringMatching(/^\d+$/) },
  })
  expect((await get('/api/extensions/idle/first?agentId=1001')).body).toMatchObject({
    agent: { agentID: '1001' },
  })
  expect((await get('/api/extensions/idle/first?agentId=unknown')).body).toMatchObject({
    code: 'agent-not-found',
  })
})

test('7 and 11: return the detail and the language of a number', async () => {
  expect((await get('/api/extensions/1000')).body).toMatchObject({
    extension: { ext: '1000', bindStatus: 1 },
  })
  expect((await get('/api/extensions/1000/language')).body).toEqual({
    langCode: '1',
    langCodeTxt: 'Opus',
    warnings: [],
  })
  expect(await get('/api/extensions/4999')).toMatchObject({
    status: 404,
    body: { code: 'extension-not-found', upstream: { operation: 'extension_detail', code: '310121' } },
  })
})

test('9 unbound page: separates the agent’s own extension from the free ones', async () => {
  const uuid = bff.sandbox.store.extension(homeCompany.id, '1001')?.agent_uuid ?? ''
  const { body } = await get(`/api/people/${uuid}/extensions?pageSize=20`)
  expect(body).toMatchObject({ current: { ext: '1001', agentUuid: uuid } })
  expect(body['items']).toHaveLength(19)
  expect(JSON.stringify(body['items'])).not.toContain('"ext":"1001"')
})

test('11 language: passes on two fields, names the rest and refuses another extension', async () => {
  const service = await startService()
  const hostile = await openBff({ serviceUrl: service.url })
  const key = 'AKIA-of-the-service'
  service.on(
    'extension_language',
    extensionSuccess({
      langCode: 1,
      apiKey: key,
      authCode: 4711,
      note: key,
      line: 4711,
      voice: 'Mei',
      speed: 2,
    }),
  )
  const { body } = await hostile.requestAs('supervisor', '/api/extensions/1000/language')
  expect(body).toEqual({
    langCode: '1',
    langCodeTxt: null,
    warnings: ['apiKey', 'authCode', 'note', 'line', 'voice', 'speed'].map((detail) => ({
      code: 'unknown-fields',
      detail,
    })),
  })
  service.on('extension_language', extensionSuccess({ ext: '1001', langCodeTxt: 'Opus' }))
  expect(await hostile.requestAs('supervisor', '/api/extensions/1000/language')).toMatchObject({
    status: 502,
    body: { code: 'upstream-invalid' },
  })
  await Promise.all([hostile.close(), service.close()])
})

test('2, 3, 4: asks the service once per language, then serves from the cache', async () => {
  for (let i = 0; i < 3; i++)
    for (const list of ['time-zones', 'languages', 'countries'])
      for (const language of ['zh', 'en']) {
        const { body } = await get(`/api/reference/${list}?language=${language}`)
        expect(Array.isArray(body['items']) && body['items'].length).toBeGreaterThan(18)
      }
  expect(bff.sandbox.calls('get_timezone')).toBe(2)
  expect(bff.sandbox.calls('get_country')).toBe(2)
})

test('12 suggestions: returns the matches for a search', async () => {
  expect((await get('/api/suggestions?q=100')).body).toMatchObject({
    items: Array.from({ length: 10 }, (_, i) => ({ key: `100${i}` })),
    page: 1,
  })
})

test('1 get_token: shows twelve operations and no token in the status, renews the token', async () => {
  const { body, text } = await bff.requestAs('admin', '/api/status')
  expect(body).toMatchObject({ tokens: [{ kind: 'v5', state: 'valid' }] })
  expect(body['operations']).toHaveLength(12)
  const before = bff.sandbox.calls('get_token')
  const renewed = await bff.requestAs('admin', '/api/status/token/renew', {})
  expect(renewed.status).toBe(200)
  expect(bff.sandbox.calls('get_token')).toBe(before + 1)
  expect((await get('/api/extensions/1000')).status).toBe(200)
  expect(text).not.toMatch(/[0-9a-f]{32}(?=")/)
})

test('fetches one new token for all reads after the service revokes the old token', async () => {
  const before = bff.sandbox.calls('get_token')
  bff.sandbox.store.revokeTokens()
  const answers = await Promise.all(Array.from({ length: 48 }, () => get('/api/extensions/1000')))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  expect(bff.sandbox.calls('get_token')).toBe(before + 1)
})

test.each([
  ['990001', 502, 'upstream-failing'],
  ['990002', 502, 'upstream-not-json'],
  ['990004', 502, 'upstream-unreachable'],
  ['990005', 503, 'upstream-busy'],
  ['990006', 502, 'upstream-restricted'],
  ['990007', 422, 'upstream-refused'],
  ['990008', 502, 'upstream-token'],
])('answers number %s with %d %s', async (ext, status, code) => {
  expect(await get(`/api/extensions/${ext}`)).toMatchObject({ status, body: { code, status } })
})

describe('health', () => {
  test('reports live and ready without a session, and not ready while draining', async () => {
    expect((await bff.send('/healthz')).body).toEqual({ status: 'ok' })
    expect((await bff.send('/readyz')).status).toBe(200)
    const other = await openBff()
    other.console.drain()
    expect((await other.send('/readyz')).status).toBe(503)
    expect((await other.send('/healthz')).status).toBe(200)
    await other.close()
  })
})

describe('a wrong service', () => {
  test('has its own problem when it is unreachable and when it answers HTML', async () => {
    const html = createServer((_request, response) => response.end('<!doctype html><h1>Hello</h1>'))
    await new Promise<void>((resolve) => html.listen(0, '127.0.0.1', resolve))
    const address = html.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const wrong = await openBff({ serviceUrl: `http://127.0.0.1:${port}` })
    expect((await wrong.requestAs('supervisor', '/api/extensions/idle')).body).toMatchObject({
      code: 'upstream-not-json',
      upstream: { operation: 'get_token' },
    })
    html.closeAllConnections()
    await new Promise((resolve) => html.close(resolve))
    const gone = await openBff({ serviceUrl: `http://127.0.0.1:${port}` })
    expect((await gone.requestAs('supervisor', '/api/extensions/idle')).body).toMatchObject({
      code: 'upstream-unreachable',
    })
    expect((await gone.requestAs('admin', '/api/status')).body).toMatchObject({
      tokens: [{ state: 'cooldown' }],
    })
    await Promise.all([wrong.close(), gone.close()])
  })

  test('has its own problem when it knows another app key', async () => {
    const sandbox = await openBff({ sandbox: { appKey: 'the-service-has-another-key' } })
    expect((await sandbox.requestAs('supervisor', '/api/extensions/idle')).body).toMatchObject({
      code: 'upstream-credentials',
      upstream: { code: '900003' },
    })
    expect(sandbox.sandbox.calls('get_token')).toBe(1)
    await sandbox.close()
  })
})

test('counts the reference rows without an ID in a warning', async () => {
  const service = await startService()
  service.on('get_timezone', v5Success({ items: [{ timezoneid: '8' }, { timezone_value: 'Nowhere' }, {}] }))
  service.on('get_language', v5Success({ items: [{ language_code: 'en', id: '1' }, { id: '2' }] }))
  service.on('get_country', v5Success({ items: [{ country_name: 'Nowhere' }] }))
  const other = await openBff({ serviceUrl: service.url })
  const read = async (list: string) =>
    (await other.requestAs('supervisor', `/api/reference/${list}?language=en`)).body
  const dropped = (detail: string) => [{ code: 'row-dropped', detail }]
  expect(await read('time-zones')).toMatchObject({ items: [{ timezoneid: '8' }], warnings: dropped('2') })
  expect(await read('languages')).toMatchObject({ items: [{ languageCode: 'en' }], warnings: dropped('1') })
  expect(await read('countries')).toMatchObject({ items: [], warnings: dropped('1') })
  await other.close()
  await service.close()
})

test('serves reference data as stale during an outage and refreshes the data afterward', async () => {
  let time = 1
  let broken = false
  let loads = 0
  const list = cached(
    () => {
      loads++
      return broken ? Promise.reject(new Error('down')) : Promise.resolve({ data: [loads], warnings: [] })
    },
    (row) => row,
    () => time,
  )
  const [first, second] = await Promise.all([list('en'), list('en')])
  expect([first.items, second.items, loads]).toEqual([[1], [1], 1])
  time = 25 * 3_600_000
  broken = true
  expect(await list('en')).toMatchObject({ items: [1], asOf: 1, warnings: [{ code: 'stale' }] })
  expect(await list('en')).toMatchObject({ items: [1] })
  expect(loads).toBe(2)
  time += 31_000
  broken = false
  expect(await list('en')).toEqual({ items: [3], asOf: time, warnings: [] })
  await expect(
    cached(
      () => Promise.reject(new Error('down')),
      () => 1,
      () => 0,
    )('zh'),
  ).rejects.toThrow('down')
})

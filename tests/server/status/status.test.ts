import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problem } from '#contract/problem.ts'
import { status } from '#contract/status.ts'
import { eachStore } from '../../stores/each-store.ts'
import {
  extensionSuccess,
  respondJson,
  startService,
  v5Success,
  type Service,
} from '../../upstream/service.ts'
import { openBff, type Bff } from '../bff.ts'

const idle = '/api/extensions/idle?page=1&pageSize=20'

eachStore(({ copyStore }) => {
  let service: Service
  let bff: Bff
  beforeAll(async () => {
    service = await startService()
    service.on('get_timezone', v5Success({ items: [{ id: '1', language: 'en', timezoneid: 'UTC' }] }))
    bff = await openBff({ store: await copyStore(), serviceUrl: service.url })
  })
  afterAll(async () => {
    await bff.close()
    await service.close()
  })
  const read = async () => status.parse((await bff.requestAs('admin', '/api/status')).body)
  test('counts a missing number as a success without a warning', async () => {
    service.on('extension_detail', respondJson({ retCode: '310121', retMsg: 'not found' }))
    const before = bff.logged.length
    expect((await bff.requestAs('supervisor', '/api/extensions/8001')).status).toBe(404)
    const detail = (await read()).operations.find(({ operation }) => operation === 'extension_detail')
    expect(detail).toMatchObject({ calls: 1, failures: 0, lastError: null })
    expect(detail?.lastSuccessAt).not.toBeNull()
    const lines = bff.logged.slice(before).join('')
    expect(lines).toContain('310121')
    expect(lines).not.toContain('"level":40')

    service.on('extension_detail', respondJson({ retCode: '310009', retMsg: 'no' }))
    expect((await bff.requestAs('supervisor', '/api/extensions/8002')).status).toBe(422)
    expect((await read()).operations.find(({ operation }) => operation === 'extension_detail')).toMatchObject(
      {
        calls: 2,
        failures: 1,
      },
    )
  })

  test('R23: shows an open breaker with its wait and on the status page, and serves cached reference data', async () => {
    service.on('get_timezone', v5Success({ items: [{ id: '1', language: 'en', timezoneid: 'UTC' }] }))
    const zones = '/api/reference/time-zones?language=en'
    const { body: before } = await bff.requestAs('supervisor', zones)
    service.on('search_idle_page', (_request, response) => void response.writeHead(500).end())
    for (let i = 0; i < 45; i++) await bff.requestAs('supervisor', idle)
    const answer = await bff.requestAs('supervisor', idle)
    expect(answer.status).toBe(503)
    expect(problem.parse(answer.body)).toMatchObject({
      code: 'upstream-paused',
      upstream: { operation: 'search_idle_page' },
    })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    const { breakers, operations } = await read()
    expect(breakers.find(({ family }) => family === 'extensions')).toMatchObject({
      state: 'open',
      openSince: expect.toSatisfy(Number.isSafeInteger),
      probeAt: expect.toSatisfy(Number.isSafeInteger),
    })
    // Paused calls do not replace the service's last error.
    const { lastError } = operations.find(({ operation }) => operation === 'search_idle_page') ?? {}
    expect(lastError).toMatchObject({ code: 'upstream-failing', upstreamCode: 'HTTP 500' })
    expect((await bff.requestAs('supervisor', zones)).body).toMatchObject({
      items: before['items'],
      asOf: before['asOf'],
    })
  })
})

describe('a foreign client', () => {
  test('R16: appears in the status once it has taken the token three times', async () => {
    const service = await startService()
    const bff = await openBff({ serviceUrl: service.url })
    service.on('search_idle_page', service.withToken(extensionSuccess({ list: [], total: 0 })))
    const token = async () => status.parse((await bff.requestAs('admin', '/api/status')).body).tokens[0]
    for (let i = 0; i < 4; i++) {
      expect((await bff.requestAs('supervisor', idle)).status).toBe(200)
      const { state, contentionAt } = (await token()) ?? {}
      expect([state, contentionAt?.length]).toEqual(i === 3 ? ['contention', 3] : ['valid', 0])
      service.revoke()
    }
    const refused = await bff.requestAs('supervisor', idle)
    expect(problem.parse(refused.body)).toMatchObject({
      code: 'upstream-token',
      upstream: { operation: 'get_token', code: 'refused again' },
    })
    expect(service.count('get_token')).toBe(4)
    // A renewal by an administrator does not wait.
    expect((await bff.requestAs('admin', '/api/status/token/renew', {})).status).toBe(200)
    expect(service.count('get_token')).toBe(5)
    await bff.close()
    await service.close()
  })
})

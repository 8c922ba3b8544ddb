import { inspect } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { UpstreamError } from '#upstream/errors.ts'
import { memoryTokenStore } from './memory-token-store.ts'
import { signGetToken } from '#upstream/signature.ts'
import { tokenLifeMs } from '#upstream/token.ts'
import { appKey, client, limits, profileWith } from './options.ts'
import {
  extensionSuccess,
  inTurn,
  respondJson,
  startService,
  v5Success,
  type Behavior,
  type Service,
} from './service.ts'

let service: Service
beforeEach(async () => {
  service = await startService()
  service.on('get_timezone', service.withToken(v5Success({ items: [] })))
  service.on('search_idle_page', service.withToken(extensionSuccess({ list: [], total: 0 })))
})
afterEach(() => service.close())

const failure = async (work: Promise<unknown>): Promise<UpstreamError> => {
  const error: unknown = await work.then(
    () => null,
    (caught: unknown) => caught,
  )
  if (!(error instanceof UpstreamError)) throw new Error(`expected an UpstreamError, got ${inspect(error)}`)
  return error
}

test('R10, R17: fetches one token, signed as documented, for 2,000 concurrent cold reads', async () => {
  const allAsked = Promise.withResolvers<undefined>()
  service.on('get_token', async (request, response) => {
    await allAsked.promise
    await service.issueToken(request, response)
  })
  const { upstream, close } = client(service.url, {
    sendLimits: { ...limits, queue: 2_000 },
    now: () => 1_800_000_000_999,
  })
  const reads = Array.from({ length: 2_000 }, () => upstream.getTimeZones({ language: 'en' }))
  allAsked.resolve(undefined)
  await Promise.all(reads)
  expect(service.count('get_token')).toBe(1)
  expect(service.count('get_timezone')).toBe(2_000)
  const { query } = service.seen[0] ?? { query: new URLSearchParams() }
  expect([...query.keys()].sort()).toEqual(['appid', 'create_time', 'sign'])
  expect(query.get('create_time')).toBe('1800000000')
  expect(query.get('sign')).toBe(signGetToken('app', '1800000000', appKey, profileWith({})))
  await close()
})

test('fetches one new token for 1,000 reads after a revocation', async () => {
  const { upstream, close } = client(service.url, {
    sendLimits: { ...limits, queue: 2_000 },
  })
  await upstream.getTimeZones({ language: 'en' })
  service.revoke()
  await Promise.all(
    Array.from({ length: 1_000 }, (_, i) =>
      i % 2 === 0
        ? upstream.getTimeZones({ language: 'zh' })
        : upstream.searchIdlePage({ page: 1, pageSize: 20 }),
    ),
  )
  expect(service.count('get_token')).toBe(2)
  await close()
})

test('fails without a loop when the token is refused twice', async () => {
  service.on(
    'get_timezone',
    respondJson({ ret_code: '900002', ret_msg: 'Token invalid or not found. Get a new one!' }),
  )
  const { upstream, close } = client(service.url)
  const error = await failure(upstream.getTimeZones({ language: 'en' }))
  expect(error).toMatchObject({ kind: 'token', code: '900002' })
  expect(service.count('get_token')).toBe(2)
  expect(service.count('get_timezone')).toBe(2)
  await close()
})

test('fetches one token for two clients that share a store', async () => {
  const tokenStore = memoryTokenStore()
  const one = client(service.url, { tokenStore })
  const other = client(service.url, { tokenStore })
  await Promise.all(
    Array.from({ length: 200 }, (_, i) =>
      (i % 2 === 0 ? one : other).upstream.getTimeZones({ language: 'en' }),
    ),
  )
  expect(service.count('get_token')).toBe(1)
  service.revoke()
  await Promise.all([one, other].map((replica) => replica.upstream.getTimeZones({ language: 'en' })))
  expect(service.count('get_token')).toBe(2)
  await Promise.all([one.close(), other.close()])
})

test('reports a wrong app key and does not retry during the cooldown', async () => {
  service.on('get_token', respondJson({ ret_code: '900003', ret_msg: 'Incorrect signature!' }))
  const { upstream, close, reports } = client(service.url)
  for (let i = 0; i < 5; i++) {
    const error = await failure(upstream.getTimeZones({ language: 'en' }))
    expect(error).toMatchObject({
      kind: 'credentials',
      operation: 'get_token',
      code: '900003',
      serviceMessage: 'Incorrect signature!',
    })
  }
  expect(service.count('get_token')).toBe(1)
  expect(reports.filter((report) => report.operation === 'get_token')).toHaveLength(1)
  await close()
})

test('moves to the next generation on a manual renewal', async () => {
  const { upstream, renewTokens, tokenStates, close } = client(service.url)
  await upstream.getTimeZones({ language: 'en' })
  await renewTokens()
  await upstream.getTimeZones({ language: 'en' })
  expect(service.count('get_token')).toBe(2)
  expect(await tokenStates()).toMatchObject([{ kind: 'v5', state: { generation: 2 } }])
  await close()
})

test('refuses a token that could break a header, without showing it', async () => {
  const poison = 'evil\r\nx-injected: 1'
  service.on('get_token', v5Success({ item: { token: poison, expires_in: '86400' } }))
  const { upstream, close } = client(service.url)
  const error = await failure(upstream.getTimeZones({ language: 'en' }))
  expect(error.kind).toBe('invalid')
  expect(inspect(error, { depth: 9 })).not.toContain('injected')
  await close()
})

test('fetches the company token in its own format and renews it once after a 401', async () => {
  let issued = 0
  service.on('/tokens/company', (request, response) => {
    issued++
    return respondJson({
      response_type: 'token',
      access_token: `company-token-of-${issued}`,
      expires_in: 86_400_000,
    })(request, response)
  })
  service.on(
    'search_idle_page',
    inTurn(respondJson({}, 401), (request, response) =>
      request.headers.authorization === 'Bearer company-token-of-2'
        ? extensionSuccess({ list: [], total: 0 })(request, response)
        : respondJson({}, 401)(request, response),
    ),
  )
  const { upstream, close } = client(service.url, { profile: { auth: { credential: 'company' } } })
  await upstream.searchIdlePage({ page: 1, pageSize: 20 })
  expect(issued).toBe(2)
  expect(service.count('get_token')).toBe(0)
  const asked: unknown = JSON.parse(service.seen[0]?.body ?? '')
  expect(asked).toMatchObject({
    responseType: 'token',
    appId: 'app',
    currentTime: expect.stringMatching(/^\d{13}$/),
  })
  await close()
})

test.each([
  [{ header: 'token', prefix: '' }, 'token', /^token-1-/],
  [{}, 'authorization', /^Bearer token-1-/],
  [{ header: 'x-key', prefix: 'Key ', alsoTokenHeader: true }, 'x-key', /^Key token-1-/],
  [{ alsoTokenHeader: true }, 'token', /^token-1-/],
  [{ credential: 'fixed' }, 'authorization', /^Basic abc$/],
] as const)('sends the credential of %j in the header %s', async (auth, header, value) => {
  service.on('search_idle_page', extensionSuccess({ list: [], total: 0 }))
  const { upstream, close } = client(service.url, { profile: { auth }, authorization: 'Basic abc' })
  await upstream.searchIdlePage({ page: 1, pageSize: 20 })
  expect(service.seen.at(-1)?.headers[header]).toMatch(value)
  await close()
})

test('sends the credential in the query where the profile says so', async () => {
  service.on('search_idle_page', extensionSuccess({ list: [], total: 0 }))
  const auth = { header: 'access_token', prefix: '', in: 'query' } as const
  const { upstream, close } = client(service.url, { profile: { auth } })
  await upstream.searchIdlePage({ page: 1, pageSize: 20 })
  expect(service.seen.at(-1)?.query.get('access_token')).toMatch(/^token-1-/)
  expect(service.seen.at(-1)?.headers).not.toHaveProperty('authorization')
  await close()
})

test('the credential none neither sends nor fetches a token', async () => {
  service.on('search_idle_page', extensionSuccess({ list: [], total: 0 }))
  const { upstream, close } = client(service.url, { profile: { auth: { credential: 'none' } } })
  await upstream.searchIdlePage({ page: 1, pageSize: 20 })
  expect(service.count('get_token')).toBe(0)
  expect(service.seen.at(-1)?.headers).not.toHaveProperty('authorization')
  await close()
})

test.each([
  ['86400', 86_400_000],
  [86_400, 86_400_000],
  [' 3600', 3_600_000],
  ['86400.5', 86_400_000],
  ['120', 120_000],
  ['0', 60_000],
  ['-1', 60_000],
  ['999999999', 86_400_000],
  ['abc', 3_600_000],
  ['1e9', 3_600_000],
  ['', 3_600_000],
  [null, 3_600_000],
  [undefined, 3_600_000],
])('reads expires_in %j as a lifetime of %d ms', (expiresIn, life) => {
  expect(tokenLifeMs(expiresIn, 1000)).toBe(life)
})

test.each([
  ['another return code', { retCode: '900003', ret_code: '000000' }, 200],
  ['a status that says it failed', { ret_code: '000000', status: 'Failed' }, 200],
  ['HTTP 400', { ret_code: '000000' }, 400],
])('does not use a token that comes with %s', async (_what, envelope, status) => {
  const token = `token-0-${'x'.repeat(24)}`
  service.on('get_token', respondJson({ ...envelope, item: { token, expires_in: '86400' } }, status))
  service.on(
    '/tokens/company',
    respondJson({ ...envelope, access_token: token, expires_in: 86_400_000 }, status),
  )
  for (const credential of ['v5', 'company'] as const) {
    const { upstream, close } = client(service.url, { profile: { auth: { credential } } })
    await expect(upstream.searchIdlePage({ page: 1, pageSize: 20 })).rejects.toMatchObject({
      kind: 'invalid',
      operation: 'get_token',
    })
    await close()
  }
  expect(service.count('search_idle_page')).toBe(0)
})

test.each(['', 'with a space', 'Ünicode', 'x'.repeat(4_097)])(
  'refuses %j as a token, which no header can carry',
  async (token) => {
    service.on('get_token', v5Success({ item: { token, expires_in: '86400' } }))
    const { upstream, close } = client(service.url)
    await expect(upstream.searchIdlePage({ page: 1, pageSize: 20 })).rejects.toMatchObject({
      kind: 'invalid',
      operation: 'get_token',
      code: 'unusable token',
    })
    expect(service.count('search_idle_page')).toBe(0)
    await close()
  },
)

test('uses a token of a few digits', async () => {
  service.on('get_token', v5Success({ item: { token: '1000', expires_in: '86400' } }))
  service.on('search_idle_page', extensionSuccess({ list: [], total: 0 }))
  const { upstream, close } = client(service.url)
  expect(await upstream.searchIdlePage({ page: 1, pageSize: 20 })).toMatchObject({ data: { total: 0 } })
  expect(service.seen.at(-1)?.headers.authorization).toBe('Bearer 1000')
  await close()
})

test('removes the signature from the message of a refused get_token', async () => {
  service.on('get_token', ({ query }, response) => {
    const ret_msg = `bad request /api/get_token?${query.toString()}`
    response.end(JSON.stringify({ ret_code: '999999', ret_msg }))
  })
  const { upstream, close } = client(service.url)
  await expect(upstream.getTimeZones({ language: 'en' })).rejects.toMatchObject({
    kind: 'refused',
    serviceMessage: expect.stringMatching(/^bad request .*&sign=•••$/),
  })
  await close()
})

test.each([401, 403])(
  'R15: reports HTTP %d of the extension operations alone as their authentication, without a renewal',
  async (status) => {
    service.on('extension_detail', respondJson({}, status))
    service.on('create_extension', respondJson({}, status))
    const { upstream, close } = client(service.url)
    for (let i = 0; i < 20; i++) {
      await expect(upstream.getExtension({ ext: '8001' })).rejects.toMatchObject({
        kind: 'extensions-auth',
        code: `HTTP ${status}`,
      })
      await expect(upstream.createExtension({ ext: '8001' })).rejects.toMatchObject({
        kind: 'extensions-auth',
        definitelyNotApplied: true,
      })
    }
    expect([service.count('get_token'), service.count('get_timezone')]).toEqual([1, 1])
    expect(service.count('create_extension')).toBe(20)
    await close()
  },
)

test('reports a refused fixed credential as the authentication of extension operations', async () => {
  service.on('extension_detail', respondJson({}, 401))
  const { upstream, close } = client(service.url, {
    profile: { auth: { credential: 'fixed' } },
    authorization: 'Basic abc',
  })
  await expect(upstream.getExtension({ ext: '8001' })).rejects.toMatchObject({ kind: 'extensions-auth' })
  await close()
})

test('sends a create under a revoked token once, and the next one with a new token', async () => {
  service.on('create_extension', service.withToken(extensionSuccess({})))
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

test('does not renew the token for a code that the profile does not name', async () => {
  service.on('search_idle_page', respondJson({ retCode: '612345', retMsg: 'token expired' }))
  const { upstream, close } = client(service.url)
  await expect(upstream.searchIdlePage({ page: 1, pageSize: 20 })).rejects.toMatchObject({
    kind: 'refused',
    code: '612345',
  })
  expect(service.count('get_token')).toBe(1)
  await close()
})

test('reports a clock error when a signature is refused and the clocks differ', async () => {
  const now = Date.parse('2026-11-22T12:00:00Z')
  const refuse =
    (date: string): Behavior =>
    (_request, response) => {
      response.setHeader('date', date)
      response.end(JSON.stringify({ ret_code: '900004', ret_msg: 'sign error' }))
    }
  for (const [date, kind] of [
    ['Sun, 22 Nov 2026 12:06:00 GMT', 'clock'],
    ['Sun, 22 Nov 2026 11:54:00 GMT', 'clock'],
    ['Sun, 22 Nov 2026 12:01:00 GMT', 'credentials'],
    ['soon', 'credentials'],
  ] as const) {
    const { upstream, close } = client(service.url, { now: () => now })
    service.on('get_token', refuse(date))
    expect([date, (await failure(upstream.getTimeZones({ language: 'en' }))).kind]).toEqual([date, kind])
    await close()
  }
})

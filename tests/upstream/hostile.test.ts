import net from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { UpstreamError } from '#upstream/errors.ts'
import { appKey, client, limits } from './options.ts'
import {
  extensionSuccess,
  inTurn,
  respondJson,
  startService,
  type Behavior,
  type Service,
} from './service.ts'

let service: Service
beforeEach(async () => {
  service = await startService()
})
afterEach(() => service.close())

const raw =
  (body: string | Buffer, status = 200, headers: Record<string, string> = {}): Behavior =>
  (_request, response) => {
    response.writeHead(status, headers).end(body)
  }

/** Misbehavior that tests/hostile does not cover. */
const behaviors: [name: string, behavior: Behavior, kind: string][] = [
  ['success without data', respondJson({ retCode: '000000' }), 'invalid'],
  ['several choices', raw('{"retCode":"000000"}', 300), 'invalid'],
  ['HTTP 429', raw('', 429, { 'retry-after': '7' }), 'busy'],
  ['an unknown code', respondJson({ retCode: '123' }), 'refused'],
  ['a cut connection', (_request, response) => void response.destroy(), 'unreachable'],
  [
    'a body cut half-way',
    (_request, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('{"retCode"', () => response.destroy())
    },
    'unreachable',
  ],
]

describe.each(behaviors)('%s', (name, behavior, kind) => {
  test('fails a read with the expected error kind and no secret in the error', async () => {
    service.on('search_idle_page', behavior)
    const { upstream, close } = client(service.url)
    const error: unknown = await upstream
      .searchIdlePage({ page: 1, pageSize: 20 })
      .catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(UpstreamError)
    expect(error).toMatchObject({ kind, operation: 'search_idle_page' })
    const shown = inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error)
    expect(shown).not.toContain(appKey)
    expect(shown).not.toContain(service.token())
    await close()
  })

  test('sends a create only once, with no secret in the error', async () => {
    service.on('create_extension', behavior)
    const { upstream, close } = client(service.url)
    const error: unknown = await upstream.createExtension({ ext: '8001', password: 'Secret-of-8001' }).then(
      () => null,
      (caught: unknown) => caught,
    )
    expect(service.count('create_extension')).toBe(1)
    expect(inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error)).not.toContain(
      'Secret-of-8001',
    )
    expect(error instanceof UpstreamError && error.definitelyNotApplied).toBe(name === 'HTTP 429')
    await close()
  })
})

test.each(['ret_code', 'retCode'])('classifies an HTTP 404 by the refusal in its %s', async (name) => {
  service.on('get_timezone', respondJson({ [name]: '310999', ret_msg: 'no such zone' }, 404))
  const { upstream, close } = client(service.url)
  await expect(upstream.getTimeZones({ language: 'en' })).rejects.toMatchObject({ kind: 'refused' })
  await close()
})

test('removes a password of any characters from a refusal that repeats the request', async () => {
  const printable = String.fromCharCode(...Array.from({ length: 94 }, (_, n) => 0x21 + n))
  service.on('create_extension', ({ query }, response) => {
    response.end(JSON.stringify({ retCode: '310204', retMsg: `no ${query.toString()}`, code: 200 }))
  })
  const { upstream, close } = client(service.url)
  for (let start = 0; start < printable.length; start += 10) {
    const password = `${printable}${printable}`.slice(start, start + 10)
    const refusal: unknown = await upstream
      .createExtension({ ext: '8001', password })
      .catch((caught: unknown) => caught)
    expect(refusal).toMatchObject({ code: '310204', serviceMessage: 'no ext=8001&password=•••' })
  }
  await close()
})

test('reports an unreachable service and a create as definitely not applied', async () => {
  const { upstream, close } = client(service.url)
  await upstream.getTimeZones({ language: 'en' }).catch(() => undefined)
  await service.close()
  const read: unknown = await upstream.getExtension({ ext: '8001' }).catch((caught: unknown) => caught)
  const created: unknown = await upstream.createExtension({ ext: '8001' }).catch((caught: unknown) => caught)
  expect(read).toMatchObject({ kind: 'unreachable' })
  expect(created).toMatchObject({ kind: 'unreachable', definitelyNotApplied: true })
  await close()
  service = await startService()
})

test.each([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
])('reports that nothing was sent when a connection fails with %s', async (code) => {
  const { upstream, close } = client(service.url, { profile: { auth: { credential: 'none' } } })
  // Mock the network errors, which a test can't cause for real.
  const connect = vi.spyOn(net, 'connect').mockImplementation(() => {
    const socket = new net.Socket()
    process.nextTick(() => socket.destroy(Object.assign(new Error(code), { code })))
    return socket
  })
  onTestFinished(() => connect.mockRestore())
  const input = { ext: '8001' }
  for (const call of [() => upstream.getExtension(input), () => upstream.createExtension(input)])
    await expect(call()).rejects.toMatchObject({
      kind: 'unreachable',
      code: 'no connection',
      definitelyNotApplied: true,
    })
  await close()
})

test('reads a response of exactly the size limit and refuses a longer response', async () => {
  const { upstream, close } = client(service.url, {
    sendLimits: { ...limits, bytes: 1_000 },
  })
  const record = JSON.stringify({ retCode: '000000', data: { ext: '8001' } })
  service.on('extension_detail', raw(record.padEnd(1_000)))
  expect(await upstream.getExtension({ ext: '8001' })).toMatchObject({ data: { ext: '8001' } })
  service.on('extension_detail', raw(record.padEnd(1_001)))
  await expect(upstream.getExtension({ ext: '8001' })).rejects.toMatchObject({
    kind: 'invalid',
    code: 'too large',
  })
  await close()
})

test.each([502, 503, 504])('repeats a read after one HTTP %d', async (status) => {
  service.on('search_idle_page', inTurn(raw('', status), extensionSuccess({ list: [], total: 0 })))
  const { upstream, close } = client(service.url)
  await expect(upstream.searchIdlePage({ page: 1, pageSize: 20 })).resolves.toMatchObject({
    data: { total: 0 },
  })
  await close()
})

test('R19: ends a silent call before its total deadline and leaves a create in doubt', async () => {
  const impatient = {
    ...limits,
    headersMs: { read: 300, token: 300_000, create: 300 },
    totalMs: { read: 300_000, token: 300_000, create: 300_000 },
  }
  const { upstream, close } = client(service.url, { sendLimits: impatient })
  for (const operation of ['extension_detail', 'create_extension'] as const)
    service.on(operation, () => undefined)
  await expect(upstream.getExtension({ ext: '1000' })).rejects.toMatchObject({ kind: 'timeout' })
  await expect(upstream.createExtension({ ext: '1000' })).rejects.toMatchObject({
    kind: 'timeout',
    definitelyNotApplied: false,
  })
  expect(service.count('create_extension')).toBe(1)
  await close()
})

test('sends a create once, and leaves it in doubt, when the service closes the reused connection', async () => {
  const ports = new Set<number | undefined>()
  service.on(
    'create_extension',
    inTurn(
      (request, response) => {
        ports.add(response.socket?.remotePort)
        return extensionSuccess({})(request, response)
      },
      (_request, response) => {
        ports.add(response.socket?.remotePort)
        response.destroy()
      },
    ),
  )
  const { upstream, close } = client(service.url, { profile: { auth: { credential: 'none' } } })
  await upstream.createExtension({ ext: '8001' })
  // The client uses a connection again one turn of the event loop after its answer.
  await nextTurn()
  await expect(upstream.createExtension({ ext: '8002' })).rejects.toMatchObject({
    kind: 'unreachable',
    definitelyNotApplied: false,
  })
  expect([ports.size, service.count('create_extension')]).toEqual([1, 2])
  await close()
})

test('refuses a path variable that could change the path, without sending anything', async () => {
  const { upstream, close } = client(service.url)
  for (const ext of ['..', '%2e%2e', 'a/b', '', '8001?x=1', '８００１'])
    await expect(upstream.getExtensionLanguage({ ext })).rejects.toThrow(UpstreamError)
  expect(service.seen).toHaveLength(0)
  await close()
})

test('removes the token and the app key from a message and a code', async () => {
  service.on('extension_detail', ({ headers }, response) => {
    const retMsg = `no ${headers.authorization ?? ''}, expected appid + time + ${appKey}`
    response.end(JSON.stringify({ retCode: appKey, retMsg }))
  })
  const { upstream, close, reports } = client(service.url)
  await expect(upstream.getExtension({ ext: '8002' })).rejects.toMatchObject({
    code: '•••',
    serviceMessage: 'no Bearer •••, expected appid + time + •••',
  })
  expect(inspect(reports, { depth: 9 })).not.toContain(appKey)
  await close()
})

test('truncates long codes and messages', async () => {
  service.on('extension_detail', respondJson({ retCode: '9'.repeat(2_000_000), retMsg: 'n'.repeat(500_000) }))
  const { upstream, close, reports } = client(service.url)
  await expect(upstream.getExtension({ ext: '8001' })).rejects.toMatchObject({ kind: 'refused' })
  expect(reports.at(-1)?.error?.code).toHaveLength(64)
  expect(reports.at(-1)?.error?.message.length).toBeLessThan(200)
  await close()
})

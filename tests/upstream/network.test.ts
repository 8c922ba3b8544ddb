import { once } from 'node:events'
import { createServer, request as forward, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { selfSigned } from '../hostile/certificate.ts'
import { client } from './options.ts'
import { extensionSuccess, startService, type Behavior, type Service } from './service.ts'

let service: Service
beforeEach(async () => {
  service = await startService()
})
afterEach(() => service.close())

const answer = (agentName: string) =>
  JSON.stringify({ retCode: '000000', retMsg: '成功', data: { ext: '8001', agentName } })
const raw =
  (body: Buffer, headers: Record<string, string>): Behavior =>
  (_request, response) =>
    void response.writeHead(200, headers).end(body)

/** The characters in GBK, a part of GB18030. */
const inGbk = Buffer.concat([
  Buffer.from('{"retCode":"000000","data":{"ext":"8001","agentName":"'),
  Buffer.from([0xd5, 0xc5, 0xce, 0xb0]),
  Buffer.from('"}}'),
])

test.each<[string, Buffer, Record<string, string>]>([
  ['gzip', gzipSync(answer('张伟')), { 'content-encoding': 'gzip' }],
  ['deflate', deflateSync(answer('张伟')), { 'content-encoding': 'deflate' }],
  ['br', brotliCompressSync(answer('张伟')), { 'content-encoding': 'br' }],
  ['gzip in gzip', gzipSync(gzipSync(answer('张伟'))), { 'content-encoding': 'gzip, gzip' }],
  ['GBK by its header', inGbk, { 'content-type': 'application/json; charset=GBK' }],
  ['GB18030 by its header', inGbk, { 'content-type': 'application/json;charset="gb18030"' }],
  [
    'UTF-8 with a byte order mark',
    Buffer.from(`\ufeff${answer('张伟')}`),
    { 'content-type': 'text/plain; charset=gbk' },
  ],
  ['UTF-16 with a byte order mark', Buffer.from(`\ufeff${answer('张伟')}`, 'utf16le'), {}],
])('reads an answer in %s', async (_what, body, headers) => {
  service.on('extension_detail', raw(body, headers))
  const { upstream, close } = client(service.url)
  expect((await upstream.getExtension({ ext: '8001' })).data.agentName).toBe('张伟')
  await close()
})

test.each<[string, Buffer, string, object]>([
  [
    'more bytes than allowed once it is unpacked',
    gzipSync(Buffer.alloc(50_000_000)),
    'gzip',
    { kind: 'invalid', code: 'too large' },
  ],
  ['a damaged gzip', Buffer.from('not gzip'), 'gzip', { kind: 'not-json' }],
  ['an unknown encoding', gzipSync(answer('x')), 'zstd-of-ours', { kind: 'not-json' }],
])('refuses an answer of %s', async (_what, body, encoding, error) => {
  service.on('extension_detail', raw(body, { 'content-encoding': encoding }))
  const { upstream, close } = client(service.url)
  await expect(upstream.getExtension({ ext: '8001' })).rejects.toMatchObject(error)
  await close()
})

const portOf = (server: Server): number => {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** A proxy that knows where `service.test` is, or refuses everything with a status. */
async function openProxy(to: string, refusal: number | null = null) {
  let used = 0
  const target = Number(new URL(to).port)
  const server = createServer((asked, response) => {
    used++
    if (refusal !== null) return void response.writeHead(refusal).end()
    const { pathname, search } = new URL(asked.url ?? '', 'http://service.test')
    const { method, headers } = asked
    asked.pipe(
      forward({ port: target, host: '127.0.0.1', path: pathname + search, method, headers }, (answered) => {
        response.writeHead(answered.statusCode ?? 0, answered.headers)
        answered.pipe(response)
      }),
    )
  })
  server.on('connect', (_asked, near) => {
    used++
    if (refusal !== null) return void near.end(`HTTP/1.1 ${refusal} No\r\n\r\n`)
    const far = connect(target, '127.0.0.1', () => {
      near.write('HTTP/1.1 200 OK\r\n\r\n')
      far.pipe(near).pipe(far)
    })
    for (const socket of [near, far]) socket.on('error', () => undefined)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    used: () => used,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

test('reaches the service through a proxy, creates too', async () => {
  service.on('extension_detail', extensionSuccess({ ext: '8001' }))
  service.on('create_extension', extensionSuccess({}))
  const proxy = await openProxy(service.url)
  const { upstream, close } = client('http://service.test', { network: { httpProxy: proxy.url } })
  expect((await upstream.getExtension({ ext: '8001' })).data.ext).toBe('8001')
  await upstream.createExtension({ ext: '8002' })
  expect(service.count('create_extension')).toBe(1)
  expect(proxy.used()).toBeGreaterThan(1)
  await close()
  proxy.close()
})

test('names the refusal of a proxy, and a create as definitely not applied', async () => {
  const proxy = await openProxy(service.url, 407)
  const profile = { auth: { credential: 'none' } } as const
  const { upstream, close } = client('https://service.test', { profile, network: { httpsProxy: proxy.url } })
  const error = { kind: 'unreachable', code: 'proxy HTTP 407', definitelyNotApplied: true }
  await expect(upstream.getExtension({ ext: '8001' })).rejects.toMatchObject(error)
  await expect(upstream.createExtension({ ext: '8001' })).rejects.toMatchObject(error)
  await close()
  proxy.close()
})

test('does not use the proxy for loopback and for hosts of NO_PROXY', async () => {
  service.on('extension_detail', extensionSuccess({ ext: '8001' }))
  const proxy = await openProxy(service.url)
  const direct = client(service.url, { network: { httpProxy: proxy.url } })
  expect((await direct.upstream.getExtension({ ext: '8001' })).data.ext).toBe('8001')
  const network = { httpProxy: proxy.url, noProxy: 'service.test' }
  const other = client('http://service.test', { network })
  await expect(other.upstream.getExtension({ ext: '8001' })).rejects.toMatchObject({ kind: 'unreachable' })
  expect(proxy.used()).toBe(0)
  await Promise.all([direct.close(), other.close()])
  proxy.close()
})

test('trusts the further certificate authority, and only with it', async () => {
  const day = 86_400_000
  const certificate = selfSigned('127.0.0.1', { from: Date.now() - day, until: Date.now() + day })
  const server = createTlsServer(certificate, (_request, response) => response.end(answer('Ada')))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `https://127.0.0.1:${portOf(server)}`
  const profile = { auth: { credential: 'none' } } as const
  const [without, withIt] = [{}, { ca: certificate.cert }].map((network) => client(url, { profile, network }))
  await expect(without?.upstream.getExtension({ ext: '8001' })).rejects.toMatchObject({
    kind: 'certificate',
    code: 'certificate untrusted',
  })
  expect((await withIt?.upstream.getExtension({ ext: '8001' }))?.data.agentName).toBe('Ada')
  await Promise.all([without?.close(), withIt?.close()])
  server.closeAllConnections()
  server.close()
})

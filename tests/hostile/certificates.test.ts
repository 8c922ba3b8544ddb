import { once } from 'node:events'
import { createServer } from 'node:https'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, expect, test } from 'vitest'
import { openBff } from '../server/bff.ts'
import { selfSigned } from './certificate.ts'

const day = 86_400_000
const good = { from: Date.now() - day, until: Date.now() + day }
const trusted = getCACertificates('default')
afterEach(() => setDefaultCACertificates(trusted))

/** Starts a service with this certificate and a console that calls the service. */
async function consoleBefore({ cert, key }: { cert: string; key: string }) {
  let asked = 0
  const server = createServer({ cert, key }, (_request, response) => {
    asked++
    response.end('{"ret_code":"1"}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const bff = await openBff({ serviceUrl: `https://127.0.0.1:${port}` })
  return {
    bff,
    asked: () => asked,
    close: async () => {
      await bff.close()
      server.closeAllConnections()
      server.close()
    },
  }
}

test.each([
  ['expired', true, selfSigned('127.0.0.1', { from: good.from - day, until: good.from })],
  ['not yet valid', true, selfSigned('127.0.0.1', { from: good.until, until: good.until + day })],
  ['for another name', true, selfSigned('service.example.com', good)],
  ['untrusted', false, selfSigned('127.0.0.1', good)],
])(
  'reports a certificate that is %s, refuses a create and sends nothing',
  async (error, isTrusted, certificate) => {
    if (isTrusted) setDefaultCACertificates([...trusted, certificate.cert])
    const { bff, asked, close } = await consoleBefore(certificate)
    const read = await bff.requestAs('admin', '/api/extensions/idle')
    expect(read).toMatchObject({
      status: 502,
      body: { code: 'upstream-certificate', upstream: { code: `certificate ${error}` } },
    })
    const key = { 'idempotency-key': 'a-key-for-a-certificate' }
    const body = { ext: '8001', password: 'Secret-of-8001' }
    const created = await bff.requestAs('admin', '/api/extensions', body, key)
    expect(created.body).toMatchObject({ code: 'upstream-certificate' })
    expect(asked()).toBe(0)
    await close()
  },
)

test('accepts a trusted, current certificate for the host', async () => {
  const certificate = selfSigned('127.0.0.1', good)
  setDefaultCACertificates([...trusted, certificate.cert])
  const { bff, asked, close } = await consoleBefore(certificate)
  const { body } = await bff.requestAs('admin', '/api/extensions/idle')
  expect(body['code']).toBe('upstream-refused')
  expect(asked()).toBeGreaterThan(0)
  await close()
})

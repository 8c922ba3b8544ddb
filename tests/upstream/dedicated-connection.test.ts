import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTransport, defaultLimits, type Transport } from '#upstream/transport.ts'

const create = { operation: 'create_extension', kind: 'create', method: 'POST', path: '/create' } as const

describe('a connection opened ahead of its create', () => {
  let server: Server
  let transport: Transport
  let sockets: Socket[]
  /** The same connections on the client's side. */
  let opened: Socket[]
  let port: number
  /** On which connection each request came. */
  let carried: number[]

  beforeEach(async () => {
    sockets = []
    opened = []
    subscribe('net.client.socket', noteOpened)
    carried = []
    server = createServer((request, response) => {
      carried.push(sockets.indexOf(request.socket))
      response.setHeader('content-type', 'application/json').end('{}')
    })
    server.on('connection', (socket) => sockets.push(socket))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    port = address.port
    transport = createTransport(`http://127.0.0.1:${port}`)
  })

  afterEach(async () => {
    unsubscribe('net.client.socket', noteOpened)
    await transport.close()
    server.closeAllConnections()
    server.close()
  })

  function noteOpened(message: unknown): void {
    if (typeof message === 'object' && message !== null && 'socket' in message)
      if (message.socket instanceof Socket) opened.push(message.socket)
  }

  async function preconnect(from = transport) {
    const ahead = from.preconnect()
    const [socket] = opened
    if (socket === undefined) throw new Error('opens nothing')
    await once(socket, 'connect')
    await expect.poll(() => sockets.length).toBe(1)
    return ahead
  }

  test('carries that one request and is closed', async () => {
    const ahead = await preconnect()
    await transport.exchange({ ...create, ahead })
    expect(carried).toEqual([0])
    await expect.poll(() => sockets[0]?.destroyed).toBe(true)
    await transport.exchange({ ...create, ahead })
    expect(carried).toEqual([0, 1])
  })

  test('is not used when the service has hung up on it', async () => {
    const ahead = await preconnect()
    const [hungUp] = opened
    sockets[0]?.destroy()
    await expect.poll(() => hungUp?.destroyed).toBe(true)
    await transport.exchange({ ...create, ahead })
    expect(carried).toEqual([1])
  })

  test('is not used when it has waited for long', async () => {
    const patient = createTransport(`http://127.0.0.1:${port}`, { ...defaultLimits, aheadMs: 0 })
    const ahead = await preconnect(patient)
    await patient.exchange({ ...create, ahead })
    expect(carried).toEqual([1])
    await expect.poll(() => sockets[0]?.destroyed).toBe(true)
    await patient.close()
  })

  test('carries nothing when the create is kept back at the last moment', async () => {
    const ahead = await preconnect()
    await expect(transport.exchange({ ...create, ahead, canSend: () => false })).rejects.toMatchObject({
      definitelyNotApplied: true,
    })
    await expect.poll(() => sockets[0]?.destroyed).toBe(true)
    expect(carried).toEqual([])
  })

  test('is closed when it is not needed', async () => {
    const ahead = await preconnect()
    ahead.close()
    await expect.poll(() => sockets[0]?.destroyed).toBe(true)
    const early = transport.preconnect()
    early.close()
    await expect.poll(() => sockets.length).toBe(2)
    await expect.poll(() => sockets[1]?.destroyed).toBe(true)
  })
})

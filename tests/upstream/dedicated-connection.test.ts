import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTransport, defaultLimits, type Transport } from '#upstream/transport.ts'

const create = { operation: 'create_extension', kind: 'create', method: 'POST', path: '/create' } as const

describe('a preconnected connection', () => {
  let server: Server
  let transport: Transport
  let sockets: Socket[]
  /** The client ends of the connections in `sockets`. */
  let opened: Socket[]
  let port: number
  /** For each request, the index of its connection in `sockets`. */
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
    const preconnected = from.preconnect()
    const [socket] = opened
    if (socket === undefined) throw new Error('opens nothing')
    await once(socket, 'connect')
    await expect.poll(() => sockets.length).toBe(1)
    return preconnected
  }

  test('carries one create and is closed', async () => {
    const preconnected = await preconnect()
    await transport.exchange({ ...create, preconnected })
    expect(carried).toEqual([0])
    await expect.poll(() => sockets[0]?.destroyed).toBe(true)
    await transport.exchange({ ...create, preconnected })
    expect(carried).toEqual([0, 1])
  })

  test('is not used when the service has closed it', async () => {
    const preconnected = await preconnect()
    const [hungUp] = opened
    sockets[0]?.destroy()
    await expect.poll(() => hungUp?.destroyed).toBe(true)
    await transport.exchange({ ...create, preconnected })
    expect(carried).toEqual([1])
  })

  test('is not used when it is too old', async () => {
    const other = createTransport(`http://127.0.0.1:${port}`, { ...defaultLimits, preconnectedMs: 0 })
    const preconnected = await preconnect(other)
    await other.exchange({ ...create, preconnected })
    expect(carried).toEqual([1])
    await expect.poll(() => sockets[0]?.destroyed).toBe(true)
    await other.close()
  })

  test('is not used when a response arrives on it before any request', async () => {
    const preconnected = await preconnect()
    sockets[0]?.write('HTTP/1.1 200 OK\r\ncontent-length: 14\r\n\r\n{"unasked":1} ')
    await expect.poll(() => opened[0]?.readableLength).toBeGreaterThan(0)
    expect((await transport.exchange({ ...create, preconnected })).json).toEqual({})
    expect(carried).toEqual([1])
    await expect.poll(() => sockets[0]?.destroyed).toBe(true)
  })

  test('sends nothing when the create is stopped at the last moment', async () => {
    const preconnected = await preconnect()
    await expect(transport.exchange({ ...create, preconnected, canSend: () => false })).rejects.toMatchObject(
      {
        definitelyNotApplied: true,
      },
    )
    await expect.poll(() => sockets[0]?.destroyed).toBe(true)
    expect(carried).toEqual([])
  })

  test('is closed when it is not needed', async () => {
    const preconnected = await preconnect()
    preconnected.close()
    await expect.poll(() => sockets[0]?.destroyed).toBe(true)
    const early = transport.preconnect()
    early.close()
    await expect.poll(() => sockets.length).toBe(2)
    await expect.poll(() => sockets[1]?.destroyed).toBe(true)
  })
})

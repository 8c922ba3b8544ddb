import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTransport, type Transport } from '#upstream/transport.ts'

const create = { operation: 'create_extension', kind: 'create', method: 'POST', path: '/create' } as const

describe('a connection opened ahead of its create', () => {
  let server: Server
  let transport: Transport
  let sockets: Socket[]
  /** On which connection each request came. */
  let carried: number[]

  beforeEach(async () => {
    sockets = []
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
    const { port } = address
    transport = createTransport(`http://127.0.0.1:${port}`)
  })

  afterEach(async () => {
    await transport.close()
    server.closeAllConnections()
    server.close()
  })

  async function openAhead() {
    const ahead = transport.openAhead()
    await expect.poll(() => sockets.length).toBe(1)
    // The client's side learns of it a moment later.
    await sleep(20)
    return ahead
  }

  test('carries that one request and is closed', async () => {
    const ahead = await openAhead()
    await transport.exchange({ ...create, ahead })
    expect(carried).toEqual([0])
    await expect.poll(() => sockets[0]?.destroyed).toBe(true)
    await transport.exchange({ ...create, ahead })
    expect(carried).toEqual([0, 1])
  })

  test('is not used when the service has hung up on it', async () => {
    const ahead = await openAhead()
    sockets[0]?.destroy()
    await sleep(20)
    await transport.exchange({ ...create, ahead })
    expect(carried).toEqual([1])
  })

  test('is not used when it has waited for long', async () => {
    const ahead = await openAhead()
    await sleep(2_100)
    await transport.exchange({ ...create, ahead })
    expect(carried).toEqual([1])
    await expect.poll(() => sockets[0]?.destroyed).toBe(true)
  })

  test('carries nothing when the create is kept back at the last moment', async () => {
    const ahead = await openAhead()
    await expect(transport.exchange({ ...create, ahead, maySend: () => false })).rejects.toMatchObject({
      certainlyNotDone: true,
    })
    await expect.poll(() => sockets[0]?.destroyed).toBe(true)
    expect(carried).toEqual([])
  })

  test('is closed when it is not needed', async () => {
    const ahead = await openAhead()
    ahead.close()
    await expect.poll(() => sockets[0]?.destroyed).toBe(true)
    const early = transport.openAhead()
    early.close()
    await expect.poll(() => sockets.length).toBe(2)
    await expect.poll(() => sockets[1]?.destroyed).toBe(true)
  })
})

import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen, type Listening } from '#server/platform/http/listen.ts'

test('answers all sequential requests on one connection', async () => {
  const listening = await listen(0, '127.0.0.1')
  listening.serve(async () => new Response('x'))
  const socket = connect(listening.port, '127.0.0.1')
  await once(socket, 'connect')
  for (let n = 0; n < 50; n++) {
    socket.write('GET / HTTP/1.1\r\nHost: console\r\n\r\n')
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 200/)
  }
  socket.destroy()
  await listening.close(0)
})

let refusing: Listening
let served = 0
const faults: unknown[] = []
beforeAll(async () => {
  refusing = await listen(0, '127.0.0.1', {
    onFault: (error) => faults.push(error),
  })
  refusing.serve(async (request) => {
    served++
    if (request.url.endsWith('/faulty')) throw new TypeError('with a secret')
    return new Response('served')
  })
})
afterAll(() => refusing.close(0))

/** Sends the text and returns everything received until the connection closes. */
async function exchange(text: string): Promise<string> {
  const socket = connect(refusing.port, '127.0.0.1')
  let heard = ''
  socket.on('data', (chunk: Buffer) => {
    heard += chunk.toString()
  })
  socket.on('error', () => undefined)
  const closed = once(socket, 'close')
  socket.write(text)
  await closed
  return heard
}

test.each([
  ['without a Host', 'GET / HTTP/1.1\r\n\r\n', 400],
  ['that is no HTTP', 'GARBAGE\r\n\r\n', 400],
  ['with too many headers', `GET / HTTP/1.1\r\nHost: c\r\nx: ${'y'.repeat(17_000)}\r\n\r\n`, 431],
  ['with an expectation', 'GET / HTTP/1.1\r\nHost: c\r\nExpect: wonders\r\nConnection: close\r\n\r\n', 417],
  ['with an invalid Host', 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', 400],
])('refuses a request %s before the app', async (_name, text, status) => {
  served = 0
  expect(await exchange(text)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(served).toBe(0)
})

test('answers a crash of the app without its message, and reports it', async () => {
  const failed = await exchange('GET /faulty HTTP/1.1\r\nHost: console\r\nConnection: close\r\n\r\n')
  expect(failed).toMatch(/^HTTP\/1\.1 500 /)
  expect(failed).not.toContain('secret')
  expect(faults.splice(0)).toEqual([expect.any(TypeError)])
})

test('reports a lack of file descriptors without ending the process', () => {
  const error = Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' })
  for (let n = 0; n < 3; n++) refusing.server.emit('error', error)
  expect(faults.splice(0)).toEqual([error, error, error])
})

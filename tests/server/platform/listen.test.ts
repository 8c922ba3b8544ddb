import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen, type Listening } from '#server/platform/http/listen.ts'

test('disconnects a client that pipelines requests without reading answers', async () => {
  const listening = await listen(0, '127.0.0.1')
  let served = 0
  listening.serve(async () => {
    served++
    return new Response('x'.repeat(100_000))
  })
  const socket = connect(listening.port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.pause()
  await once(socket, 'connect')
  socket.write('GET / HTTP/1.1\r\nHost: console\r\n\r\n'.repeat(2_000))
  socket.resume()
  await new Promise((closed) => {
    socket.once('close', closed)
  })
  expect(served).toBeLessThanOrEqual(8)
  // Each of these connections costs the process 30 ms, so its network is rejected for a while.
  const next = connect(listening.port, '127.0.0.1')
  next.on('error', () => undefined)
  await new Promise((closed) => {
    next.once('close', closed)
  })
  await listening.close(0)
})

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
    publicUrl: 'https://console.example.com',
    onFault: (error) => faults.push(error),
  })
  refusing.serve(async (request) => {
    served++
    if (request.url.endsWith('/faulty')) throw new TypeError('with a secret')
    if (request.url.endsWith('/held')) await new Promise(() => undefined)
    return new Response('served')
  })
})
afterAll(() => refusing.close(0))

/** Sends the text and returns everything received until the connection closes. */
async function exchange(text: string, act: () => void = () => undefined): Promise<string> {
  const socket = connect(refusing.port, '127.0.0.1')
  let heard = ''
  socket.on('data', (chunk: Buffer) => {
    heard += chunk.toString()
  })
  socket.on('error', () => undefined)
  const closed = once(socket, 'close')
  socket.write(text)
  act()
  await closed
  return heard
}

function expectProblem(answer: string, status: number, code: string): void {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  const lines = head.toLowerCase().split('\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} \\w`))
  for (const line of [
    'content-type: application/problem+json',
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'strict-transport-security: max-age=31536000; includesubdomains',
    'connection: close',
  ])
    expect(lines).toContain(line)
  expect(JSON.parse(body)).toMatchObject({ status, code, requestId: expect.stringMatching(/^[\da-f-]{36}$/) })
}

test.each([
  ['without a Host', 'GET / HTTP/1.1\r\n\r\n', 400, 'bad-request'],
  ['with two Hosts', 'GET / HTTP/1.1\r\nHost: console\r\nhost: evil.example\r\n\r\n', 400, 'bad-request'],
  ['that is no HTTP', 'GARBAGE\r\n\r\n', 400, 'bad-request'],
  [
    'with two lengths',
    'GET / HTTP/1.1\r\nHost: c\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    400,
    'bad-request',
  ],
  [
    'with too many headers',
    `GET / HTTP/1.1\r\nHost: c\r\nx: ${'y'.repeat(17_000)}\r\n\r\n`,
    431,
    'headers-too-large',
  ],
  ['with an expectation', 'GET / HTTP/1.1\r\nHost: c\r\nExpect: wonders\r\n\r\n', 417, 'expectation-failed'],
])('answers a request %s with a problem and the security headers', async (_name, text, status, code) => {
  served = 0
  expectProblem(await exchange(text), status, code)
  expect(served).toBe(0)
})

test('answers an invalid Host and a crash of the app with a problem', async () => {
  const refused = await exchange('GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n')
  expectProblem(refused, 400, 'bad-request')
  const failed = await exchange('GET /faulty HTTP/1.1\r\nHost: console\r\nConnection: close\r\n\r\n')
  expectProblem(failed, 500, 'internal')
  expect(failed).not.toContain('secret')
  expect(faults.splice(0)).toEqual([expect.any(TypeError)])
})

test('answers a request that is not complete in time with a problem', async () => {
  served = 0
  const answer = await exchange('POST / HTTP/1.1\r\nHost: con', () => {
    refusing.server.once('connection', (socket) => {
      const error = Object.assign(new Error('too late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
      refusing.server.emit('clientError', error, socket)
    })
  })
  expectProblem(answer, 408, 'request-timeout')
  expect(served).toBe(0)
})

test('closes the connection without an answer when garbage follows a running request', async () => {
  expect(await exchange('GET /held HTTP/1.1\r\nHost: console\r\n\r\nGARBAGE\r\n\r\n')).toBe('')
})

test('reports a lack of file descriptors without ending the process', () => {
  const error = Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' })
  for (let n = 0; n < 3; n++) refusing.server.emit('error', error)
  expect(faults.splice(0)).toEqual([error, error, error])
})

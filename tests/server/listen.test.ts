import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { listen } from '#server/http/listen.ts'

test('a client that pipelines requests and reads no answer is cut off before answers fill the memory', async () => {
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
  await listening.close(0)
})

test('requests one after the other on one connection are all answered', async () => {
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

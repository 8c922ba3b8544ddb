import { connect, type Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { listen } from '#server/platform/http/listen.ts'
import { openBff, type Bff } from '../bff.ts'
import { piecewise } from '../piecewise.ts'

/** Longer than any test runs, ms. */
const endless = 600_000
const path = '/api/auth/sign-in/email'
const cleanUps: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

async function served(bodyStallMs: number) {
  const bff = await openBff({ timings: { bodyStallMs } })
  const listening = await listen(0, '127.0.0.1')
  listening.serve(bff.console.fetch)
  cleanUps.push(bff.close, () => listening.close(0))
  return { bff, port: listening.port }
}

/** Starts a sign-in that has sent one of its body's hundred bytes. */
function slowSignIn({ pageHeaders }: Bff, port: number): { socket: Socket; heard: () => string } {
  let heard = ''
  const socket = connect(port, '127.0.0.1')
  socket.on('data', (chunk: Buffer) => {
    heard += chunk.toString()
  })
  socket.on('error', () => socket.destroy())
  const headers = Object.entries({ host: 'localhost', ...pageHeaders, 'content-length': '100' })
  socket.write(
    `POST ${path} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n{`,
  )
  cleanUps.push(() => void socket.destroy())
  return { socket, heard: () => heard }
}

test('serves signed-in users while one stranger sends many slow bodies, and limits these', async () => {
  const { bff, port } = await served(endless)
  const cookie = await bff.cookieOf('supervisor')
  const all = Array.from({ length: 128 }, () => slowSignIn(bff, port))
  const rejected = () => all.filter(({ heard }) => heard().startsWith('HTTP/1.1 429 ')).length
  await expect.poll(rejected).toBe(128 - 48)
  const answer = await fetch(`http://127.0.0.1:${port}/api/extensions/idle`, { headers: { cookie } })
  expect(answer.status).toBe(200)
})

test('answers 408 to a stalled body and closes its connection', async () => {
  const { bff, port } = await served(20)
  const { socket, heard } = slowSignIn(bff, port)
  await new Promise((closed) => {
    socket.once('close', closed)
  })
  expect(heard()).toMatch(/^HTTP\/1\.1 408 /)
  expect(heard()).toMatch(/^content-security-policy: default-src 'none'/im)
  expect(heard()).toMatch(/^connection: close/im)
  expect(heard()).toContain('"code":"request-timeout"')
})

test('restarts the deadline of a body with each piece', async () => {
  const bff = await openBff()
  cleanUps.push(bff.close)
  const headers = { ...bff.pageHeaders, cookie: await bff.cookieOf('admin') }
  const patch = (body: BodyInit) => {
    const init: RequestInit & { duplex: 'half' } = { method: 'PATCH', headers, body, duplex: 'half' }
    return bff.send('/api/settings', init)
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  cleanUps.push(() => void vi.useRealTimers())

  const slow = piecewise()
  const answer = patch(slow.body)
  for (const text of ['{"job', 'Concurrency"', ':', '4}']) {
    await slow.asked()
    vi.advanceTimersByTime(4_900)
    slow.send(text)
  }
  await slow.asked()
  slow.end()
  expect((await answer).status).toBe(200)

  const stalled = piecewise()
  const refused = patch(stalled.body)
  await stalled.asked()
  stalled.send('{')
  await stalled.asked()
  vi.advanceTimersByTime(5_100)
  expect(await refused).toMatchObject({ status: 408, body: { code: 'request-timeout' } })
})

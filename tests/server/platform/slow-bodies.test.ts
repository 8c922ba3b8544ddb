import { connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { listen } from '#server/platform/http/listen.ts'
import { openBff, type Bff } from '../bff.ts'

const path = '/api/auth/sign-in/email'
const cleanUps: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

async function served() {
  const bff = await openBff()
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
  const { bff, port } = await served()
  const cookie = await bff.cookieOf('supervisor')
  const all = Array.from({ length: 128 }, () => slowSignIn(bff, port))
  const rejected = () => all.filter(({ heard }) => heard().startsWith('HTTP/1.1 429 ')).length
  await expect.poll(rejected).toBe(128 - 48)
  const answer = await fetch(`http://127.0.0.1:${port}/api/extensions/idle`, { headers: { cookie } })
  expect(answer.status).toBe(200)
})

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { listen } from '#server/platform/http/listen.ts'
import { openBff, passwords, type Bff } from '../bff.ts'

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
function slowSignIn({ pageHeaders }: Bff, port: number): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => socket.destroy())
  const headers = Object.entries({ host: 'localhost', ...pageHeaders, 'content-length': '100' })
  socket.write(
    `POST ${path} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n{`,
  )
  cleanUps.push(() => void socket.destroy())
  return socket
}

test('serves users and other sign-ins while one stranger sends many slow bodies', async () => {
  const { bff, port } = await served()
  const cookie = await bff.cookieOf('supervisor')
  const all = Array.from({ length: 200 }, () => slowSignIn(bff, port))
  await Promise.all(all.map((socket) => once(socket, 'connect')))
  const answer = await fetch(`http://127.0.0.1:${port}/api/extensions/idle`, { headers: { cookie } })
  expect(answer.status).toBe(200)
  const body = JSON.stringify({ email: 'supervisor@example.com', password: passwords.supervisor })
  const { status } = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: bff.pageHeaders,
    body,
  })
  expect(status).toBe(200)
})

import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile, startConsole } from './console.ts'
import type { Check } from './check.ts'

/** The console closes a connection without complete headers; it checks every five seconds. */
const waitMs = 21_000

/** R43: opens connections that never finish their headers while other clients need answers. */
export async function slowClients(count: number): Promise<Check[]> {
  const console = await startConsole()
  const sockets: Socket[] = []
  try {
    let open = 0
    const lives: number[] = []
    for (let i = 0; i < count; i++) {
      const begun = performance.now()
      const socket = connect(console.port, console.hostname, () =>
        socket.write('GET / HTTP/1.1\r\nhost: x\r\n'),
      )
      open++
      socket.on('error', () => socket.destroy())
      socket.on('data', () => undefined)
      socket.on('close', () => {
        open--
        lives.push(performance.now() - begun)
      })
      sockets.push(socket)
      if (i % 200 === 0) await sleep(20)
    }
    const drip = setInterval(() => {
      for (const socket of sockets) if (!socket.destroyed) socket.write('x: y\r\n')
    }, 3_000)
    const legal: number[] = []
    let refused = 0
    const end = performance.now() + waitMs
    while (performance.now() < end) {
      const { status, ms } = await console.request('/api/extensions/1000')
      if (status === 200) legal.push(ms)
      else refused++
      await sleep(50)
    }
    clearInterval(drip)
    return [
      { name: `R43 ${count} slow clients: legal p99, ms`, value: percentile(legal, 0.99), atMost: 500 },
      { name: `R43 legal requests of ${legal.length + refused} refused`, value: refused, atMost: 0 },
      { name: `R43 slow clients still connected after ${waitMs / 1000} s`, value: open, atMost: 0 },
      { name: 'R43 longest life of a slow client, s', value: percentile(lives, 1) / 1000, atMost: 15.5 },
    ]
  } finally {
    for (const socket of sockets) socket.destroy()
    await console.stop()
  }
}

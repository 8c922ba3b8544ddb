import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { readStatus } from '#contract/status.ts'
import { look, numbers, post, retryReview } from '../../jobs-service/bulk.ts'
import { openReplicas } from '../../jobs-service/replicas.ts'
import { startMisbehavingService } from '../../jobs-service/service.ts'

/** The way to the service, which can be cut: nothing listens there then. */
async function layCable(to: number) {
  const sockets = new Set<Socket>()
  const open = (port: number) => {
    const server = createServer((near) => {
      const far = connect(to, '127.0.0.1')
      for (const socket of [near, far]) {
        sockets.add(socket)
        socket.on('error', () => undefined)
        socket.on('close', () => {
          near.destroy()
          far.destroy()
          sockets.delete(socket)
        })
      }
      near.pipe(far).pipe(near)
    })
    return new Promise<typeof server>((resolve) => {
      server.listen(port, '127.0.0.1', () => resolve(server))
    })
  }
  let server = await open(0)
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const cut = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${port}`,
    cut,
    async mend() {
      server = await open(port)
    },
  }
}

const service = await startMisbehavingService({ modes: { latencyMs: 20 } })
const cable = await layCable(Number(new URL(service.url).port))
const { one: replica, close } = openReplicas({ serviceUrl: cable.url, settleSeconds: 2 })
afterAll(async () => {
  await close()
  cable.cut()
  await service.close()
})

test('T21, T23: the service goes away in mid-job: the breaker opens, the job waits, goes on by itself, and every create went out once', async () => {
  await replica.start()
  await replica.signIn()
  const exts = numbers(200)
  const { id } = await post(replica, exts)
  const done = async () => (await look(replica, id))?.counts.done ?? 0
  await expect.poll(done, { timeout: 30_000, interval: 20 }).toBeGreaterThan(20)

  cable.cut()
  const breaker = async () => {
    const { breakers } = await replica.ask(readStatus)
    return breakers.find(({ family }) => family === 'extensions')?.state
  }
  await expect.poll(breaker, { timeout: 5_000, interval: 100 }).toBe('open')
  await expect
    .poll(async () => (await look(replica, id))?.waitingFor, { timeout: 10_000 })
    .toMatch(/^upstream-(paused|unreachable)$/)
  // Long enough for a probe that fails.
  await sleep(6_000)
  const sent = service.journal.length
  expect(await look(replica, id)).toMatchObject({ state: 'running', counts: { failed: 0 } })
  const before = await done()

  await cable.mend()
  await expect.poll(done, { timeout: 15_000, interval: 100 }).toBeGreaterThan(before)
  await retryReview(replica, id, 60_000)
  expect(service.journal.length).toBeGreaterThan(sent)
  expect(service.duplicates()).toEqual([])
  expect(service.lost(exts)).toEqual([])
  expect(exts.filter((ext) => service.sends(ext) !== 1)).toEqual([])
  expect(await breaker()).toBe('closed')
}, 120_000)

test('stopped while the service is away and rows are in doubt, it stops: they are the next one’s to look up', async () => {
  service.change({ latencyMs: 1_000 })
  const { id } = await post(replica, numbers(8, 300_000))
  const left = () => service.journal.some(({ ext }) => ext.startsWith('3'))
  await expect.poll(left, { timeout: 15_000, interval: 20 }).toBe(true)
  cable.cut()
  const inDoubt = async () => (await look(replica, id))?.counts.unknown ?? 0
  await expect.poll(inDoubt, { timeout: 10_000, interval: 50 }).toBeGreaterThan(0)
  // Until a look-up has met the outage.
  await sleep(1_000)
  expect(await replica.stop()).toBe(0)
}, 60_000)

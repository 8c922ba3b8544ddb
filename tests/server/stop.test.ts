import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { listen, type Listening } from '#server/http/listen.ts'
import { processes } from './processes.ts'

const { start } = processes()
const agents: Agent[] = []
const keptAlive = () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  agents.push(agent)
  return agent
}
afterEach(() => {
  for (const agent of agents.splice(0)) agent.destroy()
})

const get = (port: number, agent: Agent) =>
  new Promise<{ status: number; connection: string | undefined }>((resolve, reject) => {
    request({ host: '127.0.0.1', port, agent }, (response) => {
      response.resume()
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, connection: response.headers.connection }),
      )
    })
      .once('error', reject)
      .end()
  })

/** A server whose answers take `ms`. */
async function slow(ms: number): Promise<Listening> {
  const server = await listen(0, '127.0.0.1')
  server.serve(async () => {
    await sleep(ms)
    return new Response('done')
  })
  return server
}

test('a request that comes before anything is served waits for it; a balancer is told that it is early', async () => {
  const server = await listen(0, '127.0.0.1')
  const early = fetch(`http://127.0.0.1:${server.port}/`)
  const ready = await fetch(`http://127.0.0.1:${server.port}/readyz`)
  expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '1'])
  server.serve(() => new Response('served'))
  expect(await (await early).text()).toBe('served')
  await server.close(0)
})

test('a running request is answered, an idle connection does not hold the stop up', async () => {
  const server = await slow(400)
  await get(server.port, keptAlive())
  const running = get(server.port, keptAlive())
  await sleep(100)
  const started = performance.now()
  await server.close(15_000)
  expect(performance.now() - started).toBeLessThan(10_000)
  expect((await running).status).toBe(200)
})

test('a connection that is never idle is told to close and not cut off', async () => {
  const server = await slow(10)
  const agent = keptAlive()
  const statuses: number[] = []
  let stopped = false
  const busy = (async () => {
    for (;;) {
      const answer = await get(server.port, agent).catch(() => null)
      if (answer === null) return
      statuses.push(answer.status)
      if (stopped && answer.connection === 'close') return
    }
  })()
  await sleep(100)
  stopped = true
  const started = performance.now()
  await server.close(15_000)
  await busy
  expect(performance.now() - started).toBeLessThan(10_000)
  expect(statuses.length).toBeGreaterThan(3)
  expect(new Set(statuses)).toEqual(new Set([200]))
})

test('a request that never ends is cut off after the grace', async () => {
  const server = await slow(60_000)
  const hanging = get(server.port, keptAlive()).catch((error: Error) => error.message)
  await sleep(100)
  const started = performance.now()
  await server.close(300)
  expect(performance.now() - started).toBeLessThan(10_000)
  expect(await hanging).toMatch(/hang up|reset/)
})

test('Ctrl-C does not wait for a balancer', async () => {
  const console = start('interrupted')
  await console.says(/Console at/)
  const started = performance.now()
  console.child.kill('SIGINT')
  expect(await console.ended()).toBe(0)
  expect(performance.now() - started).toBeLessThan(4_000)
}, 60_000)

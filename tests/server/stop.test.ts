import { Agent, request } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { listen } from '#server/platform/http/listen.ts'

const agents: Agent[] = []
const keptAlive = () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  agents.push(agent)
  return agent
}
afterEach(() => {
  for (const agent of agents.splice(0)) agent.destroy()
})

const get = (port: number, agent: Agent, path = '/') =>
  new Promise<{ status: number; connection: string | undefined }>((resolve, reject) => {
    request({ host: '127.0.0.1', port, agent, path }, (response) => {
      response.resume()
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, connection: response.headers.connection }),
      )
    })
      .once('error', reject)
      .end()
  })

/** Starts a server that holds its responses until `release`, except the response to `/at-once`. */
async function held() {
  const server = await listen(0, '127.0.0.1')
  const gate = Promise.withResolvers<undefined>()
  let arrived = 0
  server.serve(async (request) => {
    if (request.url.endsWith('/at-once')) return new Response('done')
    arrived++
    await gate.promise
    return new Response('done')
  })
  return { server, arrived: () => arrived, release: () => gate.resolve(undefined) }
}
/** Longer than the test timeout, ms. */
const endless = 600_000

test('holds an early request until the server serves, and reports not ready until then', async () => {
  const server = await listen(0, '127.0.0.1')
  const early = fetch(`http://127.0.0.1:${server.port}/`)
  const ready = await fetch(`http://127.0.0.1:${server.port}/readyz`)
  expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '1'])
  server.serve(() => new Response('served'))
  expect(await (await early).text()).toBe('served')
  await server.close(0)
})

test('answers a running request and does not wait for an idle connection', async () => {
  const { server, arrived, release } = await held()
  await get(server.port, keptAlive(), '/at-once')
  const running = get(server.port, keptAlive())
  await expect.poll(arrived).toBe(1)
  const closed = server.close(endless)
  release()
  expect((await running).status).toBe(200)
  await closed
})

test('asks a busy connection to close instead of cutting it off', async () => {
  const { server, release } = await held()
  release()
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
  await expect.poll(() => statuses.length).toBeGreaterThan(3)
  stopped = true
  await server.close(endless)
  await busy
  expect(new Set(statuses)).toEqual(new Set([200]))
})

test('cuts off a request that never ends after the grace period', async () => {
  const { server, arrived } = await held()
  const hanging = get(server.port, keptAlive()).catch((error: Error) => error.message)
  await expect.poll(arrived).toBe(1)
  await server.close(50)
  expect(await hanging).toMatch(/hang up|reset/)
})

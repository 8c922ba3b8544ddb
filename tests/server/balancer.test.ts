import { Agent, request } from 'undici'
import { afterAll, expect, test } from 'vitest'
import { emptyPlace } from '../stores/each-store.ts'
import { freePort } from '../stores/postgres.ts'
import { startNginx } from './nginx.ts'
import { processes } from './processes.ts'

const cleanUps: (() => unknown)[] = []
afterAll(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp()
})
const processesHere = processes()
const { start, run } = processesHere

const admin = { email: 'ada@example.com', password: 'correct horse battery' }
const appKey = 'sandbox-key-for-tests'

test('T17: behind nginx, a rolling restart of both replicas under load fails no request, and a job goes on', async () => {
  const where = await emptyPlace('postgres', cleanUps)
  const [balancer, first, second] = await Promise.all([freePort(), freePort(), freePort()])
  const origin = `http://127.0.0.1:${balancer}`
  const sandbox = run(['src/sandbox/main.ts'], {
    SANDBOX_PORT: '0',
    SANDBOX_APP_KEY: appKey,
    SANDBOX_EXTENSIONS: '300',
    DATA_DIR: `${processesHere.directory}/sandbox`,
  })
  await sandbox.says(/http:\/\/127\.0\.0\.1:\d+/)
  const service = /http:\/\/127\.0\.0\.1:\d+/.exec(sandbox.output())?.[0] ?? ''
  const replica = async (name: string, port: number) => {
    const started = start(name, {
      PORT: String(port),
      PUBLIC_URL: origin,
      DATABASE_URL: 'url' in where ? where.url : '',
      SESSION_SECRET: 'a session secret for tests, long enough',
      UPSTREAM_URL: service,
      UPSTREAM_APP_ID: 'sandbox',
      UPSTREAM_APP_KEY: appKey,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      TRUSTED_PROXIES: '127.0.0.1',
    })
    await started.says(/Console at/)
    return started
  }
  const replicas = [await replica('first', first), await replica('second', second)]
  startNginx(processesHere, { listen: balancer, replicas: [first, second] })
  const dispatcher = new Agent({ connections: 20 })
  cleanUps.push(() => dispatcher.close())
  const own = {
    origin,
    'sec-fetch-site': 'same-origin',
    'x-console': '1',
    'content-type': 'application/json',
  }
  const ask = (path: string, headers: Record<string, string> = {}, body?: object) =>
    request(`${origin}${path}`, {
      dispatcher,
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...own, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  await expect.poll(async () => (await ask('/healthz').catch(() => null))?.statusCode).toBe(200)
  const signedIn = await ask('/api/auth/sign-in/email', {}, admin)
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? ''
  await signedIn.body.dump()
  const started = await ask(
    '/api/jobs',
    { cookie, 'idempotency-key': 'k'.repeat(20) },
    {
      name: 'rolling',
      items: Array.from({ length: 500 }, (_, n) => ({ ext: String(80_000 + n) })),
      passwords: { fill: 'none', length: 16 },
    },
  )
  const id = /"id":"([0-9a-f-]{36})"/.exec(await started.body.text())?.[1] ?? ''
  expect(id).not.toBe('')

  let asked = 0
  const failures: string[] = []
  const stop = new AbortController()
  const counts: number[] = []
  const paths = ['/api/session', '/api/extensions/idle', '/api/extensions/1000', `/api/jobs/${id}`]
  /** One request after the other: more would keep a busy machine's replicas late, and they would shed them. */
  const load = async () => {
    while (!stop.signal.aborted) {
      const path = paths[asked++ % paths.length] ?? ''
      try {
        const answer = await ask(path, { cookie })
        const text = await answer.body.text()
        // Shedding is the busy machine's doing, not the restart's.
        if (answer.statusCode === 503 && answer.headers['retry-after'] !== undefined) continue
        if (answer.statusCode !== 200) failures.push(`${path} ${answer.statusCode} ${text.slice(0, 80)}`)
        else if (path.startsWith('/api/jobs')) counts.push(Number(/"done":(\d+)/.exec(text)?.[1]))
      } catch (error) {
        failures.push(`${path} ${String(error)}`)
      }
    }
  }
  const loading = load()
  for (const [index, port] of [first, second].entries()) {
    replicas[index]?.child.kill('SIGTERM')
    expect(await replicas[index]?.ended()).toBe(0)
    replicas[index] = await replica(index === 0 ? 'first' : 'second', port)
    const from = asked
    await expect.poll(() => asked).toBeGreaterThan(from + 40)
  }
  stop.abort()
  await loading
  expect(failures).toEqual([])
  expect(asked).toBeGreaterThan(200)
  // T16: what is shown of the job never goes back.
  expect(counts.every((count, index) => count >= (counts[index - 1] ?? 0))).toBe(true)
  const job = async () => (await ask(`/api/jobs/${id}`, { cookie })).body.text()
  await expect.poll(job).toMatch(/"state":"ended".*"done":500/)
})

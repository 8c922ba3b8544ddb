import { get } from 'node:http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { problem } from '#contract/problem.ts'
import { createAdmission, type Admission } from '#server/http/admission.ts'
import { listen, type Listening } from '#server/http/listen.ts'
import { openBff, passwords } from './bff.ts'
import { visitor } from './visitor.ts'

const target = '/api/extensions/idle'
const tickMs = 20
let refusals = 0
let time = 0
let admission: Admission
let listening: Listening
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  admission = createAdmission(
    'https://console.example.com',
    () => refusals++,
    () => time,
  )
  listening = await listen(0, '127.0.0.1')
  listening.serve(() => new Response('let in'), admission)
})
afterAll(async () => {
  admission.close()
  vi.useRealTimers()
  await listening.close(0)
})

const letIn = (of = 1_000) => Array.from({ length: of }, () => admission.lets(target)).filter(Boolean).length

/** So many ticks, each so late. */
function tick(times: number, lateMs: number): void {
  for (let n = 0; n < times; n++) {
    time += tickMs + lateMs
    vi.advanceTimersByTime(tickMs)
  }
}

test('with time to spare everybody is let in, and one long task changes nothing', () => {
  tick(10, 0)
  expect(letIn()).toBe(1_000)
  tick(1, 1_000)
  expect(letIn()).toBe(1_000)
})

test('T42: while the event loop stays late fewer are let in, the others are told when to come back, and it is over soon', async () => {
  tick(40, 200)
  const share = letIn()
  expect(share).toBeGreaterThanOrEqual(40)
  expect(share).toBeLessThan(800)
  tick(400, 200)
  // A twentieth, whatever happens.
  expect(Math.round(letIn() / 10)).toBe(5)
  expect(Array.from({ length: 100 }, () => admission.lets('/readyz')).every(Boolean)).toBe(true)

  const answers = await Promise.all(
    Array.from({ length: 40 }, () => fetch(`http://127.0.0.1:${listening.port}${target}`)),
  )
  const refused = answers.filter(({ status }) => status === 503)
  expect(refused.length).toBeGreaterThanOrEqual(37)
  expect(refusals).toBe(refused.length)
  for (const answer of refused) {
    expect(answer.headers.get('retry-after')).toBe('1')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(problem.parse(await answer.json())).toMatchObject({ code: 'unavailable', retryAfter: 1 })
  }
  tick(120, 0)
  expect(letIn()).toBe(1_000)
})

/** The status of an answer to this target, sent as it is. */
const statusOf = (path: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get({ port: listening.port, host: '127.0.0.1', path, agent: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    }).once('error', reject)
  })

test('T42: no more are under way than can be seen through; who asks how things stand is let in all the same', async () => {
  const ends: (() => void)[] = []
  const work = Array.from({ length: 128 }, () =>
    admission.during(() => new Promise<void>((resolve) => ends.push(resolve))),
  )
  expect(letIn()).toBe(0)
  expect(admission.lets('/api/session?x')).toBe(true)
  expect(admission.lets('/extensions/idle?page=2')).toBe(true)
  expect(admission.lets('/assets/main.js')).toBe(true)
  // The router decodes a path; what is neither a page nor one of its files may be anything.
  for (const path of ['/%61pi/extensions/idle', '/api', '/%61pi/session', '/anything', '/assets/../api/jobs'])
    expect([path, await statusOf(path)]).toEqual([path, 503])
  for (const end of ends) end()
  await Promise.all(work)
  expect(letIn()).toBe(1_000)
})

test('a user has a burst of three seconds worth of requests and then so many a second, over all their sessions', async () => {
  const bff = await openBff({ requestsPerSecond: 20 })
  vi.useFakeTimers({ toFake: ['performance'] })
  const browsers = [visitor(bff), visitor(bff)]
  for (const browser of browsers) await browser.signIn('supervisor@example.com', passwords.supervisor)
  const other = visitor(bff)
  await other.signIn('admin@example.com', passwords.admin)
  const answered = async (asked: number) => {
    let served = 0
    for (let n = 0; n < asked; n++) if ((await browsers[n % 2]?.get('/api/session'))?.status === 200) served++
    return served
  }
  expect(await answered(70)).toBe(60)
  const refused = await browsers[0]?.get('/api/session')
  expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-requests', retryAfter: 1 } })
  expect((await other.get('/api/session')).status).toBe(200)
  vi.advanceTimersByTime(500)
  expect(await answered(20)).toBe(10)
  vi.useRealTimers()
  await bff.close()
})

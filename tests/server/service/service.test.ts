import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { listNotifications } from '#contract/notifications.ts'
import { job as jobSchema } from '#contract/jobs.ts'
import {
  serviceCheckLine,
  service as serviceSchema,
  type ServiceCheckLine,
  type ServiceDraft,
} from '#contract/service.ts'
import { defaultProfile } from '#upstream/profile.ts'
import type { CheckService } from '#server/service/open.ts'
import type { StoreLocation } from '#server/platform/database/database.ts'
import { copyPreparedStore } from '../../stores/each-store.ts'
import { rowsOf } from '../../stores/earlier-store.ts'
import { users } from '../../stores/prepared-store.ts'
import { realKey, startReplica, startService, type Replica } from './two-services.ts'

const cleanUps: (() => unknown)[] = []
afterAll(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp()
})

const ada = { email: 'ada@corp.example', password: 'a long enough password' }
const { admin: demo, supervisor } = users

type Service = Awaited<ReturnType<typeof startService>>
let sandbox: Service
let real: Service
beforeAll(async () => {
  sandbox = await startService('sandbox', 'sandbox-key-for-tests', 300)
  real = await startService('real', realKey, 60)
  cleanUps.push(sandbox.stop, real.stop)
})

async function replica(
  store: StoreLocation,
  more: Partial<Parameters<typeof startReplica>[0]> = {},
): Promise<Replica> {
  const started = await startReplica({ store, sandboxUrl: sandbox.url, ...more })
  cleanUps.push(started.close)
  return started
}
const inviteAda = (one: Replica) =>
  one.running.console.auth.users.create({ ...ada, name: 'Ada', role: 'admin' })

const draft = (more: Partial<ServiceDraft & { sameService: boolean }> = {}) => ({
  url: real.url,
  appId: 'real',
  appKey: realKey,
  ...more,
})
const codeOf = async (answer: Promise<Response>) => {
  const { status } = await answer
  return status < 400 ? status : (await json(answer))['code']
}
async function json(answer: Promise<Response>): Promise<Record<string, unknown>> {
  const body: Record<string, unknown> = JSON.parse(await (await answer).text())
  return body
}
const state = async (one: Replica) => serviceSchema.parse(await json(one.send(ada, 'GET', '/api/service')))
const change = (before: unknown, after: unknown) => ({ before, after })
const parsed = (text: unknown): unknown => JSON.parse(String(text))
/** Returns the service's own number of free extensions, by the list that everybody sees. */
const total = async (one: Replica) => (await json(one.send(ada, 'GET', '/api/extensions/idle')))['total']

const step = (id: string): Extract<ServiceCheckLine, { kind: 'step' }> => ({
  kind: 'step',
  id,
  state: 'fail',
  code: 'c',
  parameters: {},
  sent: null,
  status: 200,
  serviceCode: null,
  excerpt: null,
  key: null,
  proposal: null,
})

describe('one console', () => {
  let store: StoreLocation
  let one: Replica
  const answers: string[] = []
  const send = async (method: string, path: string, body?: unknown) => {
    const answer = await one.send(ada, method, path, body)
    answers.push(await answer.clone().text())
    return answer
  }
  const addPool = (name: string) =>
    send('POST', '/api/pools', { name, purpose: '', ranges: [], prefixes: ['1'], leastFree: null })
  let sandboxTotal: unknown
  beforeAll(async () => {
    store = await copyPreparedStore('sqlite', cleanUps)
    one = await replica(store)
  })

  test('stays on the sandbox while demo accounts are the only administrators', async () => {
    expect(serviceSchema.parse(await json(one.send(demo, 'GET', '/api/service')))).toMatchObject({
      source: 'sandbox',
      readOnly: false,
      current: { sandbox: true, url: sandbox.url, profile: {} },
      waiting: null,
      demoAccounts: { enabled: [demo.email, supervisor.email], onlyAdministrators: true },
    })
    expect(await codeOf(one.send(demo, 'PUT', '/api/service', draft()))).toBe('demo-administrators')
    await inviteAda(one)
    expect((await state(one)).demoAccounts.onlyAdministrators).toBe(false)
    expect(
      await codeOf(one.send(demo, 'PUT', '/api/service', { ...draft(), disableDemoAccounts: true })),
    ).toBe('own-account')
    expect(await codeOf(one.send(supervisor, 'PUT', '/api/service', draft()))).toBe('forbidden')
  })

  test.each([
    [{ url: 'http://service.example.com' }, 'url', 'https'],
    [{ extensionsUrl: 'https://service.example.com?key=1' }, 'extensionsUrl', 'https'],
    [
      { profile: { operations: { idlePage: { firstPage: 2 } } } },
      'profile.operations.idlePage.firstPage',
      '0 to 1',
    ],
    [{ profile: { auth: { credential: 'fixed' } } }, 'authorization', 'required'],
    [{ authorization: 'Bearer one' }, 'authorization', 'no effect'],
    [{ appKey: undefined }, 'appKey', 'required'],
  ])('names the wrong field of a draft: %j', async (more, path, message) => {
    expect(await json(one.send(ada, 'PUT', '/api/service', draft(more)))).toMatchObject({
      code: 'bad-request',
      errors: [{ path, message: expect.stringContaining(message) }],
    })
  })

  test('connects the service without a restart, and all lists come from it', async () => {
    sandboxTotal = await total(one)
    await addPool('Sandbox pool')
    const answer = await send(
      'PUT',
      '/api/service',
      draft({ url: `${real.url}/`, profile: { name: 'ours', values: { status: { 1: 'In use' } } } }),
    )
    expect([answer.status, serviceSchema.parse(await answer.json())]).toMatchObject([
      200,
      {
        source: 'settings',
        current: {
          sandbox: false,
          url: `${real.url}/`,
          appId: 'real',
          hasAppKey: true,
          profile: { name: 'ours', values: { status: { 1: 'In use' } } },
        },
        waiting: null,
        notOpenedSince: null,
      },
    ])
    const task = { name: 'job-passwords', ranAt: null, nextAt: expect.any(Number), failure: null }
    await expect.poll(async () => (await state(one)).tasks).toContainEqual(task)
    expect(await total(one)).not.toBe(sandboxTotal)
    expect(await json(send('GET', '/api/session'))).toMatchObject({ features: { sandbox: false } })
    expect(await json(send('GET', '/api/status'))).toMatchObject({
      service: { sandbox: false, appId: 'real', profile: 'ours' },
    })
    expect(await json(send('GET', '/api/pools'))).toMatchObject({ items: [] })
  })

  test('names values of a record as the profile does', async () => {
    const record = await json(send('GET', '/api/extensions/1000'))
    expect(record).toMatchObject({ extension: { status: 1 }, valueNames: { status: 'In use' } })
  })

  test('asks for the app key again when a URL changes, and not for a trailing slash', async () => {
    const other = await json(send('PUT', '/api/service', draft({ url: sandbox.url, appKey: undefined })))
    expect(other).toMatchObject({
      errors: [{ path: 'appKey', message: expect.stringContaining('a URL changed') }],
    })
    await addPool('Real pool')
    expect((await send('PUT', '/api/service', draft({ appKey: undefined }))).status).toBe(200)
    expect(await json(send('GET', '/api/pools'))).toMatchObject({ items: [{ name: 'Real pool' }] })
  })

  test('goes back to the sandbox and forward again without loss', async () => {
    const back = serviceSchema.parse(await json(send('POST', '/api/service/sandbox', {})))
    expect(back).toMatchObject({
      source: 'sandbox',
      current: { sandbox: true },
      waiting: { url: real.url, hasAppKey: true },
    })
    expect(await json(send('GET', '/api/pools'))).toMatchObject({ items: [{ name: 'Sandbox pool' }] })
    expect(await total(one)).toBe(sandboxTotal)
    expect(await codeOf(send('POST', '/api/service/resume', { disableDemoAccounts: true }))).toBe(200)
    expect(await json(send('GET', '/api/pools'))).toMatchObject({ items: [{ name: 'Real pool' }] })
    expect((await state(one)).demoAccounts.enabled).toEqual([])
    expect((await one.send(demo, 'GET', '/api/session')).status).toBe(401)
  })

  test('keeps the data of the same service under another address, and not that of another service', async () => {
    const moved = await startService('real', realKey, 60)
    cleanUps.push(moved.stop)
    const pools = async () => {
      const { items } = await json(send('GET', '/api/pools'))
      return items
    }
    expect((await send('PUT', '/api/service', draft({ url: moved.url, sameService: true }))).status).toBe(200)
    expect(await pools()).toMatchObject([{ name: 'Real pool' }])
    const other = await startService('real', realKey, 20)
    cleanUps.push(other.stop)
    expect((await send('PUT', '/api/service', draft({ url: other.url }))).status).toBe(200)
    expect(await pools()).toEqual([])
    // Each address still leads to its data.
    for (const { url } of [moved, real]) {
      expect((await send('PUT', '/api/service', draft({ url }))).status).toBe(200)
      expect(await pools()).toMatchObject([{ name: 'Real pool' }])
    }
    const kept = (await rowsOf(store, 'audit')).filter(
      ({ action, phase, data }) =>
        action === 'service.change' && phase === 'outcome' && String(data).includes('sameService'),
    )
    expect(kept.map(({ data }) => parsed(data))).toMatchObject([
      { url: change(real.url, moved.url), sameService: true },
    ])
  })

  test('has every change in the audit with old and new values, and the app key nowhere', async () => {
    const entries = await rowsOf(store, 'audit')
    const recorded = entries
      .filter(({ action }) => String(action).startsWith('service.'))
      .toSorted((a, b) => Number(a['seq']) - Number(b['seq']))
    expect(recorded.slice(0, 4).map(({ result }) => result)).toEqual([
      null,
      'demo-administrators',
      null,
      'own-account',
    ])
    expect(
      recorded.slice(4).map(({ action, phase, object, data }) => [action, phase, object, parsed(data)]),
    ).toEqual([
      ...['intent', 'outcome'].map((phase) => [
        'service.change',
        phase,
        `${real.url}/`,
        {
          service: change('sandbox', `${real.url}/`),
          url: change(null, `${real.url}/`),
          extensionsUrl: change(null, `${real.url}/`),
          appId: change(null, 'real'),
          'profile.name': change('default', 'ours'),
          'profile.values.status.1': change(null, 'In use'),
          appKeyChanged: true,
        },
      ]),
      ...['intent', 'outcome'].map((phase) => [
        'service.change',
        phase,
        real.url,
        {
          service: change(`${real.url}/`, real.url),
          url: change(`${real.url}/`, real.url),
          extensionsUrl: change(`${real.url}/`, real.url),
          'profile.name': change('ours', 'default'),
          'profile.values.status.1': change('In use', null),
        },
      ]),
      ...['intent', 'outcome'].map((phase) => [
        'service.sandbox',
        phase,
        real.url,
        { service: change(real.url, 'sandbox') },
      ]),
      ...['intent', 'outcome'].map((phase) => [
        'service.resume',
        phase,
        real.url,
        { service: change('sandbox', real.url) },
      ]),
      ...Array.from({ length: 8 }, (): unknown => expect.arrayContaining(['service.change'])),
    ])
    const rows = JSON.stringify([await rowsOf(store, 'service_connection'), await rowsOf(store, 'audit')])
    expect(rows).toContain(real.url)
    for (const text of [...answers, ...one.logged, rows]) expect(text).not.toContain(realKey)
  })

  test('goes on with the service when the sandbox fails to start, and shows it', async () => {
    one.state.sandboxFails = true
    const failed = serviceSchema.parse(await json(send('POST', '/api/service/sandbox', {})))
    expect(failed).toMatchObject({ source: 'sandbox', notOpenedSince: expect.any(Number) })
    expect(await json(send('GET', '/api/pools'))).toMatchObject({ items: [{ name: 'Real pool' }] })
    one.state.sandboxFails = false
    await expect.poll(async () => (await state(one)).notOpenedSince).toBeNull()
    expect(await json(send('GET', '/api/pools'))).toMatchObject({ items: [{ name: 'Sandbox pool' }] })
    expect(await codeOf(send('POST', '/api/service/resume', {}))).toBe(200)
  })

  test('uses the saved service at the next start, also under a new secret', async () => {
    const again = await replica(store, {
      sessionSecret: 'another session secret, also long enough',
      previousSecret: 'a session secret for tests, long enough',
    })
    const third = await replica(store, { sessionSecret: 'another session secret, also long enough' })
    expect(again.running.console.openedVersion).toBeGreaterThan(0)
    expect(await total(third)).not.toBe(sandboxTotal)
  })
})

describe('a change of the service', () => {
  let one: Replica
  const steps: ((line: ServiceCheckLine | null) => void)[] = []
  let stopped = 0
  /** Answers with the lines that the test gives. */
  const check: CheckService = async function* (_connection, { signal }) {
    signal.addEventListener('abort', () => stopped++)
    for (;;) {
      const line = await Promise.race([
        new Promise<ServiceCheckLine | null>((resolve) => steps.push(resolve)),
        new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null))),
      ])
      if (line === null) return
      yield line
    }
  }
  const give = async (line: ServiceCheckLine | null) => {
    await expect.poll(() => steps.length).toBeGreaterThan(0)
    steps.shift()?.(line)
  }
  beforeAll(async () => {
    one = await replica(await copyPreparedStore('sqlite', cleanUps), { check })
    await inviteAda(one)
  })

  test('is refused while a job runs, and not while it is paused', async () => {
    await one.send(ada, 'PATCH', '/api/settings', { jobRate: 1 })
    const items = Array.from({ length: 40 }, (_, n) => ({ ext: String(20_000 + n) }))
    const start = one.send(
      ada,
      'POST',
      '/api/jobs',
      { name: 'Long', items, passwords: { fill: 'none', length: 16 } },
      { key: 'key-for-a-long-running-job' },
    )
    const { id } = jobSchema.parse(await json(start))
    expect((await state(one)).jobRunning).toBe(true)
    expect(await codeOf(one.send(ada, 'PUT', '/api/service', draft()))).toBe('job-running')
    await one.send(ada, 'POST', `/api/jobs/${id}/pause`, {})
    await expect.poll(async () => (await state(one)).jobRunning).toBe(false)
    expect(await codeOf(one.send(ada, 'PUT', '/api/service', draft()))).toBe(200)
    expect(await json(one.send(ada, 'GET', '/api/jobs?kind=all'))).toMatchObject({ items: [] })
    expect(await codeOf(one.send(ada, 'POST', '/api/service/sandbox', {}))).toBe(200)
    expect(await json(one.send(ada, 'GET', '/api/jobs?kind=all'))).toMatchObject({
      items: [{ id, state: 'paused' }],
    })
  })

  test('lets requests under way finish: a check sends each step as it ends', async () => {
    const answer = await one.send(ada, 'POST', '/api/service/check', draft())
    const lines = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    const read = async () => serviceCheckLine.parse(JSON.parse((await lines?.read())?.value ?? 'null'))
    await give(step('address'))
    expect(await read()).toMatchObject({ id: 'address' })
    const old = one.running.console
    expect(await codeOf(one.send(ada, 'POST', '/api/service/resume', {}))).toBe(200)
    expect(one.running.console).not.toBe(old)
    await give(step('clock'))
    expect(await read()).toMatchObject({ id: 'clock' })
    await give(null)
    expect((await lines?.read())?.done).toBe(true)
    const { items } = listAudit.answer.parse(
      await json(one.send(ada, 'GET', '/api/audit?action=service.check')),
    )
    expect(items).toMatchObject([{ begunAt: expect.any(Number), values: { failed: 2 } }])
  })

  test('ends a check when the browser leaves', async () => {
    const browser = new AbortController()
    await one.send(ada, 'POST', '/api/service/check', draft(), { signal: browser.signal })
    await give(step('address'))
    browser.abort()
    await expect.poll(() => stopped).toBe(1)
  })
})

test('records the outcome of a create that is under way when the console of another service opens', async () => {
  const slow = await startService('sandbox', 'sandbox-key-for-tests', 20, { slowMs: 2_000 })
  const directory = mkdtempSync(join(tmpdir(), 'switch-'))
  const file = join(directory, 'console.db')
  cleanUps.push(() => rmSync(directory, { recursive: true }), slow.stop)
  const one = await replica({ file }, { sandboxUrl: slow.url })
  await inviteAda(one)
  expect(await codeOf(one.send(ada, 'PUT', '/api/service', draft()))).toBe(200)
  expect(await codeOf(one.send(ada, 'POST', '/api/service/sandbox', {}))).toBe(200)
  const stateOfRow = async () => (await rowsOf({ file }, 'job_item')).map((row) => row['state'])
  // The service answers this number after two seconds, with HTTP 504.
  const list = { name: 'Slow', items: [{ ext: '9901081' }], passwords: { fill: 'none', length: 16 } }
  await one.send(ada, 'POST', '/api/jobs', list, { key: 'key-of-a-slow-create' })
  await expect.poll(stateOfRow).toEqual(['sending'])
  // A change that was allowed just before the job began.
  const sandboxConsole = one.running.console
  const db = new DatabaseSync(file)
  db.exec('UPDATE service_connection SET active = 1, version = version + 1')
  db.close()
  await expect.poll(() => one.running.console).not.toBe(sandboxConsole)
  await expect.poll(stateOfRow).toEqual(['inDoubt'])
})

test('a connection of the environment wins, and can be checked but not changed; daily, too', async () => {
  const environment = {
    sandbox: false,
    url: real.url,
    extensionsUrl: real.url,
    appId: 'real',
    appKey: realKey,
    companyId: null,
    authorization: null,
    profile: defaultProfile,
  }
  const tokens = new Map<string, string | null>()
  let clock: 'pass' | 'fail' = 'pass'
  const one = await replica(await copyPreparedStore('sqlite', cleanUps), {
    environment,
    serviceCheckEveryMs: 50,
    check: async function* ({ appKey }, { token }) {
      tokens.set(appKey, token)
      yield await Promise.resolve({ ...step('clock'), state: clock })
    },
  })
  await inviteAda(one)
  expect(await state(one)).toMatchObject({
    source: 'environment',
    readOnly: true,
    current: { url: real.url },
  })
  for (const [method, path, body] of [
    ['PUT', '/api/service', draft()],
    ['POST', '/api/service/sandbox', {}],
    ['POST', '/api/service/resume', {}],
  ] as const)
    expect(await codeOf(one.send(ada, method, path, body))).toBe('service-from-environment')
  const answer = await one.send(ada, 'POST', '/api/service/check', draft({ appKey: undefined }))
  expect(parsed(await answer.text())).toMatchObject({ id: 'clock', state: 'pass' })
  await expect.poll(async () => (await state(one)).dailyCheck).toMatchObject({ failed: [], changed: [] })
  clock = 'fail'
  await expect.poll(async () => (await state(one)).dailyCheck?.failed).toEqual(['clock'])
  const told = listNotifications.answer.parse(await json(one.send(ada, 'GET', '/api/notifications')))
  expect(told.items.map(({ event }) => event)).toContainEqual({
    kind: 'service-changed',
    failed: 1,
    changed: 1,
  })
  expect([...tokens.keys()]).toEqual([realKey])
  // A check of the connection in use gets its token; one with another app key does not.
  await expect.poll(() => tokens.get(realKey)).toEqual(expect.any(String))
  await (await one.send(ada, 'POST', '/api/service/check', draft({ appKey: 'another key' }))).text()
  expect(tokens.get('another key')).toBeNull()
})

test('other replicas follow a change within seconds, and requests on both go on', async () => {
  const store = await copyPreparedStore('postgres', cleanUps)
  const one = await replica(store)
  const two = await replica(store)
  await inviteAda(one)
  const before = await total(two)
  expect(await codeOf(one.send(ada, 'PUT', '/api/service', draft()))).toBe(200)
  const statuses = new Set<number>()
  await expect
    .poll(async () => {
      const session = two.send(ada, 'GET', '/api/session')
      statuses.add((await session).status)
      return (await json(session))['features']
    })
    .toMatchObject({ sandbox: false })
  expect(await total(two)).not.toBe(before)
  expect([...statuses]).toEqual([200])
})

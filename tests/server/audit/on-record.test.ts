import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { reserve } from '#contract/reservations.ts'
import { listAudit } from '#contract/audit.ts'
import { idleExtensions } from '#contract/extensions.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { listUsers } from '#contract/users.ts'
import { createJob, readJob } from '#contract/jobs.ts'
import { addWebhook } from '#contract/notification-channels.ts'
import { addPool } from '#contract/pools.ts'
import { saveView } from '#contract/views.ts'
import { audited as recordAround } from '#server/audit/audited.ts'
import { ProblemError } from '#server/platform/problems.ts'
import { system, valuesIn, type AuditEntry } from '#server/audit/audit-store.ts'
import { objectText, resultText } from '#web/entities/audit/audit-text.ts'
import { eventCaption } from '#web/entities/audit/event-caption.ts'
import { eventDetails } from '#web/entities/audit/event-details.ts'
import type { Translate } from '#web/i18n/catalogue.ts'
import { zh } from '../../all-messages.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { copyPreparedStore } from '../../stores/each-store.ts'
import { openBff, openBffAndStore, origin, type BffAndStore } from '../bff.ts'
import { startMisbehavingService } from '../../jobs-service/service.ts'
import { createAuthenticator } from '../authenticator.ts'
import { endpoints, urlOf } from '../endpoints.ts'

/** Endpoints that are more than a plain read but leave no audit entry. docs/guide.md lists them. */
const unaudited = [
  'POST /api/jobs/preview',
  'POST /api/service-requests/check',
  'POST /api/people/lines',
  'POST /api/people/look-up',
  'POST /api/people/import/preview',
  'POST /api/notifications/read',
  'PATCH /api/notifications/preferences',
  'POST /api/notification-channels/mail/test',
  'POST /api/webhooks/:id/test',
  'POST /api/auth/sso',
  'POST /api/account/passkey-options',
  'POST /api/auth/sign-in/passkey/options',
  'POST /api/session/step-up/passkey/options',
]

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
/** All endpoints except plain reads: those that may change something, and the files. */
const privileged = endpoints
  .map(([, endpoint]) => endpoint)
  .filter(({ method, path }) => method !== 'GET' || path.endsWith('.csv'))
/** Removes a job's passwords, which a retry needs, so it is called last. */
const isLast = (endpoint: Endpoint) => Number(nameOf(endpoint) === 'POST /api/jobs/:id/credentials/confirm')
const audited = privileged
  .filter((endpoint) => !unaudited.includes(nameOf(endpoint)))
  .toSorted((one, other) => isLast(one) - isLast(other))

const jobBody = (ext: string) => ({
  name: 'job',
  items: [{ ext }],
  passwords: { fill: 'random', length: 16 },
})

const service = { url: 'https://service.example.com', appId: 'an-app', appKey: 'a-key-for-the-service' }

const device = createAuthenticator('console.example.com')

/** A body with which each endpoint does its work. */
const bodies: Record<string, object> = {
  'POST /api/people/import': { rows: [{ workNumber: '77001', name: 'Ada' }] },
  'PATCH /api/account': { name: 'Ada' },
  'POST /api/account/api-tokens': { name: 'nightly', scopes: ['extension.read'], days: 30 },
  'POST /api/service-tokens': { name: 'HR system', scopes: ['extension.read'], days: 30 },
  'POST /api/account/password': { current: 'not this one', next: 'quite another long one' },
  'POST /api/account/second-factor/confirm': { code: '000000' },
  'POST /api/extensions': { ext: '60001' },
  'POST /api/extensions/legacy': { ext: '60002' },
  'POST /api/extensions/:ext/secret': { reason: 'the phone was replaced' },
  'POST /api/reservations': { items: [{ ext: '60004', agentUuid: '9348ee74c2cefd4740db23a3b5bf4a0d' }] },
  'DELETE /api/reservations/:id': { reason: 'no longer needed' },
  'PATCH /api/reservations/:id': { agentUuid: '11111111111111111111111111111111' },
  'PATCH /api/people/:id': { name: 'Ada', workNumber: null, department: null, startsOn: null },
  'POST /api/people/:id/join': { agentUuid: '9348ee74c2cefd4740db23a3b5bf4a0d' },
  'PUT /api/team': { departments: [], people: [], pool: null },
  'POST /api/service-requests': {
    kind: 'delete',
    reason: 'the room is closed',
    items: [{ ext: '1001' }, { ext: '1002' }],
  },
  'PATCH /api/service-requests': {
    ids: ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'],
    state: 'sent',
  },
  'PUT /api/service-requests/assignee': {
    ids: ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'],
    userId: null,
  },
  'POST /api/numbers/export.csv': { numbers: ['1000'] },
  'POST /api/views': { page: 'numbers', name: 'mine', query: 'state=free', shared: false },
  'PATCH /api/views/:id': { shared: true },
  'POST /api/labels': { numbers: ['1000'], add: ['spare'] },
  'PATCH /api/labels/:kind/:subject': { add: ['spare'] },
  'POST /api/pools': { name: 'Sales', ranges: [{ from: '6001', to: '6009' }] },
  'PATCH /api/pools/:id': { pool: { name: 'First', prefixes: ['61'] }, version: 1 },
  'POST /api/jobs': jobBody('60003'),
  'POST /api/jobs/:id/retry': { what: 'failed' },
  'POST /api/jobs/:id/credentials': { passphrase: 'a passphrase-of-twenty-letters'.replaceAll(' ', '-') },
  'POST /api/account/passkeys': { name: 'Laptop', response: device.make({ challenge: 'unknown' }) },
  'PATCH /api/account/passkeys/:id': { name: 'Desk' },
  'POST /api/auth/sign-in/passkey': { response: device.use({ challenge: 'unknown' }) },
  'POST /api/session/step-up/passkey': { response: device.use({ challenge: 'unknown' }) },
  'POST /api/auth/sign-in/code': { code: '000000' },
  'POST /api/auth/sign-in/email': { email: 'admin@example.com', password: 'a wrong password' },
  'POST /api/session/step-up': { password: 'a wrong password' },
  'POST /api/service/check': service,
  'PUT /api/service': service,
  'PATCH /api/settings': { legacyCreate: true },
  'PUT /api/notification-channels/mail': {
    host: 'mail.example.com',
    port: 465,
    tls: 'tls',
    user: null,
    sender: 'console@example.com',
  },
  'POST /api/webhooks': { url: 'https://hooks.example.com/', kinds: ['job-finished'] },
  'PATCH /api/webhooks/:id': { on: false },
  'POST /api/capacity/thresholds': { scope: '1', leastFree: 5, leastDays: null, version: 0 },
  'POST /api/capacity/alerts/snooze': { scope: '1' },
  'POST /api/users': { email: 'new@example.com', name: 'New', role: 'supervisor' },
  'PATCH /api/users/:id': { version: 0, role: 'supervisor' },
  'PUT /api/second-factor-roles/:role': { required: false },
}

describe('every privileged endpoint', () => {
  let bff: BffAndStore
  const ids = {
    '/api/users/': '',
    '/api/jobs/': '',
    '/api/reservations/': '',
    '/api/views/': '',
    '/api/pools/': '',
    '/api/webhooks/': '',
  }
  let calls = 0

  beforeAll(async () => {
    bff = await openBffAndStore()
    await bff.requestAs('admin', '/api/settings', { legacyCreate: true }, {}, 'PATCH')
    const users = listUsers.answer.parse((await bff.requestAs('admin', '/api/users')).body)
    ids['/api/users/'] = users.items.find(({ email }) => email.startsWith('supervisor'))?.id ?? ''
    const key = { 'idempotency-key': 'a-key-for-the-first-job' }
    const idle = idleExtensions.answer.parse((await bff.requestAs('admin', '/api/extensions/idle')).body)
    const items = [{ ext: idle.items[0]?.ext, agentUuid: '9348ee74c2cefd4740db23a3b5bf4a0d' }]
    const made = await bff.requestAs(
      'admin',
      '/api/reservations',
      { items },
      { 'idempotency-key': 'a-key-for-a-reservation' },
    )
    ids['/api/reservations/'] = reserve.answer.parse(made.body).items[0]?.reservation?.id ?? ''
    const view = { page: 'numbers', name: 'first', query: '', shared: false }
    ids['/api/views/'] = saveView.answer.parse((await bff.requestAs('admin', '/api/views', view)).body).id
    const pool = { name: 'First', prefixes: ['61'] }
    ids['/api/pools/'] = addPool.answer.parse((await bff.requestAs('admin', '/api/pools', pool)).body).id
    const hook = { url: 'https://hooks.example.com/', kinds: ['job-finished'] }
    ids['/api/webhooks/'] = addWebhook.answer.parse(
      (await bff.requestAs('admin', '/api/webhooks', hook)).body,
    ).webhook.id
    const job = createJob.answer.parse(
      (await bff.requestAs('admin', '/api/jobs', jobBody('60010'), key)).body,
    )
    ids['/api/jobs/'] = job.id
    // Wait for the job here: the process that holds the embedded store would wait forever.
    const ended = async () => {
      const { state, unverified } = readJob.answer.parse(
        (await bff.requestAs('admin', `/api/jobs/${job.id}`)).body,
      )
      if (state !== 'ended' || unverified > 0) throw new Error('the job goes on')
    }
    await vi.waitFor(ended, 60_000)
  })
  afterAll(() => bff.close())

  /** Makes the sign-in fresh again, because some endpoints use it up. */
  const renewProof = () => sql`UPDATE session SET proved_at = began_at`.execute(bff.database.db)

  /** Sends a request, and signs in again when the action before ended or replaced the session. */
  async function ask(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
    const answer = await bff.requestAs('admin', path, body, headers, method)
    if (answer.status !== 401) return answer
    bff.forgetCookies()
    return bff.requestAs('admin', path, body, headers, method)
  }

  function requestFor(endpoint: Endpoint) {
    let path = urlOf(endpoint)
    for (const [start, id] of Object.entries(ids))
      if (endpoint.path.startsWith(`${start}:id`)) path = endpoint.path.replace(':id', id)
    const key = { 'idempotency-key': `a-key-for-call-number-${calls++}` }
    const body = endpoint.method === 'GET' ? undefined : (bodies[nameOf(endpoint)] ?? {})
    return { path, key, body }
  }

  /** Calls the endpoint like the administrator's page. */
  async function call(endpoint: Endpoint) {
    const { path, key, body } = requestFor(endpoint)
    await renewProof()
    return endpoint.access === 'anyone'
      ? bff.requestAs('admin', path, body, key, endpoint.method)
      : ask(endpoint.method, path, body, key)
  }

  test('has a body for this test, or is documented as unaudited', () => {
    expect(unaudited.filter((name) => !privileged.some((endpoint) => nameOf(endpoint) === name))).toEqual([])
    const guide = readFileSync(join(import.meta.dirname, '../../../docs/guide.md'), 'utf8')
    expect(unaudited.filter((name) => !guide.includes(`\`${name}\``))).toEqual([])
    const names = new Set(audited.map(nameOf))
    expect(Object.keys(bodies).filter((name) => !names.has(name))).toEqual([])
    expect(audited.length).toBeGreaterThan(15)
  })

  test("R28: answers 503 and sends the service nothing while the audit can't be written", async () => {
    const operations = [
      'get_token',
      'create_extension',
      'create_extension_legacy',
      'extension_detail',
    ] as const
    await bff.cookieOf('admin')
    await sql`CREATE TRIGGER audit_full BEFORE INSERT ON audit
      BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`.execute(bff.database.db)
    try {
      const wrong: unknown[] = []
      for (const endpoint of audited) {
        const creates = endpoint.path.startsWith('/api/extensions') && !endpoint.path.endsWith('/secret')
        const asked = () =>
          operations.filter((name) => !creates || name !== 'extension_detail').map(bff.sandbox.calls)
        const before = asked()
        const answer = await call(endpoint)
        const refused = answer.status === 503 && answer.body['code'] === 'unavailable'
        if (!refused || asked().join() !== before.join())
          wrong.push([nameOf(endpoint), answer.status, answer.body['code'], before, asked()])
      }
      expect(wrong).toEqual([])
    } finally {
      await sql`DROP TRIGGER audit_full`.execute(bff.database.db)
    }
  })

  test.each(audited.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    '%s: writes an entry with the request ID of its response',
    async (name, endpoint) => {
      const answer = await call(endpoint)
      expect([name, answer.status === 400]).toEqual([name, false])
      const requestId = answer.headers.get('x-request-id') ?? ''
      const { body } = await ask('GET', `/api/audit?requestId=${requestId}`)
      expect(listAudit.answer.parse(body).items.length).toBeGreaterThan(0)
    },
  )

  test("shows the console's own texts in Chinese", async () => {
    const messages: Record<string, string> = zh
    const chinese: Translate = (key) => messages[key] ?? messages[`${key}_other`] ?? key
    // Texts that users wrote, and names that are the same in every language.
    const sent = JSON.stringify([bodies, Object.values(ids), 'Webhook', 'UTC'])
    const rows = await bff.database.db
      .selectFrom('audit')
      .select(['action', 'data', 'object', 'reason', 'result'])
      .where('action', '<>', 'audit.begin')
      .execute()
    const english = rows.flatMap((row) => {
      const { action, object, result } = row
      const event = { ...row, values: valuesIn(row) }
      const read = [
        eventCaption(chinese, event),
        object === '-' ? objectText(chinese, action, object) : '',
        eventDetails(chinese, 'zh', event) ?? '',
        ...(result === null ? [] : [resultText(chinese, action, result).text]),
      ]
      const words =
        read
          .join(' ')
          .replaceAll(/\{\w+\}/g, '')
          .match(/\b[a-z][a-z-]{2,}\b/gi) ?? []
      const own = words.filter((word) => !sent.includes(word))
      return own.length === 0 ? [] : [`${action}: ${read.join(' | ')}`]
    })
    expect(rows.filter((row) => Object.keys(valuesIn(row)).length > 0).length).toBeGreaterThan(20)
    expect([...new Set(english)]).toEqual([])
  })

  test('leaves out the rows of jobs on request', async () => {
    const actionsOf = async (query: string) => {
      const { body } = await bff.requestAs('admin', `/api/audit?pageSize=1000&${query}`)
      return new Set(listAudit.answer.parse(body).items.map(({ action }) => action))
    }
    const [all, fewer] = [await actionsOf(''), await actionsOf('jobRows=0')]
    expect(all.has('job.item.create')).toBe(true)
    expect(fewer).toEqual(new Set([...all].filter((action) => action !== 'job.item.create')))
  })

  describe('an outcome for every intent', () => {
    /** Returns the intents without an outcome. */
    async function open(): Promise<string[]> {
      const rows = await bff.database.db
        .selectFrom('audit')
        .select(['request_id', 'action', 'object', 'phase'])
        .execute()
      const counts = new Map<string, number>()
      for (const { phase, ...row } of rows) {
        const key = JSON.stringify(row)
        counts.set(key, (counts.get(key) ?? 0) + (phase === 'intent' ? 1 : -1))
      }
      return [...counts].filter(([, count]) => count > 0).map(([key]) => key)
    }

    /** Returns the request that `call` sends. */
    async function prepared(endpoint: Endpoint, init: RequestInit = {}): Promise<Request> {
      if ((await bff.requestAs('admin', '/api/session')).status === 401) {
        bff.forgetCookies()
        // The bodies include wrong passwords, so reset their count.
        await bff.database.db.deleteFrom('attempt_count').execute()
      }
      const { path, key, body } = requestFor(endpoint)
      return new Request(`${origin}${path}`, {
        method: endpoint.method,
        headers: { ...bff.pageHeaders, ...key, cookie: await bff.cookieOf('admin') },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...init,
      })
    }
    /** Returns the response before anything of its body is read. */
    const fetched = async (endpoint: Endpoint, init?: RequestInit) =>
      bff.console.app.fetch(await prepared(endpoint, init))
    const intents = async () =>
      (await bff.database.db.selectFrom('audit').select('id').where('phase', '=', 'intent').execute()).length

    test('exists after the calls above', async () => {
      expect(await intents()).toBeGreaterThan(20)
      await expect.poll(open).toEqual([])
    })

    test.each([0, 2, 8, 30])('exists when the browser disconnects after %i turns', async (turns) => {
      const before = await intents()
      for (const endpoint of audited) {
        const controller = new AbortController()
        await renewProof()
        const request = await prepared(endpoint, { signal: controller.signal })
        const answered = bff.console.app.fetch(request)
        for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate)
        controller.abort()
        await (await answered).body?.cancel()
      }
      await expect.poll(open).toEqual([])
      expect(await intents()).toBeGreaterThan(before + 20)
    })

    test('exists when a file is not read, or only its headers are requested', async () => {
      const files = audited.filter(({ path }) => /\.(csv|json)$|credentials$/.test(path))
      expect(files.length).toBeGreaterThan(5)
      for (const endpoint of files) {
        await renewProof()
        const unread = await fetched(endpoint)
        await unread.body?.cancel()
        if (endpoint.method !== 'GET') continue
        const head = await fetched(endpoint, { method: 'HEAD' })
        const { result } = await bff.database.db
          .selectFrom('audit')
          .select('result')
          .where('request_id', '=', head.headers.get('x-request-id'))
          .where('phase', '=', 'outcome')
          .executeTakeFirstOrThrow()
        expect([nameOf(endpoint), head.status, result]).toEqual([nameOf(endpoint), 200, 'cancelled'])
      }
      await expect.poll(open).toEqual([])
    })

    test('exists when the store fails in between', async () => {
      await bff.cookieOf('admin')
      await renewProof()
      const before = await intents()
      const { rows } = await sql<{ name: string }>`SELECT name FROM sqlite_master WHERE type = 'table'
        AND name NOT LIKE 'audit%' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'kysely%'`.execute(
        bff.database.db,
      )
      const unwritable = rows.flatMap(({ name }) =>
        ['INSERT', 'UPDATE', 'DELETE'].map((event) => ({ name, event })),
      )
      for (const { name, event } of unwritable)
        await sql`CREATE TRIGGER ${sql.ref(`broken_${name}_${event}`)} BEFORE ${sql.raw(event)} ON ${sql.ref(name)}
          BEGIN SELECT RAISE(ABORT, 'broken'); END`.execute(bff.database.db)
      const unreadable = ['number', 'job_item', 'reservation']
      for (const name of unreadable)
        await bff.database.db.schema.alterTable(name).renameTo(`${name}_away`).execute()
      try {
        for (const endpoint of audited) await (await fetched(endpoint)).text().catch(() => '')
        await expect.poll(open).toEqual([])
        expect(await intents()).toBeGreaterThan(before + 10)
      } finally {
        for (const name of unreadable)
          await bff.database.db.schema.alterTable(`${name}_away`).renameTo(name).execute()
        for (const { name, event } of unwritable)
          await sql`DROP TRIGGER ${sql.ref(`broken_${name}_${event}`)}`.execute(bff.database.db)
      }
    })
  })
})

test('waits for the outcomes of sent requests before the console stops', async () => {
  const cleanUps: (() => unknown)[] = []
  const store = await copyPreparedStore('sqlite', cleanUps)
  const service = await startMisbehavingService({ seed: 'slow', modes: { latencyMs: 300 } })
  const bff = await openBff({ store, serviceUrl: service.url, timings: { creationAnswerMs: 0 } })
  const database = await openDatabase(store)
  const key = { 'idempotency-key': 'a-key-for-a-slow-create' }
  const { body } = await bff.requestAs('admin', '/api/extensions', { ext: '60001' }, key)
  expect(body).toMatchObject({ state: 'in-doubt' })
  const entries = () =>
    database.db
      .selectFrom('audit')
      .select(['phase', 'result'])
      .where('action', '=', 'extension.create')
      .orderBy('seq')
      .execute()
  await expect.poll(() => service.sends('60001')).toBe(1)
  await bff.close()
  expect(await entries()).toEqual([
    { phase: 'intent', result: null },
    { phase: 'outcome', result: 'done' },
  ])
  await database.close()
  await service.close()
  for (const cleanUp of cleanUps) cleanUp()
})

test('withholds the password when the store fails between the intent and the outcome of a reveal', async () => {
  const cleanUps: (() => unknown)[] = []
  const store = await copyPreparedStore('sqlite', cleanUps)
  const bff = await openBff({ store })
  const database = await openDatabase(store)
  await sql`CREATE TRIGGER broken BEFORE INSERT ON audit WHEN NEW.phase = 'outcome'
    AND NEW.action = 'extension.reveal' BEGIN SELECT RAISE(ABORT, 'broken'); END`.execute(database.db)
  const reveal = { reason: 'the phone was replaced' }
  const { status, body, text } = await bff.requestAs('admin', '/api/extensions/1000/secret', reveal)
  expect([status, body['code'], text.includes('"password"')]).toEqual([503, 'unavailable', false])
  const rows = await database.db
    .selectFrom('audit')
    .select('phase')
    .where('action', '=', 'extension.reveal')
    .execute()
  expect(rows).toEqual([{ phase: 'intent' }])
  await bff.close()
  await database.close()
  for (const cleanUp of cleanUps) cleanUp()
})

test.each([
  ['AbortError', 'upstream-timeout', 'cancelled'],
  ['TimeoutError', 'upstream-timeout', 'upstream-timeout'],
  ['AbortError', 'extension-not-found', 'extension-not-found'],
] as const)('records an aborted request (%s) with the problem %s as %s', async (name, code, result) => {
  const results: unknown[] = []
  const audit = {
    write: async (entries: readonly AuditEntry[]) => void results.push(entries[0]?.result),
    track: <Result>(action: Promise<Result>) => action,
  }
  const signal = AbortSignal.abort(new DOMException('ended', name))
  const what = { actor: system, action: 'extension.reveal', object: '1000', signal }
  const fail = () => Promise.reject(new ProblemError(code))
  await expect(recordAround(audit, what, fail)).rejects.toThrow(code)
  expect(results).toEqual([null, result])
})

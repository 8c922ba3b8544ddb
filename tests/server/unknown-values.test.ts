import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listApiTokens } from '#contract/api-tokens.ts'
import { createJob, readJob } from '#contract/jobs.ts'
import { leftOutHeader } from '#contract/known.ts'
import { addWebhook } from '#contract/notification-channels.ts'
import { listNotifications } from '#contract/notifications.ts'
import { initialSettings } from '#contract/settings.ts'
import { listUsers } from '#contract/users.ts'
import { eachStore } from '../stores/each-store.ts'
import { openBffAndStore, type BffAndStore } from './bff.ts'

const agentUuid = '9348ee74c2cefd4740db23a3b5bf4a0d'
const post = (name: string) => ({ 'idempotency-key': `a-key-for-${name}-of-this-test` })

// What a newer version may have written during an upgrade must not close a list or a page of this one.
eachStore(({ copyStore }) => {
  let bff: BffAndStore
  let token = ''
  let webhook = ''
  let job = ''
  const read = async (path: string) => {
    const { status, headers, body } = await bff.requestAs('admin', path)
    return { status, leftOut: Number(headers.get(leftOutHeader) ?? 0), body }
  }

  beforeAll(async () => {
    bff = await openBffAndStore({ store: await copyStore() })
    const ask = (path: string, body: object, headers = {}) => bff.requestAs('admin', path, body, headers)
    const scopes = ['extension.read', 'job.run']
    token = String((await ask('/api/account/api-tokens', { name: 'Night', scopes, days: 30 })).body['token'])
    const hook = { url: 'https://hooks.example.com/', kinds: ['job-finished'] }
    webhook = addWebhook.answer.parse((await ask('/api/webhooks', hook)).body).webhook.id
    const items = [{ ext: '1014', agentUuid }]
    await ask('/api/reservations', { items }, post('reservation'))
    const changes = [{ ext: '1000' }, { ext: '1001' }]
    const request = { kind: 'delete', items: changes, reason: 'no longer needed' }
    await ask('/api/service-requests', request, post('request'))
    const body = { name: 'job', items: [{ ext: '60010' }], passwords: { fill: 'random', length: 16 } }
    job = createJob.answer.parse((await ask('/api/jobs', body, post('job'))).body).id
    const ended = async () => {
      const { state, unverified } = readJob.answer.parse((await read(`/api/jobs/${job}`)).body)
      if (state !== 'ended' || unverified > 0) throw new Error('the job goes on')
    }
    await vi.waitFor(ended, 60_000)
    const { db } = bff.database
    for (const [id, event] of [
      ['1', { kind: 'second-factor-removed', name: 'Ada', by: 'Sun' }],
      ['2', { kind: 'moved-to-the-cloud', to: 'elsewhere' }],
    ] as const)
      await sql`INSERT INTO notification (id, user_id, key, count, event, at)
        SELECT ${id}, id, ${id}, 1, ${JSON.stringify(event)}, 1 FROM "user" WHERE email = 'admin@example.com'`.execute(
        db,
      )
    const moved = JSON.stringify({ kind: 'moved-to-the-cloud', to: 'elsewhere' })
    await sql`INSERT INTO delivery (id, webhook_id, key, event, at, state, attempts, next_at)
      VALUES ('1', ${webhook}, '1', ${moved}, 1, 'failed', 1, 1)`.execute(db)
  })
  afterAll(() => bff.close())

  const columns: [column: string, write: ReturnType<typeof sql>, path: () => string, leftOut: number][] = [
    [
      'a token’s scope',
      sql`UPDATE api_token SET scopes = '["extension.read","people.read"]'`,
      () => '/api/account/api-tokens',
      1,
    ],
    [
      'a user’s role',
      sql`UPDATE "user" SET role = 'owner' WHERE email LIKE 'supervisor%'`,
      () => '/api/users',
      0,
    ],
    ['a required role', sql`INSERT INTO second_factor_role VALUES ('owner')`, () => '/api/users', 0],
    ['a notification’s kind', sql`SELECT 1`, () => '/api/notifications', 1],
    [
      'a chosen kind',
      sql`INSERT INTO notification_choice SELECT id, 'en', '{"moved":{"bell":true,"mail":true},"job-finished":{"bell":true,"mail":"daily"}}' FROM "user"`,
      () => '/api/notifications/preferences',
      0,
    ],
    [
      'a webhook’s kind',
      sql`UPDATE webhook SET kinds = '["job-finished","moved"]'`,
      () => '/api/notification-channels',
      0,
    ],
    ['a delivery’s kind', sql`SELECT 1`, () => `/api/webhooks/${webhook}/deliveries`, 1],
    [
      'a request’s kind',
      sql`UPDATE service_request SET kind = 'move' WHERE ext = '1000'`,
      () => '/api/service-requests',
      1,
    ],
    [
      'a request’s state',
      sql`UPDATE service_request SET state = 'paused', kind = 'delete' WHERE ext = '1000'`,
      () => '/api/service-requests',
      1,
    ],
    ['a reservation’s state', sql`UPDATE reservation SET state = 'parked'`, () => '/api/reservations', 1],
    [
      'a request’s kind in a history',
      sql`UPDATE history SET entry = ${JSON.stringify({ data: '{"id":"1","kind":"move"}' })} WHERE subject = 'number 1001'`,
      () => '/api/extensions/1001/history',
      1,
    ],
    [
      'a job’s reason for a pause',
      sql`UPDATE job SET paused_because = 'solar-flare', desired_state = 'pause', ended_at = NULL`,
      () => '/api/jobs',
      0,
    ],
    ['a row’s state', sql`UPDATE job_item SET state = 'melted'`, () => `/api/jobs/${job}/items`, 1],
    [
      'an agent’s fact',
      sql`UPDATE person SET facts = '{"name":{"value":"Ada","source":"hr","at":1},"floor":{"value":"3","source":"hr","at":1}}'`,
      () => '/api/people',
      0,
    ],
    ['a setting’s value', sql`INSERT INTO setting VALUES ('jobRate', '5000')`, () => '/api/session', 0],
  ]
  test.each(columns)(
    'answers in spite of %s that it does not know',
    async (_column, write, path, leftOut) => {
      await write.execute(bff.database.db)
      const answer = await read(path())
      expect([answer.status, answer.leftOut]).toEqual([200, leftOut])
    },
  )

  test('lets a token with an unknown scope do the rest', async () => {
    const headers = { authorization: `Bearer ${token}` }
    expect((await bff.send('/api/extensions/idle', { headers })).status).toBe(200)
    const [own] = listApiTokens.answer.parse((await read('/api/account/api-tokens')).body).items
    expect(own?.scopes).toEqual(['extension.read'])
  })

  test('keeps the other settings beside a value out of range', async () => {
    const change = { jobConcurrency: 4 }
    expect((await bff.requestAs('admin', '/api/settings', change, {}, 'PATCH')).status).toBe(200)
    // The most that this version allows: the initial value is no limit at all.
    expect((await read('/api/settings')).body).toEqual({ ...initialSettings, ...change, jobRate: 1000 })
  })

  test('keeps what a user chose for other kinds', async () => {
    const kinds = [{ kind: 'job-finished', bell: false, mail: false }]
    const changed = { language: 'en', kinds }
    const path = '/api/notifications/preferences'
    expect((await bff.requestAs('admin', path, changed, {}, 'PATCH')).status).toBe(200)
    const rows = await bff.database.db.selectFrom('notification_choice').select('choices').execute()
    const both = { moved: { bell: true, mail: true }, 'job-finished': { bell: false, mail: false } }
    expect(rows.map(({ choices }): unknown => JSON.parse(choices))).toContainEqual(both)
  })

  test('shows the entries that it knows', async () => {
    const { items } = listNotifications.answer.parse((await read('/api/notifications')).body)
    expect(items.map(({ event }) => event.kind)).toContain('second-factor-removed')
    const users = listUsers.answer.parse((await read('/api/users')).body).items
    expect(users.find(({ email }) => email.startsWith('supervisor'))?.role).toBeNull()
  })
})

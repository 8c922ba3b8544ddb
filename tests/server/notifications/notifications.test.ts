import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { countNotifications } from '#contract/notification-count.ts'
import type { NotificationKind } from '#contract/notification-kinds.ts'
import { type EventOf, listNotifications, type NotificationEvent } from '#contract/notifications.ts'
import { listServiceRequests } from '#contract/service-requests.ts'
import { listUsers } from '#contract/users.ts'
import { homeCompany } from '#sandbox/seed.ts'
import { eachStore } from '../../stores/each-store.ts'
import { users } from '../../stores/prepared-store.ts'
import { openBff, openBffAndStore, type Bff, type BffAndStore } from '../bff.ts'
import { asAdmin, changeUser } from '../change-user.ts'
import { visitor } from '../visitor.ts'

type Role = 'admin' | 'supervisor'
const hourMs = 3_600_000
const timings = {
  notificationsEveryMs: 200,
  conditionsEveryMs: 0,
  numbersWriteMs: 10,
  idlePagesEveryMs: 100,
  jobPollMs: 100,
  jobRowsMs: 20,
  jobLookAgainMs: 10,
}

eachStore(({ engine, copyStore }) => {
  let one: BffAndStore
  /** Another replica on PostgreSQL; the same process on SQLite. */
  let two: Bff
  beforeAll(async () => {
    const store = await copyStore()
    one = await openBffAndStore({ store, timings, visibilityTimeoutMs: 300 })
    two = engine === 'postgres' ? await openBff({ store, serviceUrl: one.serviceUrl, timings }) : one
  })
  afterAll(async () => {
    if (two !== one) await two.close()
    await one.close()
  })

  const list = async (role: Role, query = '') =>
    listNotifications.answer.parse(
      (await two.requestAs(role, `/api/notifications?pageSize=1000${query}`)).body,
    )
  const events = async <Kind extends NotificationKind>(role: Role, kind: Kind): Promise<EventOf<Kind>[]> => {
    const isOfKind = (event: NotificationEvent): event is EventOf<Kind> => event.kind === kind
    return (await list(role)).items.map(({ event }) => event).filter(isOfKind)
  }
  const unread = async (role: Role) =>
    countNotifications.answer.parse((await two.requestAs(role, '/api/notifications/count')).body).unread
  const seen = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 50 })
  const rounds = () =>
    one.database.db.selectFrom('task').select('ran_at').where('name', '=', 'notifications').executeTakeFirst()
  /** Resolves after what depends on the time was looked for again. */
  async function roundAgain() {
    const before = Date.now()
    await seen(async () => expect((await rounds())?.ran_at).toBeGreaterThan(before))
  }
  const bound = () =>
    Array.from({ length: 300 }, (_, n) => String(1000 + n)).filter(
      (ext) => one.sandbox.store.extension(homeCompany.id, ext)?.bind_status === 1,
    )

  test('reports a request to administrators and its end to the requester, each once', async () => {
    const [first = '', second = '', third = ''] = bound()
    const ask = (items: string[]) =>
      one.requestAs('supervisor', '/api/service-requests', {
        kind: 'unbind',
        reason: 'left',
        items: items.map((ext) => ({ ext })),
      })
    await ask([first, second])
    await seen(async () =>
      expect(await events('admin', 'request-opened')).toEqual([
        {
          kind: 'request-opened',
          what: 'unbind',
          count: 2,
          ext: expect.any(String),
          items: [],
          by: 'supervisor',
        },
      ]),
    )
    expect(await events('supervisor', 'request-opened')).toEqual([])
    const { items } = await list('admin')
    const [request] = items.filter(({ event }) => event.kind === 'request-opened')
    const mark = (role: Role, body: object) => two.requestAs(role, '/api/notifications/read', body)
    expect((await mark('supervisor', { ids: [request?.id] })).status).toBe(200)
    expect((await list('admin', '&unread=1')).items).toContainEqual(request)
    await mark('admin', { ids: [request?.id] })
    expect((await list('admin', '&unread=1')).items).not.toContainEqual(request)

    // A later request of the same hour joins the notification, which is then unread again.
    await ask([third])
    await seen(async () =>
      expect((await list('admin', '&unread=1')).items).toMatchObject([
        { id: request?.id, event: { count: 3 } },
      ]),
    )
    const asked = listServiceRequests.answer.parse(
      (await one.requestAs('supervisor', `/api/service-requests?ext=${third}`)).body,
    )
    const assign = (role: Role, to: Role) =>
      one.requestAs(
        role,
        '/api/service-requests/assignee',
        {
          ids: asked.items.map(({ id }) => id),
          userId: asked.assignees.find(({ name }) => name === to)?.id,
        },
        {},
        'PUT',
      )
    // A user is not notified of what they took.
    await assign('supervisor', 'supervisor')
    await assign('supervisor', 'admin')
    await seen(async () =>
      expect(await events('admin', 'request-assigned')).toEqual([
        { kind: 'request-assigned', what: 'unbind', count: 1, ext: third, items: [], by: 'supervisor' },
      ]),
    )
    expect(await events('supervisor', 'request-assigned')).toEqual([])
    await one.atDesk({ ext: first, action: 'unbind' })
    await one.requestAs('admin', `/api/extensions/${first}`)
    await seen(async () =>
      expect(await events('supervisor', 'request-closed')).toEqual([
        {
          kind: 'request-closed',
          what: 'unbind',
          count: 1,
          ext: first,
          items: [],
          by: null,
          withdrawn: false,
        },
      ]),
    )
    await roundAgain()
    expect(await events('supervisor', 'request-closed')).toHaveLength(1)
    expect(await events('admin', 'request-closed')).toEqual([])
    expect(await unread('supervisor')).toBe(1)
    await mark('supervisor', { until: Date.now() + hourMs })
    expect(await unread('supervisor')).toBe(0)
  })

  test('reports the end of a request by another user of the same name, not by the requester', async () => {
    const rename = (role: Role, name: string) =>
      one.database.db.updateTable('user').set({ name }).where('role', '=', role).execute()
    await rename('admin', 'supervisor')
    const close = async (role: Role) => {
      const body = { kind: 'new-password', reason: 'left', items: [{ ext: '1000' }] }
      await one.requestAs('supervisor', '/api/service-requests', body)
      const open = await one.requestAs('supervisor', '/api/service-requests?ext=1000&state=pending')
      const ids = listServiceRequests.answer.parse(open.body).items.map(({ id }) => id)
      const changed = await one.requestAs(role, '/api/service-requests', { ids, state: 'done' }, {}, 'PATCH')
      expect(changed.status).toBe(200)
    }
    const what = 'new-password'
    const closed = async () =>
      (await events('supervisor', 'request-closed')).filter((event) => event.what === what)
    await close('supervisor')
    await close('admin')
    await seen(async () => expect(await closed()).toMatchObject([{ count: 1, by: 'supervisor' }]))
    await roundAgain()
    expect(await closed()).toMatchObject([{ count: 1 }])
    await rename('admin', 'admin')
  })

  test('reports how reservations ended or will end to the user who made them', async () => {
    const idle = JSON.stringify(
      (await one.requestAs('supervisor', '/api/extensions/idle?pageSize=1000')).body,
    )
    const [kept = '', lost = '', soon = ''] = idle.match(/(?<="ext":")\d+/g) ?? []
    const unboundAgent = () => one.sandbox.store.agentWithoutExtension(homeCompany.id)?.uuid ?? ''
    const agent = unboundAgent()
    // The service's own name counts, not the one that the user typed.
    const name = one.sandbox.store.findAgent(homeCompany.id, agent)?.agent_name
    const items = [kept, lost, soon].map((ext) => ({ ext, agentUuid: agent, agentName: 'Ada' }))
    await one.requestAs('supervisor', '/api/reservations', { items }, { 'idempotency-key': randomUUID() })
    expect(await one.atDesk({ ext: kept, agent })).toBe(303)
    expect(await one.atDesk({ ext: lost, agent: unboundAgent() })).toBe(303)
    for (const ext of [kept, lost]) await one.requestAs('admin', `/api/extensions/${ext}`)
    await one.database.db
      .updateTable('reservation')
      .set({ reserved_at: Date.now() - 24 * hourMs, expires_at: Date.now() + hourMs })
      .where('ext', '=', soon)
      .execute()
    await seen(async () => {
      expect(await events('supervisor', 'reservation-fulfilled')).toMatchObject([{ ext: kept, agent: name }])
      expect(await events('supervisor', 'reservation-taken')).toMatchObject([
        { ext: lost, agent: name, holder: expect.any(String) },
      ])
      expect(await events('supervisor', 'reservation-expiring')).toMatchObject([{ ext: soon, count: 1 }])
    })
    await one.database.db
      .updateTable('reservation')
      .set({ expires_at: Date.now() - 1 })
      .where('ext', '=', soon)
      .execute()
    await seen(async () =>
      expect(await events('supervisor', 'reservation-expired')).toMatchObject([{ ext: soon, count: 1 }]),
    )

    // Who may not act on the requests of others is not notified of them.
    const limit = (name: Role, limited_to: string | null) =>
      one.database.db.updateTable('user').set({ limited_to }).where('name', '=', name).execute()
    await limit('admin', JSON.stringify({ departments: ['Near'], pools: [] }))
    const request = { kind: 'unbind', reason: 'left', items: [{ ext: kept }] }
    expect((await one.requestAs('supervisor', '/api/service-requests', request)).status).toBe(200)
    await roundAgain()
    expect((await events('admin', 'request-opened')).map(({ ext }) => ext)).not.toContain(kept)
    await limit('admin', null)
  })

  test('reports the end of a job to the user who started it', async () => {
    const start = async (name: string, exts: string[]) => {
      const body = { name, items: exts.map((ext) => ({ ext })), passwords: { fill: 'random', length: 16 } }
      const key = { 'idempotency-key': randomUUID() }
      return String((await one.requestAs('admin', '/api/jobs', body, key)).body['id'])
    }
    const good = await start('Team', ['8101', '8102'])
    const [taken = ''] = bound()
    const bad = await start('Repeated', ['8103', taken])
    await seen(async () => {
      expect(await events('admin', 'job-finished')).toEqual([
        {
          kind: 'job-finished',
          jobId: good,
          name: 'Team',
          done: 2,
          total: 2,
          passwordsUntil: expect.any(Number),
        },
      ])
      expect(await events('admin', 'job-failed')).toMatchObject([
        { jobId: bad, failed: 1, total: 2, passwordsUntil: expect.any(Number) },
      ])
    })
    await one.database.db
      .updateTable('job')
      .set({ secrets_until: Date.now() + hourMs })
      .where('id', '=', good)
      .execute()
    await seen(async () =>
      expect(await events('admin', 'passwords-expiring')).toMatchObject([{ jobId: good, count: 2 }]),
    )
    // The sandbox refuses this number as one above the quota.
    const stopped = await start('Quota', ['990105', '8104'])
    await seen(async () =>
      expect(await events('admin', 'job-paused')).toEqual([
        { kind: 'job-paused', jobId: stopped, name: 'Quota' },
      ]),
    )
    await one.requestAs('admin', `/api/jobs/${stopped}/cancel`, {})
    // Until it has ended, another job with its numbers is refused.
    await seen(async () =>
      expect((await one.requestAs('admin', `/api/jobs/${stopped}`)).body).toMatchObject({
        endedAt: expect.any(Number),
      }),
    )
    expect(JSON.stringify(await list('supervisor'))).not.toContain(good)
  })

  test('reports a cancelled job to its user, unless that user cancelled it and no row needs review', async () => {
    const { db } = one.database
    const userId = async (name: Role) =>
      (await db.selectFrom('user').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
    /** Starts a job of this user, which stops at a row above the quota, and cancels it as the administrator. */
    async function cancelled(name: string, user: Role, needsReview = 0) {
      const body = { name, items: [{ ext: '990105' }], passwords: { fill: 'random', length: 16 } }
      const key = { 'idempotency-key': randomUUID() }
      const started = await one.requestAs('admin', '/api/jobs', body, key)
      expect(started).toMatchObject({ status: 200 })
      const jobId = String(started.body['id'])
      const job = db.selectFrom('job').selectAll().where('id', '=', jobId)
      await seen(async () => expect(await job.executeTakeFirst()).toMatchObject({ desired_state: 'pause' }))
      await db
        .updateTable('job')
        .set({ user_id: await userId(user), needs_review: needsReview })
        .where('id', '=', jobId)
        .execute()
      await one.requestAs('admin', `/api/jobs/${jobId}/cancel`, {})
      await seen(async () =>
        expect(await job.executeTakeFirst()).toMatchObject({ ended_at: expect.any(Number) }),
      )
      return jobId
    }
    const byOther = await cancelled('By another', 'supervisor')
    await seen(async () =>
      expect(await events('supervisor', 'job-finished')).toMatchObject([
        { jobId: byOther, done: 0, total: 1 },
      ]),
    )
    const own = await cancelled('Own', 'admin')
    await roundAgain()
    expect(JSON.stringify(await list('admin'))).not.toContain(`finished","jobId":"${own}`)
    const reviewed = await cancelled('Own with a row to review', 'admin', 1)
    await seen(async () =>
      expect(await events('admin', 'job-failed')).toContainEqual(
        expect.objectContaining({ jobId: reviewed, needsReview: 1 }),
      ),
    )
  })

  test('reports a broken threshold once', async () => {
    const threshold = { scope: '', leastFree: 1_000_000, leastDays: null, version: 0 }
    await seen(async () =>
      expect((await one.requestAs('admin', '/api/capacity')).body['crawledAt']).toEqual(expect.any(Number)),
    )
    await one.requestAs('admin', '/api/capacity/thresholds', threshold)
    await seen(async () =>
      expect(await events('admin', 'threshold-crossed')).toMatchObject([{ scope: '', leastFree: 1_000_000 }]),
    )
    await roundAgain()
    expect(await events('admin', 'threshold-crossed')).toHaveLength(1)
    expect(await events('supervisor', 'threshold-crossed')).toEqual([])
    const pool = { name: 'Reserve', ranges: [{ from: '990000', to: '990009' }], prefixes: [] }
    const { body } = await one.requestAs('admin', '/api/pools', pool)
    const scope = `pool:${String(body['id'])}`
    await one.requestAs('admin', '/api/capacity/thresholds', {
      scope,
      leastFree: null,
      leastDays: 30,
      version: 0,
    })
    await seen(async () =>
      expect(await events('admin', 'runs-out')).toEqual([
        { kind: 'runs-out', scope, pool: 'Reserve', free: 0, until: expect.any(Number) },
      ]),
    )
  })

  test('counts together what two replicas record at once, and announces it once', async () => {
    const [, , , ...exts] = bound()
    const ask = (bff: Bff, ext: string) =>
      bff.requestAs('help-desk', '/api/service-requests', {
        kind: 'delete',
        reason: 'left',
        items: [{ ext }],
      })
    const asked = exts.slice(0, 6).map((ext, n) => ask(n % 2 === 0 ? one : two, ext))
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(asked.map(() => 200))
    const notified = (await events('admin', 'request-opened')).filter(({ what }) => what === 'delete')
    expect(notified).toMatchObject([{ by: 'help desk', count: 6 }])
  })

  test('does an action although announcing it meets a fault, and announces it later', async () => {
    const { db } = one.database
    const statements =
      engine === 'sqlite'
        ? [
            `CREATE TRIGGER untellable BEFORE INSERT ON notification BEGIN SELECT RAISE(ABORT, 'no'); END`,
            'DROP TRIGGER untellable',
          ]
        : [
            `CREATE FUNCTION untellable() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$;
             CREATE TRIGGER untellable BEFORE INSERT ON notification FOR EACH ROW EXECUTE FUNCTION untellable()`,
            'DROP TRIGGER untellable ON notification; DROP FUNCTION untellable()',
          ]
    const [begin = '', end = ''] = statements
    await sql.raw(begin).execute(db)
    const [, , , , ext = ''] = bound()
    const request = { kind: 'new-password', reason: 'lost', items: [{ ext }] }
    const answer = await one.requestAs('help-desk', '/api/service-requests', request)
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining(ext)])
    await roundAgain()
    await sql.raw(end).execute(db)
    await seen(async () =>
      expect(
        (await events('admin', 'request-opened')).filter(
          ({ what, by }) => what === 'new-password' && by === 'help desk',
        ),
      ).toMatchObject([{ ext, count: 1 }]),
    )
  })

  test('reports new administrators, removed second factors and sign-ins from a new place', async () => {
    const { body } = await one.requestAs('admin', '/api/users')
    const supervisor = listUsers.answer.parse(body).items.find(({ role }) => role === 'supervisor')
    for (const address of ['192.0.2.1', '192.0.2.1', '203.0.113.9'])
      await visitor(one, address).signIn(users.supervisor.email, users.supervisor.password)
    await seen(async () =>
      // The first address is new to the account, too: it signed in without one so far.
      expect((await events('supervisor', 'new-sign-in')).map(({ address }) => address)).toContain(
        '203.0.113.9',
      ),
    )
    expect(await events('admin', 'new-sign-in')).toEqual([])
    await one.requestAs('admin', `/api/users/${supervisor?.id}/second-factor`, {}, {}, 'DELETE')
    one.forgetCookies()
    two.forgetCookies()
    await seen(async () =>
      expect(await events('supervisor', 'second-factor-removed')).toEqual([
        { kind: 'second-factor-removed', name: users.supervisor.email, by: users.admin.email },
      ]),
    )
    const changed = await changeUser(asAdmin(one), supervisor?.id, { role: 'admin', limit: null })
    expect(changed.status).toBe(200)
    // The same role once more is no new administrator.
    expect((await changeUser(asAdmin(one), supervisor?.id, { role: 'admin' })).status).toBe(200)
    await roundAgain()
    // The administrator who did it knows.
    expect(await events('admin', 'administrator-added')).toEqual([])
    one.forgetCookies()
    two.forgetCookies()
    await seen(async () =>
      expect(await events('supervisor', 'administrator-added')).toEqual([
        { kind: 'administrator-added', name: users.supervisor.email, by: users.admin.email },
      ]),
    )
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import {
  checkServiceRequests,
  createServiceRequests,
  changeServiceRequests,
  listServiceRequests,
  maxPending,
  readRequestSummary,
  type RequestKind,
} from '#contract/service-requests.ts'
import { listReservations, reserve } from '#contract/reservations.ts'
import { readTeam } from '#contract/team.ts'
import { homeCompany } from '#sandbox/seed.ts'
import { chunks, openDatabase, type Database } from '#server/platform/database/database.ts'
import { eachStore } from '../../stores/each-store.ts'
import { openBff, type Bff } from '../bff.ts'

const ada = '9348ee74c2cefd4740db23a3b5bf4a0d'
const day = 24 * 3_600_000

eachStore(({ engine, copyStore }) => {
  let bff: Bff
  let other: Database
  /** Bound numbers; each is used once. */
  let bound: string[]
  beforeAll(async () => {
    const store = await copyStore()
    bff = await openBff({ store, timings: { numbersWriteMs: 10 } })
    other = await openDatabase(store)
    bound = Array.from({ length: 300 }, (_, n) => String(1000 + n)).filter(
      (ext) => bff.sandbox.store.extension(homeCompany.id, ext)?.bind_status === 1,
    )
  })
  afterAll(async () => {
    await other.close()
    await bff.close()
  })

  const next = () => bound.pop() ?? ''
  type Item = { ext: string; rebindTo?: { agentUuid: string; agentName?: string }; swapWith?: string }
  const post = (
    kind: RequestKind,
    items: Item[],
    {
      role = 'supervisor',
      ...body
    }: { role?: 'admin' | 'supervisor'; reason?: string; dueOn?: string; keepBack?: boolean } = {},
  ) => bff.requestAs(role, '/api/service-requests', { kind, items, reason: 'moved', ...body })
  const made = async (kind: RequestKind, ext: string, extra: { reason?: string; dueOn?: string } = {}) => {
    const [item] = createServiceRequests.answer.parse((await post(kind, [{ ext }], extra)).body).items
    if (item?.request == null) throw new Error('nothing was recorded')
    return item.request
  }
  const change = (ids: string[], state: string, note?: string, role: 'admin' | 'supervisor' = 'supervisor') =>
    bff.requestAs(role, '/api/service-requests', { ids, state, note }, {}, 'PATCH')
  const list = async (query = '') =>
    listServiceRequests.answer.parse(
      (await bff.requestAs('supervisor', `/api/service-requests${query}`)).body,
    )

  test('records a request with its user and agent, and lists it', async () => {
    const ext = next()
    await bff.requestAs('supervisor', `/api/extensions/${ext}`)
    const holder = bff.sandbox.store.extension(homeCompany.id, ext)?.agent_uuid
    const request = await made('unbind', ext, { reason: 'left the company', dueOn: '2026-12-05' })
    expect(request).toMatchObject({
      kind: 'unbind',
      ext,
      boundTo: { agentUuid: holder, agentName: expect.any(String) },
      rebindTo: null,
      reason: 'left the company',
      dueOn: '2026-12-05',
      state: 'open',
      by: { name: 'supervisor' },
      closedAt: null,
    })
    expect((await list(`?ext=${ext}`)).items).toEqual([{ ...request, others: 0 }])
    expect((await list(`?agentUuid=${holder}&state=pending`)).items).toEqual([{ ...request, others: 0 }])
    expect((await list(`?by=${request.by.id}&kind=delete&ext=${ext}`)).items).toEqual([])
  })

  test('refuses a second request of the same kind for a number, and returns the first', async () => {
    const [ext, another] = [next(), next()]
    const first = await made('delete', ext)
    const again = await post('delete', [{ ext }], { role: 'admin' })
    expect(again).toMatchObject({
      status: 409,
      body: {
        code: 'request-exists',
        existingRequest: { id: first.id, by: 'supervisor', at: first.askedAt },
      },
    })
    const both = createServiceRequests.answer.parse((await post('delete', [{ ext: another }, { ext }])).body)
    expect(both.items.map(({ code, request }) => [code, request?.id === first.id])).toEqual([
      [null, false],
      ['request-exists', true],
    ])
    expect((await made('unbind', ext)).state).toBe('open')
  })

  test('records one of ten parallel requests for a number', async () => {
    const ext = next()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        post('unbind', [{ ext }], { role: n % 2 === 0 ? 'admin' : 'supervisor' }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
    expect((await list(`?ext=${ext}`)).total).toBe(1)
  })

  test('refuses a change that the service already shows', async () => {
    const { body } = await bff.requestAs('supervisor', '/api/extensions/idle?pageSize=20')
    const [free = ''] = JSON.stringify(body).match(/(?<="ext":")\d+/g) ?? []
    expect(await post('unbind', [{ ext: free }])).toMatchObject({
      status: 409,
      body: { code: 'request-fulfilled' },
    })
    const ext = next()
    await bff.requestAs('supervisor', `/api/extensions/${ext}`)
    const agentUuid = bff.sandbox.store.extension(homeCompany.id, ext)?.agent_uuid ?? ''
    expect((await post('rebind', [{ ext, rebindTo: { agentUuid } }])).body).toMatchObject({
      code: 'request-fulfilled',
    })
  })

  test('records a swap of two numbers once, with both agents, and refuses what is no swap', async () => {
    const [ext, other, third] = [next(), next(), next()]
    for (const each of [ext, other, third]) await bff.requestAs('supervisor', `/api/extensions/${each}`)
    const holder = (each: string) => bff.sandbox.store.extension(homeCompany.id, each)?.agent_uuid
    const { body: seen } = await bff.requestAs('supervisor', '/api/extensions/idle?pageSize=20')
    const [free = ''] = JSON.stringify(seen).match(/(?<="ext":")\d+/g) ?? []
    const { status, body } = await post('swap', [{ ext, swapWith: other }])
    expect(status).toBe(200)
    const [item] = createServiceRequests.answer.parse(body).items
    expect(item?.request).toMatchObject({
      kind: 'swap',
      ext,
      swapWith: other,
      boundTo: { agentUuid: holder(ext) },
      rebindTo: { agentUuid: holder(other) },
    })
    for (const each of [ext, other])
      expect((await list(`?ext=${each}`)).items).toMatchObject([{ id: item?.request?.id, others: 0 }])
    expect((await list(`?agentUuid=${holder(other)}`)).items).toMatchObject([{ ext }])
    expect((await post('swap', [{ ext: third, swapWith: other }])).body).toMatchObject({
      code: 'request-exists',
      existingRequest: { id: item?.request?.id },
    })
    expect((await post('swap', [{ ext: third, swapWith: free }])).body).toMatchObject({
      code: 'swap-unbound',
    })
    for (const [kind, wrong, path, message] of [
      ['swap', { ext }, 'swapWith', 'name the other number'],
      ['unbind', { ext, swapWith: third }, 'swapWith', 'leave out the other number'],
      ['swap', { ext: third, swapWith: third }, 'swapWith', 'name each number once'],
    ] as const)
      expect((await post(kind, [wrong])).body).toMatchObject({
        errors: [{ path: `items.0.${path}`, message }],
      })
  })

  test('looks both numbers of a swap up when the console has not read them yet', async () => {
    const [ext, swapWith] = [next(), next()]
    const holder = bff.sandbox.store.extension(homeCompany.id, swapWith)?.agent_uuid
    expect((await post('swap', [{ ext, swapWith }])).body).toMatchObject({
      items: [{ code: null, request: { swapWith, rebindTo: { agentUuid: holder } } }],
    })
  })

  test('records the reason that the console writes for the longest name', async () => {
    const reason = `${'王'.repeat(200)} doesn't come`
    expect(await made('unbind', next(), { reason })).toMatchObject({ reason })
  })

  test('requires an agent for a rebinding only, and each number once', async () => {
    const ext = next()
    expect((await post('rebind', [{ ext }])).body).toMatchObject({
      code: 'bad-request',
      errors: [{ path: 'items.0.rebindTo', message: 'name the agent to bind the number to' }],
    })
    expect((await post('unbind', [{ ext, rebindTo: { agentUuid: ada } }])).body).toMatchObject({
      errors: [{ path: 'items.0.rebindTo', message: 'leave out the agent' }],
    })
    expect((await post('delete', [{ ext }, { ext }])).body).toMatchObject({
      errors: [{ path: 'items.1.ext' }],
    })
    expect((await post('delete', [{ ext }], { reason: ' ' })).body).toMatchObject({
      errors: [{ path: 'reason', message: 'say why' }],
    })
    expect((await bff.requestAs(null, '/api/service-requests')).status).toBe(401)
  })

  test('refuses hidden or direction-changing characters and passwords in texts', async () => {
    const ext = next()
    for (const [code, reason] of [
      ['bad-request', 'left\u202ethe company'],
      ['bad-request', 'zero\u200bwidth'],
      ['names-secret', 'new password: k8Zq2LmP'],
      ['names-secret', '密码：k8Zq2LmP'],
    ])
      expect((await post('new-password', [{ ext }], { reason })).body).toMatchObject({
        code,
        errors: [{ path: 'reason' }],
      })
    const rebindTo = { agentUuid: ada, agentName: 'Ada\u202eadA' }
    expect((await post('rebind', [{ ext, rebindTo }])).body).toMatchObject({
      errors: [{ path: 'items.0.rebindTo.agentName' }],
    })
    const { id } = await made('new-password', ext)
    for (const note of ['by\u2067 phone', 'password=k8Zq2LmP'])
      expect((await change([id], 'done', note)).body).toMatchObject({ errors: [{ path: 'note' }] })
    expect((await list(`?ext=${ext}`)).items).toMatchObject([{ state: 'open', reason: 'moved' }])
  })

  test('limits open requests per user, and makes room when one closes', async () => {
    const account = 'sandbox'
    const { rows } = await sql<{
      id: string
    }>`SELECT id FROM "user" WHERE email = 'admin@example.com'`.execute(other.db)
    const id = rows[0]?.id ?? ''
    const held = await sql<{ count: number }>`SELECT count(*) AS count FROM service_request
      WHERE closed_at IS NULL AND user_id = ${id}`.execute(other.db)
    const left = maxPending - 1 - (held.rows[0]?.count ?? 0)
    for (const some of chunks(Array.from({ length: left }, (_, n) => String(700_000 + n))))
      await other.db
        .insertInto('service_request')
        .values(
          some.map((ext) => ({
            id: `of-admin-${ext}`,
            account,
            kind: 'delete',
            ext,
            reason: 'many',
            state: 'open',
            user_id: id,
            asked_at: 1,
            checked_at: 2 ** 50,
          })),
        )
        .execute()
    // Requests are recorded in the order of their numbers.
    const [three, two, one] = [next(), next(), next()]
    const answer = createServiceRequests.answer.parse(
      (await post('delete', [{ ext: one }, { ext: two }, { ext: three }], { role: 'admin' })).body,
    )
    expect(answer.items.map(({ code }) => code)).toEqual([null, 'request-too-many', 'request-too-many'])
    expect(await post('delete', [{ ext: two }], { role: 'admin' })).toMatchObject({
      status: 409,
      body: { code: 'request-too-many' },
    })
    expect((await made('delete', three)).state).toBe('open')
    await sql`UPDATE service_request SET state = 'done', closed_at = 3 WHERE user_id = ${id} AND ext = '700000'`.execute(
      other.db,
    )
    expect((await post('delete', [{ ext: two }], { role: 'admin' })).status).toBe(200)
    await sql`DELETE FROM service_request WHERE reason = 'many'`.execute(other.db)
  })

  test('takes the agent’s name and work number from the directory, not from the user', async () => {
    const [known, ext] = [next(), next()]
    await bff.requestAs('supervisor', `/api/extensions/${known}`)
    const agentUuid = bff.sandbox.store.extension(homeCompany.id, known)?.agent_uuid ?? ''
    const agent = () => bff.requestAs('supervisor', `/api/people/${agentUuid}`)
    await vi.waitFor(async () => expect((await agent()).status).toBe(200), 60_000)
    const rows = [{ agentUuid, workNumber: '40417', department: 'Sales' }]
    expect((await bff.requestAs('admin', '/api/people/import', { rows })).status).toBe(200)
    const rebindTo = { agentUuid, agentName: 'Another person' }
    const [item] = createServiceRequests.answer.parse((await post('rebind', [{ ext, rebindTo }])).body).items
    expect(item?.request?.rebindTo).toEqual({
      agentUuid,
      agentName: (await agent()).body['name'],
      workNumber: '40417',
      department: 'Sales',
    })
    const unknown = { agentUuid: ada, agentName: 'Ada' }
    const [other] = createServiceRequests.answer.parse(
      (await post('rebind', [{ ext: next(), rebindTo: unknown }])).body,
    ).items
    expect(other?.request?.rebindTo).toEqual({ ...unknown, workNumber: null, department: null })
  })

  test('lets either role mark a request as sent, done or withdrawn, but never change a closed one', async () => {
    const [a, b] = [await made('new-password', next()), await made('delete', next())]
    const sent = changeServiceRequests.answer.parse((await change([a.id, b.id], 'sent')).body)
    expect(sent.items.map(({ code, request }) => [code, request?.state, request?.sentBy])).toEqual([
      [null, 'sent', 'supervisor'],
      [null, 'sent', 'supervisor'],
    ])
    expect((await list('?state=sent')).items.map(({ id }) => id)).toEqual(
      expect.arrayContaining([a.id, b.id]),
    )
    await change([a.id], 'done', 'by phone', 'admin')
    expect((await change([b.id], 'withdrawn')).body).toMatchObject({ errors: [{ path: 'note' }] })
    await change([b.id], 'withdrawn', 'still needed')
    const closed = await list(`?ext=${a.ext}`)
    expect(closed.items).toMatchObject([{ state: 'done', closedBy: 'admin', note: 'by phone' }])
    expect((await change([a.id], 'withdrawn', 'late')).body).toMatchObject({
      code: 'request-ended',
      status: 409,
    })
    // Repeating the same change has no effect and is not an error.
    expect((await change([a.id], 'done', 'twice')).status).toBe(200)
    expect((await list(`?ext=${a.ext}`)).items).toEqual(closed.items)
    expect((await change(['00000000-0000-4000-8000-000000000000'], 'done')).status).toBe(404)
    const { items } = listAudit.answer.parse(
      (await bff.requestAs('admin', `/api/audit?object=${b.ext}`)).body,
    )
    expect(
      items.map(({ action, values, reason, result }) => [action, { ...values, reason }, result]),
    ).toEqual([
      ['request.withdraw', { id: b.id, kind: 'delete', note: 'still needed', reason: null }, 'done'],
      ['request.send', { id: b.id, kind: 'delete', reason: null }, 'done'],
      ['request.ask', { id: b.id, kind: 'delete', reason: 'moved' }, 'done'],
    ])
  })

  test('closes a request once the sandbox’s desk has made the change, and accepts a new one', async () => {
    const [freed, gone, moved] = [next(), next(), next()]
    const agent = bff.sandbox.store.agentWithoutExtension(homeCompany.id)?.uuid ?? ''
    await bff.requestAs('supervisor', `/api/extensions/${freed}`)
    const left = await post('unbind', [{ ext: freed }], { keepBack: true })
    expect(createServiceRequests.answer.parse(left.body).items).toMatchObject([{ code: null, keptDays: 30 }])
    // The supervisor has reserved no number for the agent who leaves.
    const team = readTeam.answer.parse((await bff.requestAs('supervisor', '/api/team')).body)
    expect(team.members).toEqual([])
    const reservationOfFreed = async () => {
      const { body } = await bff.requestAs('supervisor', `/api/reservations?ext=${freed}`)
      const [reservation] = listReservations.answer.parse(body).items
      if (reservation === undefined) throw new Error('the number is not kept back')
      return reservation
    }
    const { id } = await reservationOfFreed()
    const changeTo = (change: object) =>
      bff.requestAs('supervisor', `/api/reservations/${id}`, change, {}, 'PATCH')
    // Its days start when the agent has left it, so it has no end to change and no next agent before.
    for (const tooEarly of [{ agentUuid: agent }, { until: Date.now() + day }])
      expect((await changeTo(tooEarly)).body).toMatchObject({ code: 'extension-bound' })
    expect((await post('delete', [{ ext: gone }], { keepBack: true })).status).toBe(400)
    await made('delete', gone)
    await post('rebind', [{ ext: moved, rebindTo: { agentUuid: agent } }])
    expect([
      await bff.atDesk({ ext: freed, action: 'unbind' }),
      await bff.atDesk({ ext: gone, action: 'delete' }),
      await bff.atDesk({ ext: moved, agent }),
    ]).toEqual([303, 303, 303])
    for (const ext of [freed, gone, moved]) {
      await bff.requestAs('admin', `/api/extensions/${ext}`)
      await vi.waitFor(
        async () =>
          expect((await list(`?ext=${ext}`)).items).toMatchObject([{ state: 'done', closedBy: null }]),
        60_000,
      )
    }
    const heir = bff.sandbox.store.agentWithoutExtension(homeCompany.id)?.uuid ?? ''
    // The number that the agent left is free at the service, and reserved here.
    const taken = await bff.requestAs(
      'admin',
      '/api/reservations',
      { items: [{ ext: freed, agentUuid: heir }] },
      { 'idempotency-key': 'a-number-kept-back' },
    )
    expect(reserve.answer.parse(taken.body).items).toMatchObject([
      { code: 'reservation-held', reservation: { agentUuid: null, keptBack: { days: 30 } } },
    ])
    // As the look-up a minute later records it.
    await sql`UPDATE reservation SET holder = NULL WHERE ext = ${freed}`.execute(other.db)
    const given = await changeTo({ agentUuid: heir })
    expect(given.body).toMatchObject({ ext: freed, state: 'reserved', agentUuid: heir, holder: null })
    expect(given.body).not.toHaveProperty('keptBack')
    expect(await bff.atDesk({ ext: freed, agent: heir })).toBe(303)
    await bff.requestAs('admin', `/api/extensions/${freed}`)
    await vi.waitFor(async () => expect(await reservationOfFreed()).toMatchObject({ state: 'bound' }), 60_000)
    expect((await made('unbind', freed)).state).toBe('open')
  })

  test('keeps a number back for a newer request when the earlier one is withdrawn again', async () => {
    const ext = next()
    await bff.requestAs('supervisor', `/api/extensions/${ext}`)
    const ask = async () =>
      createServiceRequests.answer.parse((await post('unbind', [{ ext }], { keepBack: true })).body).items[0]
    const keptBack = async () => {
      const { body } = await bff.requestAs('supervisor', `/api/reservations?ext=${ext}`)
      return listReservations.answer.parse(body).items.map(({ state }) => state)
    }
    const id = (await ask())?.request?.id ?? ''
    await change([id], 'withdrawn', 'stays')
    expect(await keptBack()).toEqual(['released'])
    expect(await ask()).toMatchObject({ code: null, keptDays: 30 })
    expect((await change([id], 'withdrawn', 'stays')).status).toBe(200)
    expect((await keptBack()).toSorted()).toEqual(['released', 'reserved'])
  })

  test('assigns open requests to a person who may work on them, or back to the administrators', async () => {
    const [a, b] = [await made('new-password', next()), await made('delete', next())]
    const { assignees } = await list()
    expect(assignees.map(({ name }) => name)).toEqual(['admin', 'help desk', 'supervisor'])
    const [admin, , supervisor] = assignees
    const assign = (ids: string[], userId: string | null | undefined) =>
      bff.requestAs('supervisor', '/api/service-requests/assignee', { ids, userId }, {}, 'PUT')
    const { items } = changeServiceRequests.answer.parse((await assign([a.id, b.id], admin?.id)).body)
    expect(items.map(({ code, request }) => [code, request?.state, request?.assignee])).toEqual([
      [null, 'open', admin],
      [null, 'open', admin],
    ])
    await assign([a.id], null)
    await assign([b.id], supervisor?.id)
    expect((await list(`?ext=${a.ext}`)).items).toEqual([{ ...a, others: 0 }])
    expect((await list(`?assignee=${supervisor?.id}`)).items.map(({ id }) => id)).toEqual([b.id])
    await change([b.id], 'done')
    expect((await assign([b.id], admin?.id)).body).toMatchObject({ code: 'request-ended', status: 409 })
    expect((await list(`?ext=${b.ext}`)).items).toMatchObject([{ state: 'done', assignee: supervisor }])
    expect((await assign([a.id], 'a-stranger')).body).toMatchObject({ errors: [{ path: 'userId' }] })
    const audit = listAudit.answer.parse(
      (await bff.requestAs('admin', `/api/audit?action=request.assign&object=${b.ext}`)).body,
    )
    expect(audit.items.map(({ values, result }) => [values, result])).toEqual([
      [{ kind: 'delete', assignee: 'admin' }, 'request-ended'],
      [{ kind: 'delete', assignee: 'supervisor' }, 'done'],
      [{ kind: 'delete', assignee: 'admin' }, 'done'],
    ])
  })

  test('looks numbers up at once on request, and closes what the service shows', async () => {
    const [gone, still, hidden] = [
      await made('delete', next()),
      await made('delete', next()),
      await made('new-password', next()),
    ]
    await bff.atDesk({ ext: gone.ext, action: 'delete' })
    const check = (ids: string[]) => bff.requestAs('supervisor', '/api/service-requests/check', { ids })
    const { items } = checkServiceRequests.answer.parse((await check([gone.id, still.id, hidden.id])).body)
    expect(Object.fromEntries(items.map(({ id, state, closedBy }) => [id, [state, closedBy]]))).toEqual({
      [gone.id]: ['done', null],
      [still.id]: ['open', null],
      [hidden.id]: ['open', null],
    })
    expect((await check(Array.from({ length: 21 }, () => gone.id))).status).toBe(400)
  })

  test('lists open requests past their due date as overdue, and sorts by due date with none last and by state', async () => {
    const reason = `due ${engine}`
    const { today } = await list()
    expect(today).toBe(new Intl.DateTimeFormat('sv-SE').format(Date.now()))
    const inDays = (days: number) => new Date(Date.parse(today) + days * day).toISOString().slice(0, 10)
    const [late, later, never] = [
      await made('delete', next(), { reason, dueOn: inDays(-1) }),
      await made('delete', next(), { reason, dueOn: today }),
      await made('delete', next(), { reason }),
    ]
    const own = (rows: readonly { id: string }[]) =>
      rows.flatMap(({ id }) => ([late.id, later.id, never.id].includes(id) ? [id] : []))
    expect(own((await list('?overdue=1&pageSize=1000')).items)).toEqual([late.id])
    expect(own((await list('?sort=due&order=asc&pageSize=1000')).items)).toEqual([
      late.id,
      later.id,
      never.id,
    ])
    // Among open requests, the soonest due date comes first, also in the order by state.
    expect(own((await list('?sort=state&order=asc&pageSize=1000')).items)).toEqual([
      late.id,
      later.id,
      never.id,
    ])
    await change([late.id], 'done')
    expect(own((await list('?overdue=1&pageSize=1000')).items)).toEqual([])
    expect(own((await list('?sort=state&order=asc&pageSize=1000')).items).indexOf(late.id)).toBe(2)
    expect(own((await list('?sort=state&order=desc&pageSize=1000')).items).indexOf(late.id)).toBe(0)
  })

  test('counts what is open, late and assigned to the caller, and names the administrators', async () => {
    const summaryOf = async (role: 'admin' | 'supervisor') =>
      readRequestSummary.answer.parse((await bff.requestAs(role, '/api/service-requests/summary')).body)
    const before = await summaryOf('supervisor')
    expect(before.administrators.map(({ name }) => name)).toEqual(['admin'])
    const [late, sent] = [await made('delete', next(), { dueOn: '2020-02-29' }), await made('delete', next())]
    await change([sent.id], 'sent')
    const ids = [late.id]
    const userId = late.by.id
    await bff.requestAs('admin', '/api/service-requests/assignee', { ids, userId }, {}, 'PUT')
    const { pending, overdue, assigned } = before
    const more = { pending: pending + 2, overdue: overdue + 1 }
    expect(await summaryOf('supervisor')).toMatchObject({ ...more, assigned: assigned + 1 })
    expect(await summaryOf('admin')).toMatchObject(more)
    await change([late.id, sent.id], 'done')
    expect(await summaryOf('supervisor')).toEqual(before)
  })

  test('shows with each pending request how many others there are for its number', async () => {
    const ext = next()
    const [unbinding] = [await made('unbind', ext), await made('delete', ext)]
    const others = async () => (await list(`?ext=${ext}`)).items.map((item) => item.others)
    expect(await others()).toEqual([1, 1])
    await change([unbinding.id], 'done')
    expect(await others()).toEqual([0, 0])
  })

  test('exports exactly the filtered requests, and escapes formulas', async () => {
    const ext = next()
    await made('delete', ext, { reason: '=HYPERLINK("x")' })
    const file = await bff.requestAs('supervisor', `/api/service-requests/export.csv?ext=${ext}`)
    const lines = file.text.trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatch(new RegExp(`^delete,${ext},.*"'=HYPERLINK\\(""x""\\)",,open,supervisor,`))
    const { items } = listAudit.answer.parse(
      (await bff.requestAs('admin', '/api/audit?action=request.export')).body,
    )
    expect(items).toMatchObject([{ phase: 'outcome', begunAt: expect.any(Number) }])
  })
})

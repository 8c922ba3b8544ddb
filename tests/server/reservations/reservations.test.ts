import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  listReservations,
  openReservations,
  reservationSorts,
  reservationStates,
  reserve,
  type PairOutcome,
  type Reservation,
} from '#contract/reservations.ts'
import { listAudit } from '#contract/audit.ts'
import { createServiceRequests, listServiceRequests } from '#contract/service-requests.ts'
import { homeCompany } from '#sandbox/seed.ts'
import { eachStore } from '../../stores/each-store.ts'
import { openBff, type Bff } from '../bff.ts'

// Whom the sandbox does not know, so that no record of the service names her.
const ada = 'ada0ada0ada0ada0ada0ada0ada0ada0'
const bob = '11111111111111111111111111111111'
const rounds = 20

let keys = 0
const newKey = () => `key-for-a-reservation-${++keys}`

eachStore(({ engine, copyStore }) => {
  let one: Bff
  /** Another replica on PostgreSQL; the same process on SQLite. */
  let two: Bff
  /** Free numbers; each is used once. */
  let free: string[]
  beforeAll(async () => {
    const store = await copyStore()
    one = await openBff({ store })
    two = engine === 'postgres' ? await openBff({ store, serviceUrl: one.serviceUrl }) : one
    const { body } = await one.requestAs('supervisor', '/api/extensions/idle?pageSize=1000')
    free = JSON.stringify(body).match(/(?<="ext":")\d+/g) ?? []
  })
  afterAll(async () => {
    if (two !== one) await two.close()
    await one.close()
  })

  const next = () => free.pop() ?? ''
  const post = (
    bff: Bff,
    role: 'admin' | 'supervisor',
    items: { ext: string; agentUuid: string; agentName?: string }[],
    { key = newKey(), until }: { key?: string; until?: number } = {},
  ) => bff.requestAs(role, '/api/reservations', { items, until }, { 'idempotency-key': key })
  const first = (body: unknown): PairOutcome => {
    const [item] = reserve.answer.parse(body).items
    if (item === undefined) throw new Error('no outcome')
    return item
  }
  const list = async (query = '') =>
    listReservations.answer.parse((await one.requestAs('supervisor', `/api/reservations${query}`)).body)
  const open = async () =>
    openReservations.answer.parse((await two.requestAs('supervisor', '/api/reservations/open')).body).items
  const release = (role: 'admin' | 'supervisor', id: string, reason: string | null = 'she left') =>
    one.requestAs(role, `/api/reservations/${id}`, reason === null ? {} : { reason }, {}, 'DELETE')
  const change = (role: 'admin' | 'supervisor', id: string | undefined, body: object) =>
    one.requestAs(role, `/api/reservations/${id}`, body, {}, 'PATCH')

  test('refuses direction-changing characters and passwords in texts', async () => {
    const ext = next()
    const named = { ext, agentUuid: ada, agentName: 'Ada\u202eadA' }
    expect((await post(one, 'supervisor', [named])).body).toMatchObject({
      errors: [{ path: 'items.0.agentName' }],
    })
    const { reservation } = first((await post(one, 'supervisor', [{ ext, agentUuid: ada }])).body)
    for (const reason of ['she\u2067 left', 'password: k8Zq2LmP'])
      expect((await release('supervisor', reservation?.id ?? '', reason)).body).toMatchObject({
        errors: [{ path: 'reason' }],
      })
    expect((await list(`?ext=${ext}`)).items).toMatchObject([{ state: 'reserved' }])
  })

  test('withdraws the request to bind a number that is released or moved, and says which other request is open', async () => {
    const ext = next()
    const bind = (agentUuid: string, kind = 'rebind') =>
      one.requestAs('supervisor', '/api/service-requests', {
        kind,
        reason: 'new team',
        items: [{ ext, ...(kind === 'rebind' ? { rebindTo: { agentUuid, agentName: 'Named' } } : {}) }],
      })
    const requests = async () =>
      listServiceRequests.answer
        .parse((await two.requestAs('supervisor', `/api/service-requests?ext=${ext}`)).body)
        .items.map(({ kind, state }) => `${kind} ${state}`)
        .toSorted()
    const reserveFor = async (agentUuid: string) =>
      first((await post(one, 'supervisor', [{ ext, agentUuid }])).body)
    const made = await reserveFor(ada)
    expect(made).toMatchObject({ code: null, request: null })
    await bind(ada)
    expect((await release('supervisor', made.reservation?.id ?? '', null)).status).toBe(200)
    expect(await requests()).toEqual(['rebind withdrawn'])
    const trail = listAudit.answer.parse(
      (await one.requestAs('admin', `/api/audit?object=${ext}`)).body,
    ).items
    expect(trail[0]).toMatchObject({ action: 'request.withdraw', values: { kind: 'rebind' }, result: 'done' })

    // A request that is not of this reservation stays, and is named to who reserves the number.
    await bind(ada)
    const { request, reservation } = await reserveFor(bob)
    expect(request).toMatchObject({
      kind: 'rebind',
      agent: 'Named',
      by: 'supervisor',
      askedAt: expect.any(Number),
    })
    await change('supervisor', reservation?.id, { agentUuid: 'agent-0000-0077' })
    expect(await requests()).toEqual(['rebind open', 'rebind withdrawn'])
    await change('supervisor', reservation?.id, { agentUuid: ada })
    await change('supervisor', reservation?.id, { agentUuid: bob })
    expect(await requests()).toEqual(['rebind withdrawn', 'rebind withdrawn'])
  })

  test('names an open swap to who reserves either of its numbers, with the agent whom it gives the number', async () => {
    const { store } = one.sandbox
    const [ext = '', swapWith = ''] = Array.from({ length: 200 }, (_, n) => String(1100 + n)).filter(
      (each) => store.extension(homeCompany.id, each)?.bind_status === 1,
    )
    for (const each of [ext, swapWith]) await one.requestAs('supervisor', `/api/extensions/${each}`)
    const answer = await one.requestAs('supervisor', '/api/service-requests', {
      kind: 'swap',
      reason: 'new team',
      items: [{ ext, swapWith }],
    })
    const [swap] = createServiceRequests.answer.parse(answer.body).items
    for (const each of [ext, swapWith]) {
      store.desk.unbind(homeCompany.id, each)
      store.desk.use(homeCompany.id, each, null)
    }
    for (const [each, agent] of [
      [ext, swap?.request?.rebindTo?.agentName],
      [swapWith, swap?.request?.boundTo?.agentName],
    ] as const)
      expect(first((await post(one, 'supervisor', [{ ext: each, agentUuid: ada }])).body)).toMatchObject({
        code: null,
        request: { kind: 'swap', by: 'supervisor', agent },
      })
  })

  test('shows what the directory knows of an agent given only by UUID', async () => {
    const agentUuid = 'agent-0000-0042'
    await one.requestAs('admin', '/api/people/import', {
      rows: [{ agentUuid, name: 'Grace', workNumber: '66042', department: 'Sales' }],
    })
    const ext = next()
    const known = { agentUuid, agentName: 'Grace', workNumber: '66042', department: 'Sales' }
    expect(first((await post(one, 'supervisor', [{ ext, agentUuid }])).body).reservation).toMatchObject(known)
    expect((await list(`?ext=${ext}`)).items).toMatchObject([known])
    expect((await open()).find((each) => each.ext === ext)).toMatchObject(known)
  })

  test('reserves a free number after one read, and shows it to all users', async () => {
    const ext = next()
    const reads = one.sandbox.calls('extension_detail')
    const item = first((await post(one, 'supervisor', [{ ext, agentUuid: ada, agentName: 'Ada' }])).body)
    expect(one.sandbox.calls('extension_detail') - reads).toBe(1)
    expect(item).toMatchObject({
      ext,
      code: null,
      reservation: { ext, agentUuid: ada, agentName: 'Ada', state: 'reserved', by: { name: 'supervisor' } },
    })
    const made = item.reservation
    expect((made?.expiresAt ?? 0) - (made?.reservedAt ?? 0)).toBe(24 * 3_600_000)
    expect(made?.domain).toMatch(/\./)
    expect((await open()).map((each) => each.ext)).toContain(ext)
    expect((await list(`?ext=${ext}`)).items).toEqual([made])
  })

  test('reports who reserved a number and for whom', async () => {
    const ext = next()
    await post(one, 'supervisor', [{ ext, agentUuid: ada, agentName: 'Ada' }])
    expect(first((await post(two, 'admin', [{ ext, agentUuid: bob }])).body)).toMatchObject({
      code: 'reservation-held',
      reservation: { agentName: 'Ada', by: { name: 'supervisor' }, state: 'reserved' },
    })
  })

  test(`reserves a number for exactly one of two sessions in ${rounds} rounds`, async () => {
    for (let round = 0; round < rounds; round++) {
      const ext = next()
      const answers = await Promise.all([
        post(one, 'supervisor', [{ ext, agentUuid: ada }]),
        post(two, 'admin', [{ ext, agentUuid: bob }]),
      ])
      const codes = answers.map(({ body }) => first(body).code)
      expect([round, new Set(codes)]).toEqual([round, new Set([null, 'reservation-held'])])
      const winners = answers.map(({ body }) => first(body).reservation?.id)
      expect(new Set(winners).size).toBe(1)
    }
  })

  test('reserves each number once for two requests in opposite order, without a deadlock', async () => {
    const numbers = Array.from({ length: 8 }, next)
    const asked = (agentUuid: string, exts: string[]) => exts.map((ext) => ({ ext, agentUuid }))
    const answers = await Promise.all([
      post(one, 'supervisor', asked(ada, numbers)),
      post(two, 'admin', asked(bob, numbers.toReversed())),
    ])
    const won = answers.flatMap(({ body }) =>
      reserve.answer.parse(body).items.flatMap(({ ext, code }) => (code === null ? [ext] : [])),
    )
    expect(won.toSorted()).toEqual(numbers.toSorted())
  })

  test('reserves once for a repeated key, and refuses the key with another body', async () => {
    const ext = next()
    const key = newKey()
    const items = [{ ext, agentUuid: ada }]
    const answers = await Promise.all(
      [one, two, one, two].map((bff) => post(bff, 'supervisor', items, { key })),
    )
    expect(answers.map(({ body }) => first(body).code)).toEqual([null, null, null, null])
    expect((await list(`?ext=${ext}`)).total).toBe(1)
    expect((await post(one, 'supervisor', [{ ext, agentUuid: bob }], { key })).body).toMatchObject({
      code: 'key-reused',
    })
    expect((await one.requestAs('supervisor', '/api/reservations', { items })).status).toBe(400)
  })

  test('refuses bound and unknown numbers, and still reserves the rest', async () => {
    const ext = next()
    const { items } = reserve.answer.parse(
      (
        await post(one, 'supervisor', [
          { ext: '1000', agentUuid: ada },
          { ext: '4999', agentUuid: ada },
          { ext, agentUuid: bob },
        ])
      ).body,
    )
    expect(items.map(({ code }) => code)).toEqual(['extension-bound', 'extension-not-found', null])
    expect(items[0]?.holder).toMatchObject({ agentUuid: expect.stringMatching(/^[0-9a-f]{32}$/) })
  })

  test('refuses the same number twice in one request, and names the row', async () => {
    const ext = next()
    expect(
      (
        await post(one, 'admin', [
          { ext, agentUuid: ada },
          { ext, agentUuid: bob },
        ])
      ).body,
    ).toMatchObject({ code: 'bad-request', errors: [{ path: 'items.1.ext' }] })
  })

  test('lets supervisors release their own and administrators any reservation, once', async () => {
    const [a, b] = [next(), next()]
    const byAdmin = first((await post(one, 'admin', [{ ext: a, agentUuid: ada }])).body).reservation
    const bySupervisor = first((await post(one, 'supervisor', [{ ext: b, agentUuid: ada }])).body).reservation
    expect((await release('supervisor', byAdmin?.id ?? '')).body).toMatchObject({
      code: 'reservation-of-another',
      status: 403,
    })
    expect((await release('admin', bySupervisor?.id ?? '', null)).body).toMatchObject({
      errors: [{ path: 'reason' }],
    })
    expect((await release('admin', bySupervisor?.id ?? '', 'she left')).body).toMatchObject({
      state: 'released',
      endedBy: 'admin',
      reason: 'she left',
    })
    expect((await release('supervisor', bySupervisor?.id ?? '')).body).toMatchObject({
      code: 'reservation-ended',
    })
    expect(first((await post(two, 'admin', [{ ext: b, agentUuid: bob }])).body).code).toBeNull()
    expect((await release('admin', '00000000-0000-4000-8000-000000000000')).status).toBe(404)
    expect((await release('admin', byAdmin?.id ?? '', ' ')).status).toBe(400)
    expect((await release('admin', byAdmin?.id ?? '', null)).body).toMatchObject({
      state: 'released',
      reason: null,
    })
  })

  test('reserves until the given time, extends and moves a reservation once, and audits both and what is refused', async () => {
    const ext = next()
    const until = Date.now() + 60 * 3_600_000
    for (const wrong of [Date.now() - 1_000, Date.now() + 63 * 24 * 3_600_000])
      expect((await post(one, 'supervisor', [{ ext, agentUuid: ada }], { until: wrong })).body).toMatchObject(
        {
          errors: [{ path: 'until' }],
        },
      )
    const made = first((await post(one, 'supervisor', [{ ext, agentUuid: ada }], { until })).body).reservation
    expect(made).toMatchObject({ expiresAt: until })
    const byAdmin = first((await post(one, 'admin', [{ ext: next(), agentUuid: ada }])).body).reservation
    expect((await change('supervisor', byAdmin?.id, { until })).body).toMatchObject({
      code: 'reservation-of-another',
    })
    const later = until + 24 * 3_600_000
    for (const _again of [1, 2])
      expect((await change('supervisor', made?.id, { until: later })).body).toMatchObject({
        id: made?.id,
        expiresAt: later,
        agentUuid: ada,
      })
    const moved = { expiresAt: later, agentUuid: bob, agentName: 'Bob', by: { name: 'supervisor' } }
    for (const _again of [1, 2])
      expect((await change('admin', made?.id, { agentUuid: bob, agentName: 'Bob' })).body).toMatchObject(
        moved,
      )
    expect((await open()).find((each) => each.ext === ext)).toMatchObject(moved)
    const colleagueId = '00000000-0000-4000-8000-000000000000'
    expect((await change('supervisor', made?.id, { colleagueId })).body).toMatchObject({
      code: 'agent-not-found',
    })
    expect((await change('supervisor', made?.id, {})).status).toBe(400)
    expect((await change('supervisor', made?.id, { until: Date.now() - 60_000 })).body).toMatchObject({
      errors: [{ path: 'until' }],
    })
    await release('supervisor', made?.id ?? '', null)
    expect((await change('supervisor', made?.id, { until })).body).toMatchObject({
      code: 'reservation-ended',
    })
    expect((await change('supervisor', colleagueId, { until })).status).toBe(404)
    const { items } = listAudit.answer.parse((await one.requestAs('admin', `/api/audit?object=${ext}`)).body)
    expect(items.map(({ action, result, values }) => [action, result, values]).slice(0, 6)).toEqual([
      ['reservation.extend', 'reservation-ended', {}],
      ['reservation.release', 'done', { id: made?.id, agent: bob, until: later }],
      ['reservation.extend', 'bad-request', {}],
      ['reservation.move', 'agent-not-found', { agent: colleagueId }],
      ['reservation.move', 'done', { id: made?.id, agent: { before: ada, after: bob }, until: later }],
      ['reservation.extend', 'done', { id: made?.id, agent: ada, until: later }],
    ])
  })

  test('filters by agent, state and user, and exports the same rows with formulas escaped', async () => {
    const ext = next()
    await post(one, 'admin', [{ ext, agentUuid: 'agent-of-the-file', agentName: '=HYPERLINK("x")' }])
    const { items, people } = await list('?agentUuid=agent-of-the-file&state=reserved')
    expect(items.map((item) => item.ext)).toEqual([ext])
    expect(people.map(({ name }) => name)).toEqual(['admin', 'supervisor'])
    const admin = people.find(({ name }) => name === 'admin')?.id ?? ''
    const own = await list(`?by=${admin}&pageSize=1000`)
    expect(new Set(own.items.map(({ by }) => by.name))).toEqual(new Set(['admin']))
    const file = await one.requestAs('supervisor', `/api/reservations/export.csv?agentUuid=agent-of-the-file`)
    const lines = file.text.trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(`${ext},agent-of-the-file,"'=HYPERLINK(""x"")"`)
  })

  test.each(reservationSorts)('sorts by %s in both orders, each row on one page', async (sort) => {
    const agentUuid = `agent-sorted-by-${sort}`
    const ids: string[] = []
    for (const hours of [30, 10, 20]) {
      const until = Date.now() + hours * 3_600_000
      const made = first((await post(one, 'supervisor', [{ ext: next(), agentUuid }], { until })).body)
      ids.push(made.reservation?.id ?? '')
    }
    await release('supervisor', ids[0] ?? '')
    const valueOf = (row: Reservation) =>
      ({
        reserved: String(row.reservedAt),
        until: String(row.endedAt ?? row.expiresAt),
        ext: row.ext,
        state: String(reservationStates.indexOf(row.state)),
      })[sort]
    for (const order of ['asc', 'desc']) {
      const rows: Reservation[] = []
      for (const page of [1, 2, 3]) {
        const query = `?agentUuid=${agentUuid}&sort=${sort}&order=${order}&pageSize=1&page=${page}`
        rows.push(...(await list(query)).items)
      }
      expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(ids))
      const values = rows.map(valueOf)
      expect(values).toEqual(order === 'asc' ? values.toSorted() : values.toSorted().toReversed())
    }
  })

  test('audits each reservation and release with its outcome', async () => {
    const ext = next()
    const made = first((await post(one, 'supervisor', [{ ext, agentUuid: ada }])).body).reservation
    await release('supervisor', made?.id ?? '', 'wrong number')
    const { items } = listAudit.answer.parse((await one.requestAs('admin', `/api/audit?object=${ext}`)).body)
    expect(items).toMatchObject([
      { action: 'reservation.release', begunAt: null, result: 'done', reason: 'wrong number' },
      { action: 'reservation.reserve', begunAt: expect.any(Number), result: 'done', values: { agent: ada } },
    ])
  })
})

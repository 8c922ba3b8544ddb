import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { limitable, type Role } from '#contract/access.ts'
import { listPeople } from '#contract/people.ts'
import { createApiToken } from '#contract/api-tokens.ts'
import { listAudit } from '#contract/audit.ts'
import { listNumbers } from '#contract/numbers.ts'
import { addPool } from '#contract/pools.ts'
import { reserve } from '#contract/reservations.ts'
import { createServiceRequests } from '#contract/service-requests.ts'
import { listUsers, type UserLimit } from '#contract/users.ts'
import { type StoreLocation } from '#server/platform/database/database.ts'
import { person } from '#sandbox/people.ts'
import { homeCompany } from '#sandbox/seed.ts'
import { copyPreparedStore } from '../stores/each-store.ts'
import { openBff, type Bff } from './bff.ts'
import { asAdmin, changeUser } from './change-user.ts'
import { endpoints } from './endpoints.ts'

const personOf = (n: number) => person(homeCompany.id, n)
/** The sandbox binds 1000 to 1003 to the first four people, and 1010 to 1013 to the next four. */
const [anna, , ben, , carl, dora] = [0, 1, 2, 3, 4, 5].map(personOf)
/** Without a number and a department. */
const stranger = personOf(40)
/** Also what the service's record says, which a read of it brings. */
const alpha = personOf(4).depart
const near: UserLimit = { departments: [alpha], pools: [] }
/** Names the limit. */
const refused = { code: 'limited', limit: { departments: [alpha], pools: ['Near'] } }
const lena = { email: 'lena@example.com', password: 'a password for Lena' }

describe.each(['sqlite', 'postgres'] as const)('a limited supervisor on %s', (engine) => {
  const cleanUps: (() => unknown)[] = []
  let bff: Bff
  /** A second replica on PostgreSQL; the same process on SQLite. */
  let other: Bff
  let store: StoreLocation
  let cookie = ''
  let id = ''
  let far = ''

  const signIn = async () => {
    const { headers } = await bff.requestAs(null, '/api/auth/sign-in/email', lena)
    cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
  }
  const get = (path: string, on = bff) => on.send(path, { headers: { ...bff.pageHeaders, cookie } })
  const send = (method: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
    bff.requestAs(null, path, body, { cookie, ...headers }, method)
  const change = (body: object) => changeUser(asAdmin(bff), id, body)
  const rebind = async (ext: string, to: typeof carl) =>
    expect(await bff.atDesk({ ext, agent: to?.agentID ?? '' })).toBe(303)
  const key = () => ({ 'idempotency-key': crypto.randomUUID() })
  const lastEntry = async (action: string) =>
    listAudit.answer.parse((await bff.requestAs('admin', `/api/audit?action=${action}&pageSize=1`)).body)
      .items[0]
  const limitTo = async (limit: UserLimit | null) => {
    expect((await change({ limit })).status).toBe(200)
    await signIn()
  }

  beforeAll(async () => {
    store = await copyPreparedStore(engine, cleanUps)
    bff = await openBff({ store, sandbox: { extensions: 60 }, timings: { numbersWriteMs: 20 } })
    cleanUps.push(() => bff.close())
    other = engine === 'sqlite' ? bff : await openBff({ store, serviceUrl: bff.serviceUrl })
    if (other !== bff) cleanUps.push(() => other.close())
    // Without background reads, the roster's departments stay.
    await bff.requestAs('admin', '/api/settings', { backgroundRate: 0 }, {}, 'PATCH')
    for (const start of [1000, 1010])
      await bff.requestAs(
        'admin',
        `/api/numbers/fresh?numbers=${Array.from({ length: 14 }, (_, n) => start + n).join(',')}`,
      )
    await bff.requestAs('admin', '/api/extensions/idle?pageSize=100')
    const departments = [alpha, alpha, 'Beta', 'Beta', alpha, 'Beta', 'Beta', 'Beta']
    const rows = departments.map((department, n) => ({
      agentUuid: personOf(n).uuid,
      name: personOf(n).agentName,
      department,
    }))
    await bff.requestAs('admin', '/api/people/import', { rows })
    const poolOf = async (name: string, from: string, to: string) => {
      const { body } = await bff.requestAs('admin', '/api/pools', { name, ranges: [{ from, to }] })
      return addPool.answer.parse(body).id
    }
    near.pools = [await poolOf('Near', '1000', '1009')]
    far = await poolOf('Far', '1010', '1019')
    await bff.console.auth.users.create({ ...lena, name: 'Lena', role: 'supervisor' })
    const { items } = listUsers.answer.parse((await bff.requestAs('admin', '/api/users')).body)
    id = items.find(({ email }) => email === lena.email)?.id ?? ''
    await limitTo(near)
  })
  afterAll(async () => {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp()
  })

  test('is limited at the next request on every replica, with every token, and audited', async () => {
    await limitTo(null)
    const grant = { name: 'Rota', scopes: ['extension.read', 'label.write'], days: 30 }
    const { token } = createApiToken.answer.parse((await send('POST', '/api/account/api-tokens', grant)).body)
    expect((await get('/api/jobs', other)).status).toBe(200)
    const label = async (ext: string) =>
      (
        await other.send(`/api/labels/extension/${ext}`, {
          method: 'PATCH',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: '{"add":["VIP"]}',
        })
      ).body
    expect(await label('1011')).toMatchObject({ labels: ['VIP'] })
    expect((await change({ limit: near })).status).toBe(200)
    // Like each change of access, a limit ends the sessions.
    expect((await get('/api/jobs', other)).status).toBe(401)
    expect(await label('1011')).toMatchObject({
      code: 'limited',
      limit: { departments: [alpha], pools: ['Near'] },
    })
    expect(await label('1000')).toMatchObject({ labels: ['VIP'] })
    await signIn()
    expect((await get('/api/session', other)).body).toMatchObject({
      role: 'supervisor',
      limit: { departments: [alpha], pools: [{ name: 'Near' }] },
    })
    const { items } = listAudit.answer.parse(
      (await bff.requestAs('admin', '/api/audit?action=user.limit&pageSize=1')).body,
    )
    expect(items[0]).toMatchObject({
      object: lena.email,
      result: 'done',
      values: { departments: { before: null, after: [alpha] }, pools: { before: null, after: ['Near'] } },
    })
  })

  test('has a role that does not administer: the limit and such a role refuse each other', async () => {
    expect((await change({ role: 'admin' })).body).toMatchObject({ code: 'role-unlimited' })
    expect((await change({ role: 'auditor' })).body).toMatchObject({ code: 'role-unlimited' })
    expect((await change({ role: 'admin', limit: null })).body).toMatchObject({ role: 'admin', limit: null })
    expect((await change({ limit: near })).body).toMatchObject({ code: 'role-unlimited' })
    expect((await change({ role: 'supervisor', limit: near })).body).toMatchObject({ limit: near })
    const noPool = { ...near, pools: [crypto.randomUUID()] }
    expect((await change({ limit: noPool })).body).toMatchObject({ code: 'bad-request' })
    await signIn()
  })

  test('is invited with a role and a limit in one step', async () => {
    const invite = (email: string, role: Role) =>
      bff.requestAs('admin', '/api/users', { email, name: 'Ida', role, limit: near })
    expect((await invite('ida@example.com', 'admin')).body).toMatchObject({ code: 'role-unlimited' })
    expect((await invite('ida@example.com', 'help-desk')).body).toMatchObject({
      user: { role: 'help-desk', limit: near },
    })
    const entry = await lastEntry('user.invite')
    expect([entry?.object, entry?.result]).toEqual(['ida@example.com', 'done'])
    expect(entry?.values).toMatchObject({ role: 'help-desk', pools: { before: null, after: ['Near'] } })
  })

  test('keeps the limit when single sign-on gives the user a role that administers', async () => {
    const { auth } = bff.console
    const claimed = { issuer: 'https://login.example.com', subject: 'erik', name: 'Erik', shownAs: 'erik' }
    const visit = async (role: Role) => {
      const user = await auth.users.ofPerson({ ...claimed, role })
      if (user === null) throw new Error('a person with a role is a user')
      const begun = await auth.sessions.begin(
        user,
        { address: '192.0.2.7', userAgent: '' },
        { provedAt: Date.now(), secondFactor: false },
      )
      const read = async (path: string) =>
        (await bff.send(path, { headers: { ...bff.pageHeaders, cookie: begun?.cookie.split(';')[0] ?? '' } }))
          .body
      return { id: user.id, read }
    }
    const { id: erik } = await visit('supervisor')
    await changeUser(asAdmin(bff), erik, { limit: near })
    const { read } = await visit('admin')
    expect(await read('/api/session')).toMatchObject({
      role: 'admin',
      limit: { departments: [alpha] },
      permissions: ['extension.read', 'extension.reserve', 'request.manage', 'label.write', 'secret.reveal'],
    })
    expect(await read('/api/users')).toMatchObject({ code: 'forbidden' })
    expect(await read('/api/audit')).toMatchObject({ code: 'forbidden' })
    expect(await read('/api/people')).toMatchObject({ items: expect.any(Array) })
  })

  test('reads the same lists and counts as everyone', async () => {
    const paths = [
      '/api/people?pageSize=100',
      '/api/people/departments',
      `/api/people/${ben?.uuid}`,
      '/api/capacity/trend?scope=&span=week',
      '/api/extensions/1002',
      '/api/extensions/1011/history',
      '/api/extensions/idle?page=1&pageSize=100',
      '/api/numbers?pageSize=100',
      `/api/numbers?agentUuid=${ben?.uuid}`,
      '/api/numbers/fresh?numbers=1011',
      '/api/jobs',
      '/api/labels?kind=extension',
      '/api/pools',
      '/api/reservations',
      '/api/service-requests',
      '/api/suggestions?q=10',
    ]
    for (const path of paths) {
      const { status, body } = await get(path)
      expect([path, status]).toEqual([path, 200])
      // Each read of a number at the service is a new observation.
      const rest = (answer: unknown) =>
        JSON.stringify(answer).replaceAll(/"(now|seenAt|at|firstSeenAt)":\d+/g, '')
      expect([path, rest(body)]).toEqual([path, rest((await bff.requestAs('supervisor', path)).body)])
    }
  })

  test('filters every list and file to the people, numbers and own entries of the limit on request', async () => {
    const extsOf = async (path: string) => {
      const { body } = await get(path)
      const { items } = z.object({ items: z.array(z.object({ ext: z.string() })) }).parse(body)
      return items.map(({ ext }) => ext).toSorted()
    }
    const all = await extsOf('/api/numbers?pageSize=100')
    // 1000 and 1001 are bound to people of the department, 1010 too; 1002 and 1003 are of the pool, but bound to others.
    const near10 = ['1000', '1001', '1004', '1005', '1006', '1007', '1008', '1009', '1010']
    expect(all.length).toBeGreaterThan(near10.length)
    expect(await extsOf('/api/numbers?own=1&pageSize=100')).toEqual(near10)
    expect((await get('/api/numbers/numbers?own=1')).body).toEqual({ numbers: near10, more: false })
    expect((await get('/api/numbers/runs?search=2%20in%20a%20row&own=1')).body).toMatchObject({
      items: [{ from: '1006', to: '1008' }],
      total: 1,
    })
    const { text } = await get('/api/numbers/export.csv?own=1&bom=0')
    expect(text.match(/^\d+,/gm)).toHaveLength(near10.length)
    const people = listPeople.answer.parse((await get('/api/people?own=1&pageSize=100')).body).items
    expect(people.map(({ department }) => department)).toEqual([alpha, alpha, alpha])

    const reservedBy = async (role: 'supervisor' | null, ext: string, name: string) => {
      const body = { items: [{ ext, colleague: { name, department: role === null ? alpha : 'Beta' } }] }
      const { body: answer } = await (role === null
        ? send('POST', '/api/reservations', body, key())
        : bff.requestAs(role, '/api/reservations', body, key()))
      return reserve.answer.parse(answer).items[0]?.reservation
    }
    const [ours, others] = [
      await reservedBy(null, '1007', 'Nia'),
      await reservedBy('supervisor', '1018', 'Far Away'),
    ]
    expect(await extsOf('/api/reservations?state=reserved')).toEqual(['1007', '1018'])
    expect(await extsOf('/api/reservations?state=reserved&own=1')).toEqual(['1007'])
    const ask = { kind: 'unbind', reason: 'Left', dueOn: null, keepBack: false }
    const asked = await bff.requestAs('supervisor', '/api/service-requests', {
      ...ask,
      items: [{ ext: '1001' }, { ext: '1012' }],
    })
    expect(await extsOf('/api/service-requests')).toEqual(['1001', '1012'])
    expect(await extsOf('/api/service-requests?own=1')).toEqual(['1001'])
    // Without a limit, everything is within it.
    const unlimited = (await bff.requestAs('supervisor', '/api/numbers?own=1&pageSize=100')).body
    expect(listNumbers.answer.parse(unlimited).items).toHaveLength(all.length)

    await send('DELETE', `/api/reservations/${ours?.id}`, {})
    await bff.requestAs('supervisor', `/api/reservations/${others?.id}`, {}, {}, 'DELETE')
    const ids = createServiceRequests.answer.parse(asked.body).items.map(({ request }) => request?.id)
    const withdrawn = { ids, state: 'withdrawn', note: 'Not needed' }
    await bff.requestAs('supervisor', '/api/service-requests', withdrawn, {}, 'PATCH')
  })

  test('reserves numbers of the pools, for people of the departments or a new colleague', async () => {
    const asked = [
      { ext: '1004', agentUuid: anna?.uuid },
      { ext: '1006', agentUuid: ben?.uuid },
      { ext: '1007', colleague: { name: 'New Colleague' } },
      { ext: '1008', colleague: { name: 'Another', department: 'Beta' } },
      { ext: '1014', agentUuid: carl?.uuid },
    ]
    const { items } = reserve.answer.parse(
      (await send('POST', '/api/reservations', { items: asked }, key())).body,
    )
    expect(items.map(({ code }) => code)).toEqual([null, 'limited', null, 'limited', 'limited'])
    const others = await bff.requestAs('supervisor', '/api/reservations', { items: [asked[1]] }, key())
    const [held] = reserve.answer.parse(others.body).items
    const path = `/api/reservations/${held?.reservation?.id}`
    expect((await send('DELETE', path, {})).body).toMatchObject({ code: 'reservation-of-another' })
    const own = `/api/reservations/${items[0]?.reservation?.id}`
    expect((await send('PATCH', own, { agentUuid: ben?.uuid })).body).toMatchObject(refused)
    expect(await lastEntry('reservation.move')).toMatchObject({ object: '1004', result: 'limited' })
    // The new colleague is in no department yet, and belongs to who entered them.
    const newColleague = items[2]?.reservation?.colleagueId
    expect((await send('PATCH', own, { colleagueId: newColleague })).body).toMatchObject({
      colleagueId: newColleague,
    })
    expect((await send('PATCH', own, { agentUuid: anna?.uuid })).body).toMatchObject({
      agentUuid: anna?.uuid,
    })
    await limitTo({ ...near, pools: [far] })
    // A reservation that is now outside of the limit can be ended, but not prolonged.
    const later = { until: Date.now() + 3_600_000 }
    expect((await send('PATCH', own, later)).body).toMatchObject({ code: 'limited' })
    expect((await send('DELETE', own, {})).body).toMatchObject({ state: 'released' })
    await limitTo(near)
  })

  test('joins a new colleague only with a person of the departments', async () => {
    const items = [{ ext: '1008', colleague: { name: 'New Colleague' } }]
    const { body } = await send('POST', '/api/reservations', { items }, key())
    const newColleague = reserve.answer.parse(body).items[0]?.reservation?.colleagueId
    const join = (agentUuid: string | undefined) =>
      send('POST', `/api/people/${newColleague}/join`, { agentUuid })
    expect((await join(dora?.uuid)).body).toMatchObject(refused)
    expect(await lastEntry('agent.join')).toMatchObject({ object: newColleague, result: 'limited' })
    expect((await join(anna?.uuid)).body).toMatchObject({ agentUuid: anna?.uuid })
  })

  test('asks for changes of numbers of the people and pools', async () => {
    const ask = (numbers: readonly string[], of: Record<string, unknown> = {}) => ({
      kind: 'unbind',
      reason: 'Left',
      dueOn: null,
      keepBack: false,
      items: numbers.map((ext) => ({ ext })),
      ...of,
    })
    const asked = async (request: object) => (await send('POST', '/api/service-requests', request)).body
    const created = createServiceRequests.answer.parse(await asked(ask(['1010', '1000', '1002', '1011'])))
    expect(created.items.map(({ code }) => code)).toEqual([null, null, 'limited', 'limited'])
    // A bound number belongs to its holder: Ben's, of a pool of the limit, does not.
    expect(await asked(ask(['1002']))).toMatchObject(refused)
    expect(await lastEntry('request.ask')).toMatchObject({ object: '1002', result: 'limited' })
    const toBen = { ext: '1001', rebindTo: { agentUuid: ben?.uuid, agentName: null } }
    expect(await asked(ask([], { kind: 'rebind', items: [toBen] }))).toMatchObject(refused)
    const others = await bff.requestAs('supervisor', '/api/service-requests', ask(['1011', '1001']))
    const [other, near1] = createServiceRequests.answer
      .parse(others.body)
      .items.map(({ request }) => request?.id)
    const withdraw = (ids: unknown[]) => ({ ids, state: 'withdrawn', note: 'Not needed' })
    expect((await send('PATCH', '/api/service-requests', withdraw([other]))).body).toMatchObject(refused)
    expect(await lastEntry('request.withdraw')).toMatchObject({ object: '1011', result: 'limited' })
    expect((await send('PATCH', '/api/service-requests', withdraw([other, near1]))).body).toMatchObject({
      items: [
        { code: 'limited', request: { state: 'open' } },
        { code: null, request: { state: 'withdrawn' } },
      ],
    })
    const assign = (userId: string) => ({ ids: [other], userId })
    const assignTo = '/api/service-requests/assignee'
    expect((await send('PUT', assignTo, assign(id))).body).toMatchObject(refused)
    expect((await bff.requestAs('supervisor', assignTo, assign(id), {}, 'PUT')).status).toBe(200)
    // Who a request is assigned to works on it.
    expect((await send('PATCH', '/api/service-requests', withdraw([other]))).status).toBe(200)
  })

  test('labels and notes numbers of the pools and people, and people of the departments', async () => {
    const label = { add: ['Shift'] }
    for (const ext of ['1005', '1010']) {
      const { body } = await send('PATCH', `/api/labels/extension/${ext}`, label)
      expect([ext, body]).toEqual([ext, expect.objectContaining({ labels: ['Shift'] })])
    }
    for (const ext of ['1002', '1011', '1015']) {
      const { body } = await send('PATCH', `/api/labels/extension/${ext}`, label)
      expect([ext, body]).toEqual([ext, expect.objectContaining(refused)])
      expect(await lastEntry('extension.label')).toMatchObject({ object: ext, result: 'limited' })
    }
    const note = { note: { text: 'Spare', version: 0 } }
    expect((await send('PATCH', '/api/labels/extension/1011', note)).body).toMatchObject(refused)
    const many = { ...label, numbers: ['1001', '1011'] }
    expect((await send('POST', '/api/labels', many)).body).toMatchObject(refused)
    const people = listPeople.answer.parse((await get('/api/people?pageSize=100')).body).items
    const idOf = (uuid: string | undefined) => people.find(({ agentUuid }) => agentUuid === uuid)?.id
    expect((await send('PATCH', `/api/labels/agent/${idOf(carl?.uuid)}`, label)).status).toBe(200)
    expect((await send('PATCH', `/api/labels/agent/${idOf(dora?.uuid)}`, label)).body).toMatchObject(refused)
  })

  test('reveals to the help desk only passwords of numbers that the record shows within the limit', async () => {
    const hugo = { email: 'hugo@example.com', password: 'a password for Hugo' }
    const hugoId = await bff.console.auth.users.create({ ...hugo, name: 'Hugo', role: 'help-desk' })
    await changeUser(asAdmin(bff), hugoId, { limit: near })
    const { headers } = await bff.requestAs(null, '/api/auth/sign-in/email', hugo)
    const session = { cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '' }
    const reveal = async (ext: string) =>
      (await bff.requestAs(null, `/api/extensions/${ext}/secret`, { reason: 'New phone' }, session)).body
    const revealed = { password: expect.any(String) }
    expect(await reveal('1010')).toMatchObject(revealed)
    expect(await reveal('1005')).toMatchObject(revealed)
    // Bound to somebody of another department: the pool does not count.
    expect(await reveal('1002')).toMatchObject(refused)
    expect(await lastEntry('extension.reveal')).toMatchObject({ object: '1002', result: 'limited' })
    expect(await reveal('1011')).toMatchObject(refused)
    // The inventory still has 1010 with a person of the departments.
    await rebind('1010', stranger)
    expect(await reveal('1010')).toMatchObject(refused)
    await rebind('1010', carl)
    expect(await reveal('1010')).toMatchObject(revealed)
    // Nor does an open reservation for a new colleague of the department.
    const items = [{ ext: '1017', colleague: { name: 'Late', department: alpha } }]
    const { body } = await bff.requestAs('supervisor', '/api/reservations', { items }, key())
    expect(body).toMatchObject({ items: [{ code: null }] })
    await rebind('1017', stranger)
    expect(await reveal('1017')).toMatchObject(refused)
  })

  test('refuses what is outside the limit at every endpoint that acts, with the sentence', async () => {
    const ask = {
      kind: 'new-password',
      reason: 'Lost',
      dueOn: null,
      keepBack: false,
      items: [{ ext: '1012' }],
    }
    const others = { colleague: { name: 'Of Others', department: 'Beta' } }
    const [asked, held] = await Promise.all([
      bff.requestAs('supervisor', '/api/service-requests', ask),
      bff.requestAs('supervisor', '/api/reservations', { items: [{ ext: '1019', ...others }] }, key()),
    ])
    const ids = createServiceRequests.answer.parse(asked.body).items.map(({ request }) => request?.id)
    const reservation = reserve.answer.parse(held.body).items[0]?.reservation?.id
    const ines = { email: 'ines@example.com', password: 'a password for Ines' }
    const inesId = await bff.console.auth.users.create({ ...ines, name: 'Ines', role: 'help-desk' })
    await changeUser(asAdmin(bff), inesId, { limit: near })
    const { headers } = await bff.requestAs(null, '/api/auth/sign-in/email', ines)
    const asInes = { cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '' }

    const calls: Record<string, Parameters<typeof send>> = {
      reserve: ['POST', '/api/reservations', { items: [{ ext: '1018', agentUuid: anna?.uuid }] }, key()],
      changeReservation: ['PATCH', `/api/reservations/${reservation}`, { until: Date.now() + 3_600_000 }],
      joinAgent: ['POST', `/api/people/${crypto.randomUUID()}/join`, { agentUuid: dora?.uuid }],
      changeColleague: [
        'PATCH',
        `/api/people/${crypto.randomUUID()}`,
        { name: 'Dora Other', workNumber: null, department: null, startsOn: null },
      ],
      removeColleague: ['DELETE', `/api/people/${crypto.randomUUID()}`, {}],
      createServiceRequests: ['POST', '/api/service-requests', { ...ask, items: [{ ext: '1013' }] }],
      changeServiceRequests: ['PATCH', '/api/service-requests', { ids, state: 'withdrawn', note: 'No' }],
      assignServiceRequests: ['PUT', '/api/service-requests/assignee', { ids, userId: id }],
      changeLabels: ['PATCH', '/api/labels/extension/1011', { add: ['VIP'] }],
      labelNumbers: ['POST', '/api/labels', { numbers: ['1011'], add: ['VIP'] }],
      revealSecret: ['POST', '/api/extensions/1011/secret', { reason: 'New phone' }, asInes],
    }
    // They end the user's own, choose what the user sees, and read.
    const withoutLimit = ['releaseReservation', 'saveTeam', 'checkServiceRequests']
    const acting: readonly unknown[] = limitable.filter((permission) => permission !== 'extension.read')
    const names = endpoints.flatMap(([name, { method, access }]) =>
      method !== 'GET' && acting.includes(access) && !withoutLimit.includes(name) ? [name] : [],
    )
    expect(names.toSorted()).toEqual(Object.keys(calls).toSorted())
    for (const [name, call] of Object.entries(calls)) {
      const { body } = await send(...call)
      const expected = name === 'reserve' ? { items: [{ code: 'limited', reservation: null }] } : refused
      expect([name, body]).toMatchObject([name, expected])
    }
  })
})

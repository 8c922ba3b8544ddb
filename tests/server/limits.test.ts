import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '#contract/access.ts'
import { createApiToken } from '#contract/api-tokens.ts'
import { listAudit } from '#contract/audit.ts'
import { firstIdle } from '#contract/extensions.ts'
import { extensionHistory } from '#contract/history.ts'
import { addPool } from '#contract/pools.ts'
import { listReservations, reserve } from '#contract/reservations.ts'
import { createServiceRequests, listServiceRequests } from '#contract/service-requests.ts'
import { suggestions } from '#contract/suggestions.ts'
import { listUsers, type UserLimit } from '#contract/users.ts'
import { type StoreLocation } from '#server/platform/database/database.ts'
import { person } from '#sandbox/people.ts'
import { homeCompany } from '#sandbox/seed.ts'
import { copyPreparedStore } from '../stores/each-store.ts'
import { openBff, type Bff } from './bff.ts'
import { asAdmin, changeUser } from './change-user.ts'

const personOf = (n: number) => person(homeCompany.id, n)
/** The sandbox binds 1000 to 1003 to the first four people, and 1010 to 1013 to the next four. */
const [anna, , ben, , carl, dora] = [0, 1, 2, 3, 4, 5].map(personOf)
/** Without a number and a department. */
const stranger = personOf(40)
/** Also what the service's record says, which a read of it brings. */
const alpha = personOf(4).depart
const near: UserLimit = { departments: [alpha], pools: [] }
const lena = { email: 'lena@example.com', password: 'a password for Lena' }

describe.each(['sqlite', 'postgres'] as const)('a limited supervisor on %s', (engine) => {
  const cleanUps: (() => unknown)[] = []
  let bff: Bff
  /** A second replica on PostgreSQL; the same process on SQLite. */
  let other: Bff
  let store: StoreLocation
  let cookie = ''
  let id = ''

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
  const limitTo = async (limit: UserLimit | null) => {
    expect((await change({ limit })).status).toBe(200)
    await signIn()
  }

  beforeAll(async () => {
    store = await copyPreparedStore(engine, cleanUps)
    bff = await openBff({ store, sandbox: { extensions: 60 }, timings: { inventoryWriteMs: 20 } })
    cleanUps.push(() => bff.close())
    other = engine === 'sqlite' ? bff : await openBff({ store, serviceUrl: bff.serviceUrl })
    if (other !== bff) cleanUps.push(() => other.close())
    // Without background reads, the roster's departments stay.
    await bff.requestAs('admin', '/api/settings', { backgroundRate: 0 }, {}, 'PATCH')
    for (const start of [1000, 1010])
      await bff.requestAs(
        'admin',
        `/api/inventory/fresh?numbers=${Array.from({ length: 14 }, (_, n) => start + n).join(',')}`,
      )
    await bff.requestAs('admin', '/api/extensions/idle?pageSize=100')
    const departments = [alpha, alpha, 'Beta', 'Beta', alpha, 'Beta', 'Beta', 'Beta']
    const rows = departments.map((department, n) => ({
      agentUuid: personOf(n).uuid,
      name: personOf(n).agentName,
      department,
    }))
    await bff.requestAs('admin', '/api/agents/import', { rows })
    const poolOf = async (name: string, from: string, to: string) => {
      const { body } = await bff.requestAs('admin', '/api/pools', { name, ranges: [{ from, to }] })
      return addPool.answer.parse(body).id
    }
    near.pools = [await poolOf('Near', '1000', '1009')]
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
    const grant = { name: 'Rota', scopes: ['extension.read'], days: 30 }
    const { token } = createApiToken.answer.parse((await send('POST', '/api/account/api-tokens', grant)).body)
    const byToken = async (path: string) =>
      (await other.send(path, { headers: { authorization: `Bearer ${token}` } })).body
    expect((await get('/api/jobs', other)).status).toBe(200)
    expect(await byToken('/api/jobs')).toMatchObject({ total: 0 })
    expect((await change({ limit: near })).status).toBe(200)
    // Like each change of access, a limit ends the sessions.
    expect((await get('/api/jobs', other)).status).toBe(401)
    expect(await byToken('/api/jobs')).toMatchObject({ code: 'limited' })
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
      reason: JSON.stringify({ departments: [null, alpha], pools: [null, 'Near'] }),
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
    expect(await read('/api/session')).toMatchObject({ role: 'admin', limit: { departments: [alpha] } })
    expect(await read('/api/users')).toMatchObject({ code: 'limited' })
    // The audit is closed, and so are its entries in a number's history.
    await bff.requestAs(
      'admin',
      '/api/labels/extension/1003',
      { note: { text: 'Spare', version: 0 } },
      {},
      'PATCH',
    )
    const history = async (answer: unknown) =>
      extensionHistory.answer.parse(await answer).items.map(({ kind }) => kind)
    const path = '/api/extensions/1003/history'
    expect(await history((await bff.requestAs('admin', path)).body)).toContain('action')
    expect(await history(read(path))).not.toContain('action')
  })

  test('reserves numbers of the pools, for people of the departments or a new colleague', async () => {
    const asked = [
      { ext: '1004', agentUuid: anna?.uuid },
      { ext: '1006', agentUuid: ben?.uuid },
      { ext: '1007', colleague: { name: 'New Colleague' } },
      { ext: '1008', colleague: { name: 'Another', department: 'Beta' } },
      { ext: '1014', agentUuid: carl?.uuid },
    ]
    const key = { 'idempotency-key': crypto.randomUUID() }
    const { body } = await send('POST', '/api/reservations', { items: asked }, key)
    const { items } = reserve.answer.parse(body)
    expect(items.map(({ code }) => code)).toEqual([null, 'limited', null, 'limited', 'limited'])
    const held = { 'idempotency-key': crypto.randomUUID() }
    const ofOthers = [
      { ext: '1006', agentUuid: ben?.uuid, agentName: ben?.agentName },
      { ext: '1015', agentUuid: dora?.uuid, agentName: dora?.agentName },
      { ext: '1016', agentUuid: carl?.uuid, agentName: carl?.agentName },
    ]
    const others = await bff.requestAs('supervisor', '/api/reservations', { items: ofOthers }, held)
    const ids = reserve.answer.parse(others.body).items.map(({ reservation }) => reservation?.id)
    const list = listReservations.answer.parse((await get('/api/reservations?sort=ext&order=asc')).body)
    expect([list.items.map(({ ext }) => ext), list.total]).toEqual([['1004', '1006', '1007', '1016'], 4])
    expect(list.items[1]).toMatchObject({ agentUuid: null, agentName: null, outside: true })
    expect(list.items[2]).toMatchObject({ agentName: 'New Colleague' })
    const retry = { 'idempotency-key': crypto.randomUUID() }
    const again = await send('POST', '/api/reservations', { items: [{ ...asked[0], ext: '1006' }] }, retry)
    expect(again.body).toMatchObject({ items: [{ code: 'reservation-held' }] })
    expect(again.text).not.toContain(ben?.agentName)
    expect((await send('DELETE', `/api/reservations/${ids[1]}`, {})).body).toMatchObject({ code: 'limited' })
    for (const of of [
      `/api/reservations?agentUuid=${ben?.uuid}`,
      `/api/reservations/export.csv?agentUuid=${ben?.uuid}`,
    ])
      expect((await get(of)).body).toMatchObject({ code: 'limited' })
    // The service suggests 1004, which is reserved like 1006 and 1007; 1005 is unavailable.
    const first = firstIdle.answer.parse((await get(`/api/extensions/idle/first?agentId=${carl?.uuid}`)).body)
    expect([first.agent?.ext, first.free]).toEqual(['1004', '1008'])
    const moved = { agentUuid: ben?.uuid }
    const own = `/api/reservations/${items[0]?.reservation?.id}`
    expect((await send('PATCH', own, moved)).body).toMatchObject({ code: 'limited' })
    await limitTo({ ...near, pools: [] })
    // A reservation that is now outside of the limit can be ended, but not prolonged.
    const later = { until: Date.now() + 3_600_000 }
    expect((await send('PATCH', own, later)).body).toMatchObject({ code: 'limited' })
    expect((await send('DELETE', own, {})).body).toMatchObject({ state: 'released' })
    await limitTo(near)
  })

  test('asks for changes of numbers and people within the limit', async () => {
    const ask = (items: object[]) =>
      send('POST', '/api/service-requests', {
        kind: 'unbind',
        reason: 'Left',
        dueOn: null,
        keepBack: false,
        items,
      })
    for (const ext of ['1002', '1010']) expect((await ask([{ ext }])).status).toBe(200)
    expect((await ask([{ ext: '1003' }, { ext: '1011' }])).body).toMatchObject({ code: 'limited' })
    const others = await bff.requestAs('supervisor', '/api/service-requests', {
      kind: 'unbind',
      reason: 'Left',
      dueOn: null,
      keepBack: false,
      items: [{ ext: '1011' }],
    })
    const [other] = createServiceRequests.answer.parse(others.body).items
    const list = listServiceRequests.answer.parse(
      (await get('/api/service-requests?sort=ext&order=asc')).body,
    )
    expect(list.items.map(({ ext }) => ext)).toEqual(['1002', '1010'])
    expect(list.items[0]).toMatchObject({ boundTo: null, outside: true })
    const ofBen = `agentUuid=${ben?.uuid}`
    for (const of of [`/api/service-requests?${ofBen}`, `/api/service-requests/export.csv?${ofBen}`])
      expect((await get(of)).body).toMatchObject({ code: 'limited' })
    const withdrawn = { ids: [other?.request?.id], state: 'withdrawn', note: 'Not needed' }
    expect((await send('PATCH', '/api/service-requests', withdrawn)).body).toMatchObject({ code: 'limited' })
  })

  test('labels and opens numbers and people within the limit', async () => {
    const label = { add: ['VIP'] }
    expect((await send('PATCH', '/api/labels/extension/1002', label)).status).toBe(200)
    expect((await send('PATCH', '/api/labels/extension/1011', label)).body).toMatchObject({ code: 'limited' })
    const many = { ...label, numbers: ['1001', '1011'] }
    expect((await send('POST', '/api/labels', many)).body).toMatchObject({ code: 'limited' })
    expect((await get('/api/extensions/1010')).body).toMatchObject({ holder: { agentUuid: carl?.uuid } })
    expect((await get('/api/extensions/1002')).body).toMatchObject({
      state: 'bound',
      holder: null,
      outside: true,
    })
    expect((await get('/api/extensions/1011')).body).toMatchObject({ code: 'limited' })
    // Its warning would say whether the number is bound to that agent.
    expect((await get(`/api/extensions/1002?agentId=${ben?.uuid}`)).body).toMatchObject({ code: 'limited' })
    expect((await get(`/api/agents/${ben?.uuid}/history`)).body).toMatchObject({ code: 'limited' })
    const suggested = suggestions.answer.parse((await get('/api/suggestions?q=101')).body)
    expect(suggested.warnings.map(({ code }) => code)).toContain('limited')
  })

  test('reveals to the help desk only passwords of numbers within the limit', async () => {
    const hugo = { email: 'hugo@example.com', password: 'a password for Hugo' }
    const hugoId = await bff.console.auth.users.create({ ...hugo, name: 'Hugo', role: 'help-desk' })
    await changeUser(asAdmin(bff), hugoId, { limit: near })
    const { headers } = await bff.requestAs(null, '/api/auth/sign-in/email', hugo)
    const session = { cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '' }
    const reveal = async (ext: string) =>
      (await bff.requestAs(null, `/api/extensions/${ext}/secret`, { reason: 'New phone' }, session)).body
    expect(await reveal('1002')).toMatchObject({ password: expect.any(String) })
    expect(await reveal('1011')).toMatchObject({ code: 'limited' })
    // The inventory still has 1010 with a person of the departments.
    await rebind('1010', stranger)
    expect(await reveal('1010')).toMatchObject({ code: 'limited' })
    await rebind('1010', carl)
    await bff.requestAs('admin', '/api/extensions/1010')
    expect(await reveal('1010')).toMatchObject({ password: expect.any(String) })
  })
})

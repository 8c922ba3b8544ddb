import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listPeople } from '#contract/people.ts'
import { listAudit } from '#contract/audit.ts'
import { listNotifications } from '#contract/notifications.ts'
import { listReservations, reserve } from '#contract/reservations.ts'
import { listServiceRequests } from '#contract/service-requests.ts'
import { readTeam } from '#contract/team.ts'
import { person } from '#sandbox/people.ts'
import { homeCompany } from '#sandbox/seed.ts'
import { eachStore } from '../../stores/each-store.ts'
import { openBffAndStore, type BffAndStore } from '../bff.ts'

let keys = 0

eachStore(({ copyStore }) => {
  let bff: BffAndStore
  /** Free numbers; each is used once. */
  let free: string[]
  /** Index of the next sandbox agent that the console has not seen. */
  let unseen = 149
  beforeAll(async () => {
    // A scan would find the agents whom the tests say that the console has not seen.
    const timings = { numbersWriteMs: 10, idlePagesEveryMs: 60 * 60_000 }
    bff = await openBffAndStore({ store: await copyStore(), timings })
    const { body } = await bff.requestAs('supervisor', '/api/extensions/idle?pageSize=1000')
    free = JSON.stringify(body).match(/(?<="ext":")\d+/g) ?? []
  })
  afterAll(() => bff.close())

  const next = () => free.pop() ?? ''
  const ask = async (path: string) => (await bff.requestAs('supervisor', path)).body
  const send = (path: string, method: string, body: object = {}) =>
    bff.requestAs('supervisor', path, body, {}, method)
  const people = async (query: string) => listPeople.answer.parse(await ask(`/api/people?${query}`)).items
  const team = async () => readTeam.answer.parse(await ask('/api/team'))
  const memberOf = async (id: string) => (await team()).members.find((each) => each.id === id)
  const reservationOf = async (ext: string) =>
    listReservations.answer.parse(await ask(`/api/reservations?ext=${ext}`)).items[0]
  const correct = (id: string, body: object) =>
    bff.requestAs('supervisor', `/api/people/${id}`, body, {}, 'PATCH')
  const auditOf = async (object: string) =>
    listAudit.answer.parse((await bff.requestAs('admin', `/api/audit?object=${object}&pageSize=50`)).body)
      .items
  const reserveFor = (ext: string, colleague: object) =>
    bff.requestAs(
      'supervisor',
      '/api/reservations',
      { items: [{ ext, colleague }] },
      { 'idempotency-key': `key-for-a-resource-${++keys}` },
    )
  /** Reserves a number for a new line or room. Returns both. */
  async function room(name: string): Promise<{ ext: string; id: string }> {
    const ext = next()
    const { body } = await reserveFor(ext, { name, kind: 'resource', department: 'Sales' })
    const id = reserve.answer.parse(body).items[0]?.reservation?.colleagueId ?? ''
    return { ext, id }
  }
  /** An agent whom the console knows before any reservation of the test. */
  async function personRef(name?: string): Promise<{ uuid: string; name: string }> {
    const { uuid, agentName } = person(homeCompany.id, unseen--)
    const known = { uuid, name: name ?? agentName }
    await bff.requestAs('admin', '/api/people/import', { rows: [{ agentUuid: uuid, name: known.name }] })
    return known
  }
  /** Binds the number to the agent, and lets the console look at it. */
  async function bind(ext: string, agentUuid: string): Promise<void> {
    bff.sandbox.store.desk.bind(homeCompany.id, ext, agentUuid)
    await ask(`/api/extensions/${ext}`)
  }

  test('shows a line or room as such wherever a reservation and its person are', async () => {
    const { ext, id } = await room('Fax of Sales')
    expect(await reservationOf(ext)).toMatchObject({
      agentName: 'Fax of Sales',
      personKind: 'resource',
      agentUuid: null,
    })
    const shown = { id, kind: 'resource', name: 'Fax of Sales', state: 'reserved', startsOn: null }
    expect(await people('q=Fax')).toMatchObject([shown])
    expect(await people('kind=resource&q=Fax')).toHaveLength(1)
    expect(await people('kind=person&q=Fax')).toEqual([])
    expect(await ask(`/api/people/${id}`)).toMatchObject(shown)
    expect(await memberOf(id)).toMatchObject(shown)
    const exported = await bff.requestAs('supervisor', '/api/people/export.csv?kind=resource')
    expect(exported.text).toContain('Fax of Sales')
    expect(exported.text).toContain('resource')
    const reservations = await bff.requestAs('supervisor', `/api/reservations/export.csv?ext=${ext}`)
    expect(reservations.text).toContain('resource')
  })

  test('reads a line of a pasted list as the room that exists, and guesses none', async () => {
    await room('Meeting room 3')
    const { body } = await bff.requestAs('supervisor', '/api/people/lines', {
      lines: ['Meeting room 3', 'Meeting room 4'],
    })
    expect(body).toMatchObject({
      lines: [
        { kind: 'person', people: [{ name: 'Meeting room 3', kind: 'resource' }] },
        { kind: 'unread', why: 'unknown' },
      ],
    })
  })

  test('refuses a first day of a line or room, and clears it when a colleague becomes one', async () => {
    const refused = await reserveFor(next(), { name: 'Lobby', kind: 'resource', startsOn: '2026-12-07' })
    expect(refused).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'items.0.colleague.startsOn', message: 'a line or room has no first day' }] },
    })
    const ext = next()
    await reserveFor(ext, { name: 'Front desk', workNumber: '88701', startsOn: '2026-12-07' })
    const id = (await reservationOf(ext))?.colleagueId ?? ''
    expect((await correct(id, { kind: 'resource' })).body).toMatchObject({ kind: 'resource', startsOn: null })
    expect((await correct(id, { startsOn: '2026-12-08' })).body).toMatchObject({
      errors: [{ path: 'startsOn', message: 'a line or room has no first day' }],
    })
    const back = await correct(id, { kind: 'person', startsOn: '2026-12-08' })
    expect(back.body).toMatchObject({ kind: 'person', startsOn: '2026-12-08', workNumber: '88701' })
    const changes = (await auditOf(id)).flatMap(({ action, result, values }) =>
      action === 'agent.change' && result === 'done' ? [values] : [],
    )
    expect(changes).toEqual([
      {
        startsOn: { before: null, after: '2026-12-08' },
        kind: { before: 'resource', after: 'person' },
      },
      {
        startsOn: { before: '2026-12-07', after: null },
        kind: { before: 'person', after: 'resource' },
      },
    ])
  })

  test('asks of no agent whether it is a line or room, and refuses the answer', async () => {
    const { uuid: agentUuid } = await personRef('Conference bridge')
    const { id } = await room('Conference bridge')
    const asked = async () => (await team()).namesakes.some(({ colleagueId }) => colleagueId === id)
    expect(await asked()).toBe(false)
    for (const same of [true, false]) {
      const { body } = await bff.requestAs('supervisor', `/api/people/${id}/join`, { agentUuid, same })
      expect(body).toMatchObject({ code: 'not-found' })
    }
    await correct(id, { kind: 'person' })
    expect(await asked()).toBe(true)
    await correct(id, { kind: 'resource' })
    expect(await asked()).toBe(false)
  })

  test('stays a room when the service shows an agent with its work number of the roster', async () => {
    const { agentID: workNumber, uuid } = person(homeCompany.id, unseen--)
    await bff.requestAs('admin', '/api/people/import', { rows: [{ workNumber, name: 'Training room' }] })
    const [listed] = await people('q=Training')
    await correct(listed?.id ?? '', { kind: 'resource' })
    await bff.requestAs('admin', '/api/people/import', {
      rows: [{ workNumber, name: 'Training room', department: 'Support' }],
    })
    await ask(`/api/extensions/idle/first?agentId=${workNumber}`)
    await vi.waitFor(
      async () => expect(await ask(`/api/people/${uuid}`)).toMatchObject({ kind: 'person' }),
      60_000,
    )
    expect(await people('q=Training')).toMatchObject([
      { id: listed?.id, kind: 'resource', agentUuid: null, department: 'Support' },
    ])
  })

  test('fulfills the reservation with any agent who gets the number, says who, and shows it as the room’s', async () => {
    const operator = await personRef()
    const { ext, id } = await room('VIP line')
    await bind(ext, operator.uuid)
    await vi.waitFor(
      async () =>
        expect(await reservationOf(ext)).toMatchObject({
          state: 'bound',
          agentUuid: null,
          holder: { agentUuid: operator.uuid, agentName: operator.name },
        }),
      60_000,
    )
    const shown = { id, ext, numbers: 1, state: 'number' }
    expect(await memberOf(id)).toMatchObject(shown)
    expect(await people('kind=resource&state=number')).toMatchObject([shown])
    for (const q of [ext, `*${ext.slice(1)}`])
      expect(await people(`kind=resource&q=${q}`)).toMatchObject([shown])
    expect((await people(`q=${ext}&sort=best`)).slice(0, 2)).toContainEqual(expect.objectContaining(shown))
    expect((await people('kind=resource&sort=ext'))[0]).toMatchObject(shown)
    expect(await ask(`/api/people/${id}`)).toMatchObject({ ...shown, exts: [ext] })
    expect((await auditOf(ext))[0]).toMatchObject({ action: 'reservation.fulfill', values: { agent: id } })
    const announced = async () =>
      listNotifications.answer
        .parse(await ask('/api/notifications?pageSize=100'))
        .items.flatMap(({ event }) =>
          event.kind === 'reservation-fulfilled' && event.ext === ext ? [event] : [],
        )
    await vi.waitFor(
      async () => expect(await announced()).toMatchObject([{ agent: 'VIP line', holder: operator.name }]),
      60_000,
    )

    // Who has the number later is not known to have it for the line.
    bff.sandbox.store.desk.bind(homeCompany.id, ext, null)
    await ask(`/api/extensions/${ext}`)
    await vi.waitFor(
      async () => expect(await memberOf(id)).toMatchObject({ ext: null, state: 'none' }),
      60_000,
    )
    await bind(ext, (await personRef()).uuid)
    await vi.waitFor(
      async () =>
        expect(await ask(`/api/numbers?search=${ext}`)).toMatchObject({ items: [{ state: 'bound' }] }),
      60_000,
    )
    expect(await memberOf(id)).toMatchObject({ ext: null, state: 'none' })
  })

  test('settles the reservation at once when a colleague whose bound number waited is corrected to a room', async () => {
    const { uuid } = person(homeCompany.id, unseen--)
    const ext = next()
    await reserveFor(ext, { name: 'Meeting room East' })
    await bind(ext, uuid)
    await vi.waitFor(
      async () =>
        expect(await reservationOf(ext)).toMatchObject({ state: 'reserved', holder: { agentUuid: uuid } }),
      60_000,
    )
    const id = (await reservationOf(ext))?.colleagueId ?? ''
    expect((await correct(id, { kind: 'resource' })).body).toMatchObject({ ext, state: 'number' })
    expect(await reservationOf(ext)).toMatchObject({ state: 'bound', holder: { agentUuid: uuid } })
    // As a person again, whose account it is has to be said.
    await correct(id, { kind: 'person' })
    await vi.waitFor(
      async () =>
        expect((await team()).namesakes).toContainEqual({
          colleagueId: id,
          agents: [expect.objectContaining({ agentUuid: uuid })],
        }),
      60_000,
    )
  })

  test.each<[string, (reserved: { ext: string; id: string }) => Promise<unknown>]>([
    ['released', async ({ ext }) => send(`/api/reservations/${(await reservationOf(ext))?.id}`, 'DELETE')],
    [
      'moved',
      async ({ ext }) =>
        send(`/api/reservations/${(await reservationOf(ext))?.id}`, 'PATCH', {
          agentUuid: (await personRef()).uuid,
        }),
    ],
    ['removed with the room', async ({ id }) => send(`/api/people/${id}`, 'DELETE')],
  ])('withdraws the request to bind the number of a room when the reservation is %s', async (_how, end) => {
    const reserved = await room('Gate phone')
    const { uuid: agentUuid } = await personRef()
    const asked = { kind: 'rebind', reason: 'gate', items: [{ ext: reserved.ext, rebindTo: { agentUuid } }] }
    await send('/api/service-requests', 'POST', asked)
    const stateOf = async () =>
      listServiceRequests.answer.parse(await ask(`/api/service-requests?ext=${reserved.ext}`)).items[0]?.state
    expect(await stateOf()).toBe('open')
    await end(reserved)
    expect(await stateOf()).toBe('withdrawn')
  })

  test('removes a line or room with its reservation', async () => {
    const { ext, id } = await room('Emergency phone')
    const removed = await bff.requestAs('supervisor', `/api/people/${id}`, {}, {}, 'DELETE')
    expect(removed.status).toBe(200)
    expect(await reservationOf(ext)).toMatchObject({ state: 'released', agentName: 'Emergency phone' })
    expect(await people('q=Emergency')).toEqual([])
  })
})

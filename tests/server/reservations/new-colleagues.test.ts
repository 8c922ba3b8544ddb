import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listPeople } from '#contract/people.ts'
import { listAudit } from '#contract/audit.ts'
import { listNotifications } from '#contract/notifications.ts'
import { listReservations, reserve } from '#contract/reservations.ts'
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
  let unseen: number
  beforeAll(async () => {
    // A scan would find the agents whom the tests say that the console has not seen.
    const timings = { numbersWriteMs: 10, idlePagesEveryMs: 60 * 60_000 }
    bff = await openBffAndStore({ store: await copyStore(), timings })
    const { body } = await bff.requestAs('supervisor', '/api/extensions/idle?pageSize=1000')
    free = JSON.stringify(body).match(/(?<="ext":")\d+/g) ?? []
    unseen = 149
  })
  afterAll(() => bff.close())

  const next = () => free.pop() ?? ''
  const search = async (q: string) =>
    listPeople.answer.parse(
      (await bff.requestAs('supervisor', `/api/people?sort=best&pageSize=10&q=${q}`)).body,
    ).items
  /** Imports a new colleague whom the service knows and the console has not seen. */
  async function addedColleague() {
    const { agentID: workNumber, uuid } = person(homeCompany.id, unseen--)
    await bff.requestAs('admin', '/api/people/import', {
      rows: [{ workNumber, name: `New Colleague ${workNumber}` }],
    })
    const [newColleague] = await search(workNumber)
    if (newColleague === undefined || newColleague.agentUuid !== null)
      throw new Error('no new colleague was added')
    return { id: newColleague.id, workNumber, uuid, name: `New Colleague ${workNumber}` }
  }
  const post = (items: object[], key = `key-for-a-new-colleague-${++keys}`) =>
    bff.requestAs('supervisor', '/api/reservations', { items }, { 'idempotency-key': key })
  const codes = (body: unknown) => reserve.answer.parse(body).items.map(({ code }) => code)
  const reservationOf = async (ext: string) =>
    listReservations.answer.parse((await bff.requestAs('supervisor', `/api/reservations?ext=${ext}`)).body)
      .items[0]
  /** Makes the service show the agent's record with work number and UUID. */
  const showRecord = (agentId: string) =>
    bff.requestAs('supervisor', `/api/extensions/idle/first?agentId=${agentId}`)

  const team = async () => readTeam.answer.parse((await bff.requestAs('supervisor', '/api/team')).body)
  const answer = (colleagueId: string, agentUuid: string, same = true) =>
    bff.requestAs('supervisor', `/api/people/${colleagueId}/join`, { agentUuid, same })
  /** Waits until *Same person?* is asked of the new colleague and this agent. */
  const isAsked = (colleagueId: string, agentUuid: string) =>
    vi.waitFor(
      async () =>
        expect((await team()).namesakes).toContainEqual({
          colleagueId,
          agents: [expect.objectContaining({ agentUuid })],
        }),
      60_000,
    )

  const correct = (id: string, body: object) =>
    bff.requestAs('supervisor', `/api/people/${id}`, body, {}, 'PATCH')
  const remove = (id: string, as: 'admin' | 'supervisor' = 'supervisor', body: object = {}) =>
    bff.requestAs(as, `/api/people/${id}`, body, {}, 'DELETE')
  const auditOf = async (object: string) =>
    listAudit.answer.parse((await bff.requestAs('admin', `/api/audit?object=${object}&pageSize=50`)).body)
      .items

  test('corrects, renames and removes a new colleague, whose name past entries keep', async () => {
    const ext = next()
    const colleague = { name: 'Nora Mistyped', workNumber: '88601', department: 'Sales' }
    await post([{ ext, colleague }])
    const id = (await reservationOf(ext))?.colleagueId ?? ''
    const other = await addedColleague()
    const corrected = { name: 'Nora Typed', workNumber: null, department: 'Support', startsOn: '2026-12-07' }
    expect((await correct(id, corrected)).body).toMatchObject({ id, ...corrected })
    expect(await search('Mistyped')).toEqual([])
    expect(await reservationOf(ext)).toMatchObject({ agentName: 'Nora Typed', workNumber: null })
    expect((await correct(id, { ...corrected, workNumber: other.workNumber })).body).toMatchObject({
      code: 'agent-exists',
    })
    expect((await correct(crypto.randomUUID(), corrected)).status).toBe(404)
    expect((await remove(id)).status).toBe(200)
    expect(await search('Nora')).toEqual([])
    expect((await remove(id)).status).toBe(404)
    expect((await post([{ ext, colleagueId: id }])).body).toMatchObject({
      items: [{ code: 'agent-not-found' }],
    })
    expect(await reservationOf(ext)).toMatchObject({ state: 'released', agentName: 'Nora Typed' })
    const items = await auditOf(id)
    expect(items.find(({ action, result }) => action === 'agent.change' && result === 'done')).toMatchObject({
      values: {
        name: { before: 'Nora Mistyped', after: 'Nora Typed' },
        workNumber: { before: '88601', after: null },
        department: { before: 'Sales', after: 'Support' },
        startsOn: { before: null, after: '2026-12-07' },
      },
    })
  })

  test('changes only what a correction gives of a new colleague', async () => {
    const ext = next()
    const colleague = { name: 'Paula Partial', workNumber: '88602', department: 'Sales' }
    await post([{ ext, colleague }])
    const id = (await reservationOf(ext))?.colleagueId ?? ''
    await correct(id, { startsOn: '2026-12-07' })
    expect((await correct(id, { department: null })).body).toMatchObject({
      name: 'Paula Partial',
      workNumber: '88602',
      department: null,
      startsOn: '2026-12-07',
    })
    const changes = (await auditOf(id)).flatMap(({ action, result, values }) =>
      action === 'agent.change' && result === 'done' ? [values] : [],
    )
    expect(changes).toEqual([
      { department: { before: 'Sales', after: null } },
      { startsOn: { before: null, after: '2026-12-07' } },
    ])
  })

  test('releases what is reserved for a removed colleague, all or nothing, and no number that another person has now', async () => {
    const [own, admins, moved] = [next(), next(), next()]
    await post([{ ext: own, colleague: { name: 'Rita Removed' } }])
    const id = (await reservationOf(own))?.colleagueId ?? ''
    await post([{ ext: moved, colleagueId: id }])
    const ofAdmin = { items: [{ ext: admins, colleagueId: id }] }
    await bff.requestAs('admin', '/api/reservations', ofAdmin, {
      'idempotency-key': `key-of-the-admin-for-a-new-colleague-${++keys}`,
    })
    const { uuid: agentUuid } = person(homeCompany.id, unseen--)
    const path = `/api/reservations/${(await reservationOf(moved))?.id}`
    await bff.requestAs('supervisor', path, { agentUuid, agentName: 'Grace' }, {}, 'PATCH')
    const states = () =>
      Promise.all([own, admins, moved].map(async (ext) => (await reservationOf(ext))?.state))

    expect((await remove(id)).body).toMatchObject({ code: 'reservation-of-another' })
    expect(await remove(id, 'admin')).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'reason', message: 'say why' }] },
    })
    expect(await states()).toEqual(['reserved', 'reserved', 'reserved'])
    expect(await search('Rita')).toHaveLength(1)

    expect((await remove(id, 'admin', { reason: 'Rita Removed does not come' })).status).toBe(200)
    expect(await states()).toEqual(['released', 'released', 'reserved'])
    expect(await search('Rita')).toEqual([])
    expect(await reservationOf(own)).toMatchObject({ reason: 'Rita Removed does not come' })
    expect((await auditOf(own))[0]).toMatchObject({
      action: 'reservation.release',
      result: 'done',
      reason: 'Rita Removed does not come',
    })
    expect((await auditOf(id)).map(({ action, result }) => [action, result])).toEqual([
      ['agent.remove', 'done'],
      ['agent.remove', 'bad-request'],
      ['agent.remove', 'reservation-of-another'],
    ])
  })

  test('keeps a fulfilled reservation so when the new colleague is corrected', async () => {
    const { uuid: agentUuid, agentName: name } = person(homeCompany.id, unseen--)
    await bff.requestAs('admin', '/api/people/import', { rows: [{ agentUuid, name }] })
    const ext = next()
    await post([{ ext, colleague: { name } }])
    bff.sandbox.store.desk.bind(homeCompany.id, ext, agentUuid)
    await bff.database.db
      .updateTable('reservation')
      .set({ expires_at: Date.now() - 1 })
      .where('ext', '=', ext)
      .execute()
    await bff.requestAs('supervisor', `/api/extensions/${ext}`)
    await vi.waitFor(async () => expect((await reservationOf(ext))?.state).toBe('bound'), 60_000)
    const id = (await reservationOf(ext))?.colleagueId ?? ''
    const corrected = { name: 'Frida Corrected', workNumber: null, department: null, startsOn: null }
    expect((await correct(id, corrected)).status).toBe(200)
    expect(await reservationOf(ext)).toMatchObject({ agentName: 'Frida Corrected', state: 'bound' })
    await answer(id, agentUuid)
    expect(await reservationOf(ext)).toMatchObject({ agentUuid, state: 'bound' })
  })

  test('names removed colleagues where past entries are read, and only there', async () => {
    const ext = next()
    await post([{ ext, colleague: { name: 'Past Entry' } }])
    const id = (await reservationOf(ext))?.colleagueId ?? ''
    await remove(id)
    const named = async (query: string) =>
      (await bff.requestAs('supervisor', `/api/people/by-id?ids=${id}${query}`)).body
    expect(await named('')).toMatchObject({ items: [] })
    expect(await named('&removed=1')).toMatchObject({ items: [{ id, name: 'Past Entry' }] })
  })

  test('notifies who reserved for a new colleague once an account may be theirs, with its number', async () => {
    const newColleague = await addedColleague()
    const ext = next()
    await post([{ ext, colleagueId: newColleague.id }])
    await showRecord(newColleague.workNumber)
    await isAsked(newColleague.id, newColleague.uuid)
    const about = async () =>
      listNotifications.answer
        .parse((await bff.requestAs('supervisor', '/api/notifications?pageSize=100')).body)
        .items.filter(({ event }) => event.kind === 'colleague-appeared' && event.ext === ext)
    await vi.waitFor(
      async () =>
        expect(await about()).toMatchObject([
          { event: { agent: newColleague.name, account: expect.stringContaining(newColleague.workNumber) } },
        ]),
      60_000,
    )
    await answer(newColleague.id, newColleague.uuid)
  })

  test('shows a new colleague’s name and work number, and adds the UUID once a person has confirmed it', async () => {
    const newColleague = await addedColleague()
    const ext = next()
    expect(codes((await post([{ ext, colleagueId: newColleague.id }])).body)).toEqual([null])
    expect(await reservationOf(ext)).toMatchObject({
      agentUuid: null,
      colleagueId: newColleague.id,
      agentName: newColleague.name,
      workNumber: newColleague.workNumber,
      state: 'reserved',
    })
    expect(await search(newColleague.workNumber)).toMatchObject([{ state: 'reserved', reserved: [{ ext }] }])
    const byColleague = await bff.requestAs(
      'supervisor',
      `/api/reservations?agentUuid=${newColleague.id}&state=reserved`,
    )
    expect(byColleague.body).toMatchObject({ total: 1 })
    await showRecord(newColleague.workNumber)
    // The roster's work number is that of an account: whose it is, a person answers.
    await isAsked(newColleague.id, newColleague.uuid)
    expect((await reservationOf(ext))?.agentUuid).toBeNull()
    await answer(newColleague.id, newColleague.uuid)
    expect((await reservationOf(ext))?.agentUuid).toBe(newColleague.uuid)
    expect(await search(newColleague.workNumber)).toMatchObject([
      { agentUuid: newColleague.uuid, state: 'reserved', reserved: [{ ext }] },
    ])
    expect(await bff.atDesk({ ext, agent: newColleague.workNumber })).toBe(303)
    await bff.requestAs('supervisor', `/api/extensions/${ext}`)
    await vi.waitFor(async () => expect((await reservationOf(ext))?.state).toBe('bound'), 60_000)
    const { items } = listAudit.answer.parse((await bff.requestAs('admin', `/api/audit?object=${ext}`)).body)
    const { id, expiresAt: until } = (await reservationOf(ext)) ?? {}
    expect(items.map(({ action, values }) => [action, values])).toEqual([
      ['reservation.fulfill', { id, agent: newColleague.uuid, until, holder: newColleague.uuid }],
      ['reservation.reserve', { id, agent: newColleague.id, until }],
    ])
  })

  test('keeps a bound number reserved until a person says whose account has it, and then marks it bound or taken at once', async () => {
    const [own, others, apart] = [await addedColleague(), await addedColleague(), await addedColleague()]
    const [a, b, c] = [next(), next(), next()]
    await post([
      { ext: a, colleagueId: own.id },
      { ext: b, colleagueId: others.id },
      { ext: c, colleagueId: apart.id },
    ])
    const another = person(homeCompany.id, 1).uuid
    bff.sandbox.store.desk.bind(homeCompany.id, c, another)
    const stranger = person(homeCompany.id, 0).uuid
    bff.sandbox.store.desk.bind(homeCompany.id, a, own.uuid)
    bff.sandbox.store.desk.bind(homeCompany.id, b, stranger)
    for (const ext of [a, b, c]) await bff.requestAs('supervisor', `/api/extensions/${ext}`)
    await vi.waitFor(async () => {
      expect(await reservationOf(c)).toMatchObject({ state: 'reserved', holder: { agentUuid: another } })
      expect(await reservationOf(a)).toMatchObject({ state: 'reserved', holder: { agentUuid: own.uuid } })
      expect(await reservationOf(b)).toMatchObject({ state: 'reserved', holder: { agentUuid: stranger } })
    }, 60_000)
    await showRecord(others.workNumber)
    for (const newColleague of [own, others])
      await vi.waitFor(
        async () => expect((await answer(newColleague.id, newColleague.uuid)).status).toBe(200),
        60_000,
      )
    await vi.waitFor(async () => expect((await answer(apart.id, another, false)).status).toBe(200), 60_000)
    expect(await reservationOf(a)).toMatchObject({ agentUuid: own.uuid, state: 'bound' })
    expect(await reservationOf(b)).toMatchObject({ agentUuid: others.uuid, state: 'taken' })
    expect(await reservationOf(c)).toMatchObject({ agentUuid: null, state: 'taken' })
  })

  test('says that a reservation was lost, when the account it came true with turns out to be another person’s', async () => {
    const [other, apart] = [await addedColleague(), await addedColleague()]
    const [a, b] = [next(), next()]
    await post([
      { ext: a, colleagueId: other.id },
      { ext: b, colleagueId: apart.id },
    ])
    const [ofA, ofB] = [person(homeCompany.id, unseen--).uuid, person(homeCompany.id, unseen--).uuid]
    bff.sandbox.store.desk.bind(homeCompany.id, a, ofA)
    bff.sandbox.store.desk.bind(homeCompany.id, b, ofB)
    await bff.database.db
      .updateTable('reservation')
      .set({ expires_at: Date.now() - 1 })
      .where('ext', 'in', [a, b])
      .execute()
    for (const ext of [a, b]) await bff.requestAs('supervisor', `/api/extensions/${ext}`)
    await vi.waitFor(async () => {
      expect((await reservationOf(a))?.state).toBe('bound')
      expect((await reservationOf(b))?.state).toBe('bound')
    }, 60_000)
    await showRecord(other.workNumber)
    await vi.waitFor(async () => expect((await answer(other.id, other.uuid)).status).toBe(200), 60_000)
    await answer(apart.id, ofB, false)
    expect(await reservationOf(a)).toMatchObject({ agentUuid: other.uuid, state: 'taken' })
    expect(await reservationOf(b)).toMatchObject({
      agentUuid: null,
      state: 'taken',
      holder: { agentUuid: ofB },
    })
  })

  test('looks a number up before its reservation expires, which came true also for an account that nobody has identified', async () => {
    const newColleague = await addedColleague()
    const [forColleague, forAgent, unused] = [next(), next(), next()]
    const { uuid: agentUuid } = person(homeCompany.id, unseen--)
    await post([
      { ext: forColleague, colleagueId: newColleague.id },
      { ext: forAgent, agentUuid, agentName: 'Grace' },
      { ext: unused, agentUuid, agentName: 'Grace' },
    ])
    const account = person(homeCompany.id, unseen--).uuid
    bff.sandbox.store.desk.bind(homeCompany.id, forColleague, account)
    bff.sandbox.store.desk.bind(homeCompany.id, forAgent, agentUuid)
    const numbers = [forColleague, forAgent, unused]
    await bff.database.db
      .updateTable('reservation')
      .set({ expires_at: Date.now() - 1 })
      .where('ext', 'in', numbers)
      .execute()
    const states = () => Promise.all(numbers.map(async (ext) => (await reservationOf(ext))?.state))
    expect(await states()).toEqual(['reserved', 'reserved', 'reserved'])
    for (const ext of numbers) await bff.requestAs('supervisor', `/api/extensions/${ext}`)
    await vi.waitFor(async () => expect(await states()).toEqual(['bound', 'bound', 'expired']), 60_000)
    // Who the new colleague is remains to be answered by a person, also when the account has another name.
    expect(await reservationOf(forColleague)).toMatchObject({ agentUuid: null, colleagueId: newColleague.id })
    const { members, namesakes } = readTeam.answer.parse(
      (await bff.requestAs('supervisor', '/api/team')).body,
    )
    expect(namesakes).toContainEqual({
      colleagueId: newColleague.id,
      agents: [expect.objectContaining({ agentUuid: account, ext: forColleague })],
    })
    // Who lost a reservation stays on the team of who made it.
    expect(members.map((each) => each.agentUuid)).toContain(agentUuid)
    await bff.requestAs('supervisor', `/api/people/${newColleague.id}/join`, { agentUuid: account })
    expect(await reservationOf(forColleague)).toMatchObject({ agentUuid: account, state: 'bound' })
  })

  test('shows the current names of people in reservations and requests', async () => {
    const { uuid: agentUuid } = person(homeCompany.id, unseen--)
    const newColleague = await addedColleague()
    const [ext, other] = [next(), next()]
    await post([
      { ext, agentUuid, agentName: 'Grace Before' },
      { ext: other, colleagueId: newColleague.id },
    ])
    const request = {
      kind: 'rebind',
      reason: 'new desk',
      items: [{ ext, rebindTo: { agentUuid, agentName: null } }],
    }
    await bff.requestAs('supervisor', '/api/service-requests', request)
    const rows = [
      { agentUuid, name: 'Grace After' },
      { workNumber: newColleague.workNumber, name: 'New Colleague After' },
    ]
    await bff.requestAs('admin', '/api/people/import', { rows })
    expect([(await reservationOf(ext))?.agentName, (await reservationOf(other))?.agentName]).toEqual([
      'Grace After',
      'New Colleague After',
    ])
    const { body } = await bff.requestAs('supervisor', `/api/service-requests?ext=${ext}`)
    expect(body).toMatchObject({ items: [{ rebindTo: { agentUuid, agentName: 'Grace After' } }] })
  })

  test('joins or asks when reserving and finding the account happen at the same time', async () => {
    for (let round = 0; round < 10; round++) {
      const newColleague = await addedColleague()
      const ext = next()
      const [reserved] = await Promise.all([
        post([{ ext, colleagueId: newColleague.id }]),
        showRecord(newColleague.workNumber),
      ])
      expect(codes(reserved.body)).toEqual([null])
      if ((await reservationOf(ext))?.agentUuid !== newColleague.uuid) {
        await isAsked(newColleague.id, newColleague.uuid)
        await answer(newColleague.id, newColleague.uuid)
      }
      expect((await reservationOf(ext))?.agentUuid).toBe(newColleague.uuid)
    }
  })

  test('moves the reservation when a new colleague is merged into a known agent', async () => {
    const newColleague = await addedColleague()
    const ext = next()
    await post([{ ext, colleagueId: newColleague.id }])
    // The agent is known first, with a UUID and name but no work number.
    bff.sandbox.store.desk.bind(homeCompany.id, next(), newColleague.uuid)
    await bff.requestAs('admin', '/api/people/import', {
      rows: [{ agentUuid: newColleague.uuid, name: 'By uuid' }],
    })
    expect(await search(newColleague.uuid)).toHaveLength(1)
    expect((await reservationOf(ext))?.agentUuid).toBeNull()
    await showRecord(newColleague.workNumber)
    await isAsked(newColleague.id, newColleague.uuid)
    await answer(newColleague.id, newColleague.uuid)
    expect((await reservationOf(ext))?.agentUuid).toBe(newColleague.uuid)
    expect(await search(newColleague.workNumber)).toMatchObject([
      { agentUuid: newColleague.uuid, reserved: [{ ext }] },
    ])
  })

  test('reserves for a new colleague once, in the team of who reserved, until a person confirms the account', async () => {
    const { agentID: workNumber, uuid } = person(homeCompany.id, unseen--)
    const colleague = { name: 'Maria Santos', workNumber, department: 'Night shift', startsOn: '2026-12-05' }
    const [ext, other] = [next(), next()]
    const key = 'key-for-a-new-colleague'
    for (const _again of [1, 2]) expect(codes((await post([{ ext, colleague }], key)).body)).toEqual([null])
    const added = (await search(workNumber)).filter((each) => each.agentUuid === null)
    expect(added).toMatchObject([{ ...colleague, agentUuid: null, reserved: [{ ext }] }])
    expect(await reservationOf(ext)).toMatchObject({ colleagueId: added[0]?.id, agentName: 'Maria Santos' })
    expect((await team()).members).toContainEqual(added[0])
    expect(codes((await post([{ ext: other, colleague }])).body)).toEqual(['agent-exists'])
    const taken = { name: 'Nora Taken', workNumber: '900001' }
    expect(codes((await post([{ ext, colleague: taken }])).body)).toEqual(['reservation-held'])
    expect(await search('900001')).toEqual([])

    const id = added[0]?.id ?? ''
    const join = (role: 'admin' | 'supervisor', agentUuid: string) =>
      bff.requestAs(role, `/api/people/${id}/join`, { agentUuid })
    expect((await join('supervisor', 'ffffffffffffffff')).body).toMatchObject({ code: 'agent-not-found' })
    const choice = { departments: [], people: [id], pool: null }
    expect((await bff.requestAs('supervisor', '/api/team', choice, {}, 'PUT')).body).toEqual(choice)
    await showRecord(workNumber)
    await vi.waitFor(
      async () =>
        expect((await team()).namesakes).toMatchObject([
          { colleagueId: id, agents: [{ agentUuid: uuid, workNumber }] },
        ]),
      60_000,
    )
    expect(await reservationOf(ext)).toMatchObject({ agentUuid: null })
    expect((await join('supervisor', uuid)).body).toMatchObject({ agentUuid: uuid, reserved: [{ ext }] })
    expect((await join('supervisor', uuid)).status).toBe(404)
    expect(await reservationOf(ext)).toMatchObject({ agentUuid: uuid, colleagueId: id })
    const { team: chosen, members, namesakes } = await team()
    expect(namesakes).toEqual([])
    const own = members.filter(({ agentUuid }) => agentUuid === uuid)
    expect(own).toMatchObject([{ startsOn: '2026-12-05', reserved: [{ ext }] }])
    expect(chosen?.people).toEqual([own[0]?.id])
    // A dialog that was opened before can be saved.
    const kept = { ...choice, departments: ['Later'], seen: choice }
    expect((await bff.requestAs('supervisor', '/api/team', kept, {}, 'PUT')).body).toEqual({
      departments: ['Later'],
      people: [own[0]?.id],
      pool: null,
    })
  })

  test('shows the people of the chosen departments, and refuses a person whom the directory does not know', async () => {
    const rows = [
      { workNumber: '880001', name: 'Zoe', department: 'Team of two' },
      { workNumber: '880002', name: 'Adam', department: 'Team of two' },
      { workNumber: '880003', name: 'Eve', department: 'Elsewhere' },
    ]
    await bff.requestAs('admin', '/api/people/import', { rows })
    const save = (people: string[]) =>
      bff.requestAs('admin', '/api/team', { departments: ['Team of two'], people, pool: null }, {}, 'PUT')
    expect((await save(['00000000-0000-4000-8000-000000000000'])).body).toMatchObject({
      code: 'agent-not-found',
    })
    expect((await bff.requestAs('admin', '/api/team')).body).toMatchObject({ team: null })
    const [eve] = await search('880003')
    expect((await save([eve?.id ?? ''])).status).toBe(200)
    const { members, more } = readTeam.answer.parse((await bff.requestAs('admin', '/api/team')).body)
    expect([members.map(({ name }) => name), more]).toEqual([['Adam', 'Eve', 'Zoe'], false])
  })

  test('refuses an unknown new colleague, and a pair without an agent or with two', async () => {
    const [ext, other] = [next(), next()]
    const unknown = '00000000-0000-4000-8000-000000000000'
    expect(codes((await post([{ ext, colleagueId: unknown }])).body)).toEqual(['agent-not-found'])
    const { body } = await post([
      { ext },
      { ext: other, colleagueId: unknown, agentUuid: person(homeCompany.id, 0).uuid },
    ])
    const message = 'give one of an agent uuid, the id of a new colleague, and a new colleague to add'
    expect(body).toMatchObject({
      errors: [
        { path: 'items.0.agentUuid', message },
        { path: 'items.1.agentUuid', message },
      ],
    })
  })
})

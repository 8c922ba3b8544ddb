import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listPeople } from '#contract/people.ts'
import { personHistory, extensionHistory } from '#contract/history.ts'
import { reserve } from '#contract/reservations.ts'
import type { Role } from '#contract/access.ts'
import { Audit, system } from '#server/audit/audit-store.ts'
import { createSeal } from '#server/platform/database/encryption.ts'
import { eachStore } from '../../stores/each-store.ts'
import { openBffAndStore, type BffAndStore } from '../bff.ts'
import { numberStore, seenExtension } from '../numbers/number-store.ts'

const dayMs = 86_400_000
// Not one of the sandbox, whose own names would come later.
const anna = 'agent-0001'

eachStore(({ copyStore }) => {
  let bff: BffAndStore
  beforeAll(async () => {
    bff = await openBffAndStore({ store: await copyStore(), timings: { numbersWriteMs: 20 } })
  })
  afterAll(() => bff.close())

  const store = () => numberStore(bff.database, 'sandbox')
  const historyOf = async (ext: string, role: Role = 'admin', query = '') => {
    const answer = await bff.requestAs(role, `/api/extensions/${ext}/history${query}`)
    expect(answer.status).toBe(200)
    return { ...extensionHistory.answer.parse(answer.body), text: answer.text }
  }
  const post = (path: string, body: object, role: Role = 'admin') =>
    bff.requestAs(role, path, body, { 'idempotency-key': randomUUID() })
  const reserved = async (ext: string) =>
    reserve.answer.parse(
      (
        await post(
          '/api/reservations',
          { items: [{ ext, agentUuid: anna, agentName: 'Anna' }] },
          'supervisor',
        )
      ).body,
    ).items[0]

  test('shows each reservation, creation and reveal of a number once, and audit entries to audit readers only', async () => {
    await vi.waitFor(
      async () => expect((await post('/api/extensions', { ext: '60001' })).status).toBe(200),
      60_000,
    )
    const reveal = await post('/api/extensions/60001/secret', { reason: 'the phone was replaced' })
    const made = await reserved('60001')
    expect(made?.code).toBeNull()
    // Refused: the number is already reserved.
    expect((await reserved('60001'))?.code).toBe('reservation-held')
    const id = made?.reservation?.id ?? ''
    await bff.requestAs('admin', `/api/reservations/${id}`, { reason: 'she left' }, {}, 'DELETE')
    await post('/api/service-requests', { kind: 'delete', reason: 'unused', items: [{ ext: '60001' }] })
    await bff.requestAs('supervisor', '/api/labels/extension/60001', { add: ['desk'] }, {}, 'PATCH')

    const admins = await historyOf('60001')
    const shown = admins.items.map((entry) =>
      entry.kind === 'action'
        ? [entry.action, entry.result, entry.by.name]
        : entry.kind === 'binding'
          ? [entry.after.state]
          : entry.kind === 'request'
            ? [entry.kind, entry.event, entry.by?.name ?? null]
            : [entry.kind, entry.state, entry.by?.name ?? null],
    )
    expect(shown).toEqual([
      ['extension.label', 'done', 'supervisor'],
      ['request', 'asked', 'admin'],
      ['reservation', 'released', 'admin'],
      ['reservation.reserve', 'reservation-held', 'supervisor'],
      ['reservation', 'reserved', 'supervisor'],
      ['extension.reveal', reveal.status === 200 ? 'done' : reveal.body['code'], 'admin'],
      ['creation', 'done', 'admin'],
    ])
    expect(admins.text).toContain('the phone was replaced')
    expect(admins.items[1]).toMatchObject({ change: 'delete', reason: 'unused' })
    expect(admins.items[2]).toMatchObject({ reason: 'she left', agent: { agentUuid: anna } })

    const supervisors = await historyOf('60001', 'supervisor')
    expect(supervisors.items).toEqual(admins.items.filter(({ kind }) => kind !== 'action'))
    for (const secret of ['the phone was replaced', 'extension.reveal', 'address', 'session'])
      expect(supervisors.text).not.toContain(secret)
    expect((await bff.requestAs(null, '/api/extensions/60001/history')).status).toBe(401)
  })

  test('shows the agents of a number in a month from its binding changes', async () => {
    const { recordSeen } = store()
    const now = Date.now()
    const see = (daysAgo: number, record: Parameters<typeof seenExtension>[1]) =>
      recordSeen([
        {
          records: [seenExtension('70001', record)],
          absent: [],
          source: 'detail',
          at: now - daysAgo * dayMs,
        },
      ])
    await see(90, { bindStatus: 1, agentUuid: anna, agentName: 'Anna' })
    await see(40, { bindStatus: 1, agentUuid: 'agent-0002', agentName: 'Bo' })
    await see(10, { bindStatus: 0 })

    const all = await historyOf('70001', 'supervisor')
    expect(all.observedSince).toBe(now - 90 * dayMs)
    expect(all.spans.map(({ state, agent, from, to }) => [state, agent?.name ?? null, from, to])).toEqual([
      ['free', null, now - 10 * dayMs, null],
      ['bound', 'Bo', now - 40 * dayMs, now - 10 * dayMs],
      ['bound', 'Anna', now - 90 * dayMs, now - 40 * dayMs],
    ])
    const month = `?from=${now - 60 * dayMs}&to=${now - 30 * dayMs}`
    const within = await historyOf('70001', 'supervisor', month)
    expect(within.spans.map(({ agent }) => agent?.name)).toEqual(['Bo', 'Anna'])
    expect(within.items).toMatchObject([
      {
        kind: 'binding',
        at: now - 40 * dayMs,
        before: { agent: { name: 'Anna' } },
        after: { agent: { name: 'Bo' } },
      },
    ])
    // Nothing is known from before the console first saw the number.
    const before = await historyOf('70001', 'supervisor', `?to=${now - 91 * dayMs}`)
    expect(before).toMatchObject({ items: [], spans: [], observedSince: now - 90 * dayMs })
    // She had the number when the records start, and may have had it earlier.
    expect(before.firstKnown).toMatchObject({ agent: { name: 'Anna' }, boundAt: null })
    expect([all.firstKnown, within.firstKnown]).toEqual([null, null])

    // The reservation looks the number up, and the service does not know it.
    await post('/api/reservations', { items: [{ ext: '70001', agentUuid: anna }] })
    const only = await historyOf('70001', 'admin', '?only=bindings&pageSize=2')
    expect(only.items).toMatchObject([
      { kind: 'binding', after: { state: 'gone' } },
      { kind: 'binding', at: now - 10 * dayMs },
    ])
    const next = await historyOf('70001', 'admin', `?only=bindings&before=${only.older}`)
    expect(next.items.map(({ at }) => at)).toEqual([now - 40 * dayMs])
    expect(next.older).toBeNull()

    const answer = await bff.requestAs('supervisor', `/api/people/${anna}/history`)
    const agent = personHistory.answer.parse(answer.body)
    expect(agent.spans).toMatchObject([{ ext: '70001', from: now - 90 * dayMs, to: now - 40 * dayMs }])
    const kinds = agent.items.map(({ kind, ext }) => [kind, ext])
    expect(kinds).toContainEqual(['binding', '70001'])
    expect(kinds).toContainEqual(['reservation', '60001'])
    expect(agent.items.every(({ kind }) => kind === 'binding' || kind === 'reservation')).toBe(true)
  })

  test('shows the agent of a period before the first observation when the service’s time of the binding covers it', async () => {
    const { recordSeen } = store()
    const now = Date.now()
    const boundAt = now - 400 * dayMs
    const record = { bindStatus: 1, agentUuid: 'agent-0003', agentName: 'Ingrid Patel', bindTime: boundAt }
    const see = (ext: string, at: number, seen: Parameters<typeof seenExtension>[1]) =>
      recordSeen([{ records: [seenExtension(ext, seen)], absent: [], source: 'detail', at }])
    await see('70003', now - dayMs, record)
    await see('70004', now - 2 * dayMs, record)
    await see('70004', now - dayMs, { bindStatus: 0, bindTime: boundAt })
    const lastYear = `?from=${now - 300 * dayMs}&to=${now - 270 * dayMs}`
    for (const ext of ['70003', '70004'])
      expect((await historyOf(ext, 'supervisor', lastYear)).spans).toMatchObject([
        { state: 'bound', agent: { name: 'Ingrid Patel' }, boundAt },
      ])
    const earlier = `?from=${boundAt - 30 * dayMs}&to=${boundAt}`
    expect(await historyOf('70003', 'supervisor', earlier)).toMatchObject({ spans: [], firstKnown: null })

    const answer = await bff.requestAs('supervisor', `/api/people/agent-0003/history${lastYear}`)
    const agent = personHistory.answer.parse(answer.body)
    expect(agent.spans.map(({ ext }) => ext)).toEqual(['70003', '70004'])
    expect(agent.observedSince).toBe(now - dayMs)
    const unknown = await bff.requestAs('supervisor', '/api/people/agent-0009/history')
    expect(personHistory.answer.parse(unknown.body).observedSince).toBeNull()
  })

  test('names the new colleague of a reservation', async () => {
    await post('/api/people/import', { rows: [{ workNumber: '77123', name: 'Grace' }] })
    const { items } = listPeople.answer.parse(
      (await bff.requestAs('admin', '/api/people?sort=best&pageSize=10&q=77123')).body,
    )
    const newColleague = items[0]?.id ?? ''
    const idle = JSON.stringify((await bff.requestAs('admin', '/api/extensions/idle?pageSize=50')).body)
    const ext = /(?<="ext":")\d+/.exec(idle)?.[0] ?? ''
    await post('/api/reservations', { items: [{ ext, colleagueId: newColleague }] })
    expect((await historyOf(ext, 'supervisor')).items[0]).toMatchObject({
      kind: 'reservation',
      agent: { agentUuid: newColleague, name: 'Grace' },
    })
  })

  test('distinguishes agents with the same name by work number', async () => {
    const agentUuid = 'agent-0000-0077'
    await post('/api/people/import', { rows: [{ agentUuid, workNumber: '77200', name: 'Grace' }] })
    const { recordSeen } = store()
    const record = seenExtension('70002', { bindStatus: 1, agentUuid, agentName: 'Grace' })
    await recordSeen([{ records: [record], absent: [], source: 'detail', at: Date.now() }])
    expect((await historyOf('70002', 'supervisor')).spans).toMatchObject([
      { agent: { agentUuid, name: 'Grace', workNumber: '77200' } },
    ])
  })

  test('shows a failed creation, and nothing for an unknown number', async () => {
    // The sandbox refuses this number.
    const refused = await post('/api/extensions', { ext: '1000' })
    expect(refused.status).not.toBe(200)
    const { items } = await historyOf('1000', 'supervisor')
    expect(items.find(({ kind }) => kind === 'creation')).toMatchObject({
      state: 'failed',
      code: refused.body['code'],
    })
    expect(await historyOf('59999', 'supervisor')).toMatchObject({
      items: [],
      spans: [],
      observedSince: null,
    })
  })

  test('includes what the console has observed a moment ago', async () => {
    await bff.requestAs('admin', '/api/extensions/1001')
    expect((await historyOf('1001')).observedSince).not.toBeNull()
  })

  const idleNumbers = async (count: number) => {
    const { body } = await bff.requestAs('supervisor', '/api/extensions/idle?pageSize=50')
    return (
      JSON.stringify(body)
        .match(/(?<="ext":")\d+/g)
        ?.slice(-count) ?? []
    )
  }
  const personsHistory = async (id: string) => {
    const { body } = await bff.requestAs('supervisor', `/api/people/${id}/history`)
    return personHistory.answer.parse(body).items
  }
  /** What a history shows, but for bindings: the event, and the agent of it. */
  const events = (items: Awaited<ReturnType<typeof personsHistory>>) =>
    items.flatMap((entry) =>
      entry.kind === 'reservation'
        ? [[entry.state, entry.agent.agentUuid]]
        : entry.kind === 'request'
          ? [[entry.event, entry.rebindTo?.agentUuid ?? null]]
          : [],
    )

  test('shows everybody for whom and until when a number was reserved at each time', async () => {
    const [ext = ''] = await idleNumbers(1)
    const bo = 'agent-0005'
    const first = await reserved(ext)
    const id = first?.reservation?.id ?? ''
    const until = (first?.reservation?.expiresAt ?? 0) + dayMs
    const change = (body: object) => bff.requestAs('supervisor', `/api/reservations/${id}`, body, {}, 'PATCH')
    expect((await change({ until })).status).toBe(200)
    expect((await change({ agentUuid: bo, agentName: 'Bo' })).status).toBe(200)
    // Made already: nothing happens.
    expect((await change({ agentUuid: bo, agentName: 'Bo' })).status).toBe(200)
    await bff.requestAs('supervisor', `/api/reservations/${id}`, {}, {}, 'DELETE')

    const { items } = await historyOf(ext, 'supervisor')
    expect(events(items)).toEqual([
      ['released', bo],
      ['moved', bo],
      ['extended', anna],
      ['reserved', anna],
    ])
    expect(items.flatMap((entry) => (entry.kind === 'reservation' ? [entry.expiresAt] : []))).toEqual([
      until,
      until,
      until,
      first?.reservation?.expiresAt,
    ])
    const ofNumber = (entries: typeof items) => events(entries.filter((entry) => entry.ext === ext))
    expect(ofNumber(await personsHistory(anna))).toEqual([
      ['moved', bo],
      ['extended', anna],
      ['reserved', anna],
    ])
    expect(ofNumber(await personsHistory(bo))).toEqual([
      ['released', bo],
      ['moved', bo],
    ])
  })

  test('dates the end of a reservation when it ended, not when the console noticed', async () => {
    const [ext = ''] = await idleNumbers(1)
    const made = await reserved(ext)
    const end = Date.now() - dayMs
    await bff.database.db
      .updateTable('reservation')
      .set({ reserved_at: end - dayMs, expires_at: end })
      .where('id', '=', made?.reservation?.id ?? '')
      .execute()
    await vi.waitFor(async () => {
      await bff.requestAs('supervisor', `/api/extensions/${ext}`)
      const { items } = await historyOf(ext, 'supervisor')
      expect(items.at(-1)).toMatchObject({ state: 'expired', at: end, by: null, agent: { agentUuid: anna } })
    }, 60_000)
    const { items } = await historyOf(ext, 'supervisor', `?from=${end}&to=${end + 1}`)
    expect(events(items)).toEqual([['expired', anna]])
  })

  test('keeps what happened to a new colleague who turned out to be an agent', async () => {
    const [ext = ''] = await idleNumbers(1)
    const agentUuid = 'agent-0000-0078'
    const colleague = { name: 'Nora New', workNumber: '77300' }
    const { body } = await post('/api/reservations', { items: [{ ext, colleague }] }, 'supervisor')
    const reservation = reserve.answer.parse(body).items[0]?.reservation
    const newColleague = reservation?.colleagueId ?? ''
    await bff.requestAs('supervisor', `/api/reservations/${reservation?.id}`, {}, {}, 'DELETE')
    const before = events(await personsHistory(newColleague))
    expect(before).toEqual([
      ['released', newColleague],
      ['reserved', newColleague],
    ])
    await post('/api/people/import', { rows: [{ agentUuid, workNumber: '77301', name: 'Nora Newman' }] })
    const joined = await post(`/api/people/${newColleague}/join`, { agentUuid, same: true }, 'supervisor')
    expect(joined.status).toBe(200)
    for (const id of [agentUuid, newColleague]) expect(events(await personsHistory(id))).toEqual(before)
    expect((await personsHistory(agentUuid))[0]).toMatchObject({ agent: { name: 'Nora Newman' } })
  })

  test('shows a request once at both numbers of a swap, and to both agents', async () => {
    const [one, other] = ['71001', '71002']
    const [cleo, dan] = ['agent-0006', 'agent-0007']
    const { recordSeen } = store()
    const bound = { [one]: cleo, [other]: dan }
    const records = [one, other].map((ext) =>
      seenExtension(ext, { bindStatus: 1, agentUuid: bound[ext] ?? null, agentName: 'Agent' }),
    )
    await recordSeen([{ records, absent: [], source: 'detail', at: Date.now() }])
    const { body } = await post('/api/service-requests', {
      kind: 'swap',
      reason: 'wrong desks',
      dueOn: '2099-12-05',
      items: [{ ext: one, swapWith: other }],
    })
    const [, id = ''] = /"request":\{"id":"([^"]+)"/.exec(JSON.stringify(body)) ?? []
    const change = (state: string, note?: string) =>
      bff.requestAs('admin', '/api/service-requests', { ids: [id], state, note }, {}, 'PATCH')
    await change('sent')
    // Sent already: nothing happens.
    await change('sent')
    await change('done', 'by telephone')
    const expected = [
      { event: 'done', reason: 'by telephone', dueOn: null },
      { event: 'sent', reason: null, dueOn: null },
      { event: 'asked', reason: 'wrong desks', dueOn: '2099-12-05' },
    ].map((entry) => ({
      ...entry,
      id,
      ext: one,
      swapWith: other,
      change: 'swap',
      agent: { agentUuid: cleo },
      rebindTo: { agentUuid: dan },
      by: { name: 'admin' },
    }))
    const requests = ({ kind }: { kind: string }) => kind === 'request'
    for (const items of [
      (await historyOf(one)).items,
      (await historyOf(other, 'supervisor')).items,
      await personsHistory(cleo),
      await personsHistory(dan),
    ])
      expect(items.filter(requests)).toMatchObject(expected)
  })

  test('shows an action without an outcome, until it has one', async () => {
    const ext = '72001'
    const audit = new Audit(bff.database, createSeal('a session secret for tests, long enough'), {
      account: 'sandbox',
    })
    const actor = { ...system, requestId: randomUUID() }
    const resultsOf = async () =>
      (await historyOf(ext)).items.flatMap((entry) => (entry.kind === 'action' ? [entry.result] : []))
    const reveal = { actor, action: 'extension.reveal', object: ext }
    await audit.write([{ ...reveal, phase: 'intent' }])
    expect(await resultsOf()).toEqual([null])
    await audit.write([{ ...reveal, result: 'done' }])
    expect(await resultsOf()).toEqual(['done'])
    expect((await historyOf(ext, 'supervisor')).items).toEqual([])
  })

  test('shows nothing of another service’s numbers', async () => {
    const [ext = ''] = await idleNumbers(1)
    await reserved(ext)
    await bff.database.db
      .updateTable('history')
      .set({ account: 'other' })
      .where('subject', '=', `number ${ext}`)
      .execute()
    expect((await historyOf(ext)).items).toEqual([])
  })

  test('refuses an invalid place and an invalid agent ID', async () => {
    for (const path of ['/api/extensions/1000/history?before=1', '/api/people/x/history?pageSize=101'])
      expect((await bff.requestAs('admin', path)).status).toBe(400)
  })
})

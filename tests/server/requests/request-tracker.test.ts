import { toReservations } from '#server/reservations/answers.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { RequestKind } from '#contract/service-requests.ts'
import { Audit, system, valuesIn } from '#server/audit/audit-store.ts'
import { storeTime, type Database } from '#server/platform/database/database.ts'
import { createSeal } from '#server/platform/database/encryption.ts'
import { reservedFor } from '#server/reservations/of-people.ts'
import { ReservationReads } from '#server/reservations/store-reads.ts'
import { RequestReads } from '#server/requests/store-reads.ts'
import { RequestWrites } from '#server/requests/store-writes.ts'
import { eachStore } from '../../stores/each-store.ts'
import { followNumbers, serviceNumbers, formattedNumber } from '../service-numbers.ts'

const ada = '9348ee74c2cefd4740db23a3b5bf4a0d'
const bob = '11111111111111111111111111111111'
const hourMs = 3_600_000

eachStore(({ open }) => {
  let database: Database
  let numbers: ReturnType<typeof serviceNumbers>
  let parts: ReturnType<typeof partsOn>

  function partsOn(db: Database) {
    const seal = createSeal('a-session-secret-of-at-least-32-characters')
    const audit = new Audit(db, seal)
    const reserved = new ReservationReads(db, 'here')
    const reads = new RequestReads(db, 'here')
    const writes = new RequestWrites({ database: db, audit, account: 'here', now: Date.now })
    const { show, round } = followNumbers(db, audit, numbers, 'here')
    return { reads, writes, reserved, show, round }
  }

  const request = (kind: RequestKind, exts: readonly string[], keepDays: number | null = null) =>
    parts.writes.create(
      { actor: { ...system, id: 'ada' }, kind, reason: 'moved', dueOn: null, keepDays },
      exts.map((ext) => ({
        ext,
        swapWith: null,
        boundTo: ada,
        rebindTo: kind === 'rebind' ? { agentUuid: bob, agentName: 'Bob' } : null,
      })),
      [],
    )
  const swap = (ext: string, swapWith: string) =>
    parts.writes.create(
      {
        actor: { ...system, id: 'ada' },
        kind: 'swap',
        reason: 'moved',
        dueOn: null,
        keepDays: null,
      },
      [{ ext, swapWith, boundTo: ada, rebindTo: { agentUuid: bob, agentName: null } }],
      [],
    )
  const statesOf = async (ext: string) =>
    (
      await parts.reads.list({ ext }, '2026-12-05', { sort: 'asked', order: 'asc' }, { offset: 0, limit: 10 })
    ).rows.map(({ kind, state }) => `${kind} ${state}`)
  const makeDue = () =>
    sql`UPDATE service_request SET checked_at = checked_at - ${hourMs}`.execute(database.db)

  beforeEach(async () => {
    database = await open()
    numbers = serviceNumbers()
    parts = partsOn(database)
  })

  test('closes each kind of request by the observed state, with the console as audit actor', async () => {
    await request('unbind', ['8001', '8002'])
    await request('rebind', ['8003', '8004'])
    await request('delete', ['8005', '8006'])
    numbers.shown = new Map([
      ['8001', formattedNumber('8001', null)],
      ['8002', formattedNumber('8002', bob)],
      ['8003', formattedNumber('8003', bob)],
      ['8004', formattedNumber('8004', ada)],
      ['8006', formattedNumber('8006', ada)],
    ])
    await parts.round()
    expect(numbers.asked).toEqual([])
    await makeDue()
    await parts.round()
    expect(numbers.asked.toSorted()).toEqual(['8001', '8002', '8003', '8004', '8005', '8006'])
    for (const [ext, state] of [
      ['8001', 'unbind done'],
      ['8002', 'unbind open'],
      ['8003', 'rebind done'],
      ['8004', 'rebind open'],
      ['8005', 'delete done'],
      ['8006', 'delete open'],
    ] as const)
      expect(await statesOf(ext)).toEqual([state])
    const settled = await database.db
      .selectFrom('audit')
      .select(['actor_id', 'object', 'data', 'result'])
      .where('action', '=', 'request.settle')
      .orderBy('object')
      .execute()
    const id: unknown = expect.any(String)
    expect(settled.map(({ data, ...row }) => ({ ...row, ...valuesIn({ data }) }))).toEqual(
      [
        { object: '8001', kind: 'unbind', agent: { before: ada, after: null } },
        { object: '8003', kind: 'rebind', agent: { before: ada, after: bob } },
        { object: '8005', kind: 'delete', agent: { before: ada, after: null } },
      ].map((row) => ({ ...row, id, actor_id: 'console', result: 'done' })),
    )
    await parts.round()
    expect(numbers.asked).toHaveLength(6)
  })

  test('closes a swap once the service shows both numbers with the other agent, however they are seen', async () => {
    await swap('8001', '8002')
    await swap('8003', '8004')
    // Either number is in an open swap already.
    for (const [ext, other] of [
      ['8002', '8001'],
      ['8005', '8001'],
    ] as const)
      expect((await swap(ext, other)).get(ext)).toMatchObject({ code: 'request-exists' })
    numbers.shown = new Map([
      ['8001', formattedNumber('8001', bob)],
      ['8002', formattedNumber('8002', ada)],
      ['8003', formattedNumber('8003', bob)],
      ['8004', formattedNumber('8004', bob)],
    ])
    await makeDue()
    await parts.round()
    expect(numbers.asked.toSorted()).toEqual(['8001', '8002', '8003', '8004'])
    for (const ext of ['8001', '8002']) expect(await statesOf(ext)).toEqual(['swap done'])
    for (const ext of ['8003', '8004']) expect(await statesOf(ext)).toEqual(['swap open'])
    // The first number was shown before; the other one alone ends it.
    const at = Date.now() + 1_000
    await parts.show({ records: [formattedNumber('8004', ada)], absent: [], source: 'detail', at })
    expect(await statesOf('8003')).toEqual(['swap done'])
    const settled = await database.db
      .selectFrom('audit')
      .select(['object', 'data'])
      .where('action', '=', 'request.settle')
      .orderBy('object')
      .execute()
    const values = { id: expect.any(String), kind: 'swap', agent: { before: ada, after: bob } }
    expect(settled.map(({ object, data }) => ({ object, ...valuesIn({ data }) }))).toEqual([
      { object: '8001', ...values, swapWith: '8002' },
      { object: '8003', ...values, swapWith: '8004' },
    ])
  })

  test('looks up the second number of a swap in the next round, if the first one ended a full round', async () => {
    const before = Array.from({ length: 19 }, (_, n) => String(8_100 + n))
    await request('delete', before)
    await swap('8001', '8002')
    for (const ext of [...before, '8001', '8002']) numbers.shown.set(ext, formattedNumber(ext, bob))
    await makeDue()
    await sql`UPDATE service_request SET checked_at = checked_at + 1000 WHERE kind = 'swap'`.execute(
      database.db,
    )
    await parts.round()
    expect(numbers.asked).toHaveLength(20)
    expect(numbers.asked.at(-1)).toBe('8001')
    await parts.round()
    expect(numbers.asked.slice(20)).toEqual(['8001', '8002'])
    await parts.round()
    expect(numbers.asked).toHaveLength(22)
  })

  test('does not delay the requests of other numbers because of one that was never seen and gets no response', async () => {
    await request('unbind', ['8001', '8002'])
    numbers.shown = new Map(['8001', '8002'].map((ext) => [ext, formattedNumber(ext, null)]))
    await makeDue()
    numbers.failing.set('8001', 'timeout')
    await expect(parts.round()).rejects.toThrow('timeout')
    await parts.round()
    expect(numbers.asked).toEqual(['8001', '8002'])
    expect(await statesOf('8002')).toEqual(['unbind done'])
    numbers.failing.clear()
    await makeDue()
    await sql`UPDATE service_request SET tried_at = tried_at - 60000`.execute(database.db)
    await parts.round()
    expect(await statesOf('8001')).toEqual(['unbind done'])
  })

  test('looks up a swap again after a minute, if one of its numbers got no response', async () => {
    await swap('8001', '8002')
    numbers.shown = new Map([
      ['8001', formattedNumber('8001', bob)],
      ['8002', formattedNumber('8002', ada)],
    ])
    const records = ['8001', '8002'].map((ext) => formattedNumber(ext, null))
    await parts.show({ records, absent: [], source: 'detail', at: Date.now() - hourMs })
    await makeDue()
    numbers.failing.set('8001', 'timeout')
    await expect(parts.round()).rejects.toThrow('timeout')
    // The swap is due again after a minute, with both its numbers.
    await parts.round()
    await parts.round()
    expect(numbers.asked).toEqual(['8001'])
    numbers.failing.clear()
    await sql`UPDATE service_request SET tried_at = tried_at - 60000`.execute(database.db)
    await parts.round()
    expect(numbers.asked.slice(1)).toEqual(['8001', '8002'])
    expect(await statesOf('8001')).toEqual(['swap done'])
  })

  test('never looks up a new-password request, and ignores an invalid response', async () => {
    await request('new-password', ['8001'])
    await request('delete', ['8002'])
    numbers.failing.set('8002', 'invalid')
    await makeDue()
    await parts.round()
    expect(numbers.asked).toEqual(['8002'])
    expect(await statesOf('8001')).toEqual(['new-password open'])
    expect(await statesOf('8002')).toEqual(['delete open'])
  })

  test('looks up a number with several requests once', async () => {
    await request('unbind', ['8001'])
    await request('delete', ['8001'])
    numbers.shown.set('8001', formattedNumber('8001', null))
    await makeDue()
    await parts.round()
    expect(numbers.asked).toEqual(['8001'])
    expect((await statesOf('8001')).toSorted()).toEqual(['delete open', 'unbind done'])
  })

  test('closes a request on any user’s read, unless the read is older than the request', async () => {
    await request('unbind', ['8001', '8002'])
    await request('delete', ['8003'])
    const seen = {
      records: [formattedNumber('8001', null), formattedNumber('8002', ada)],
      absent: ['8003'],
      source: 'detail' as const,
    }
    await parts.show({ ...seen, at: Date.now() - hourMs })
    expect(await statesOf('8001')).toEqual(['unbind open'])
    await parts.show({ ...seen, at: Date.now() + 1_000 })
    expect(await statesOf('8001')).toEqual(['unbind done'])
    expect(await statesOf('8002')).toEqual(['unbind open'])
    expect(await statesOf('8003')).toEqual(['delete done'])
    expect(numbers.asked).toEqual([])
  })

  test('keeps a number back from the request until the days after it is free have passed, and gives it to no one', async () => {
    const dayMs = 24 * hourMs
    const asked = await request('unbind', ['8001', '8002', '8003', '8004'], 2)
    expect([...asked.values()].map(({ isKeptBack }) => isKeptBack)).toEqual([true, true, true, true])
    // A repeated request keeps nothing back twice.
    expect((await request('unbind', ['8001'], 2)).get('8001')).toMatchObject({
      code: 'request-exists',
      isKeptBack: false,
    })
    await parts.writes.change(
      { ...system, id: 'bob' },
      { ids: [asked.get('8004')?.row?.id ?? ''], closed: new Set() },
      'withdrawn',
      'stays',
    )
    const kept = async (ext: string) => {
      const { rows } = await parts.reserved.list({ ext }, { offset: 0, limit: 1 })
      const now = await storeTime(database.db, database)
      const names = { database, account: 'here', auth: { users: { namesOf: async () => new Map() } } }
      const [one] = await toReservations(rows, names, now)
      if (one === undefined) throw new Error(`${ext} is not kept back`)
      const left = Math.round((one.expiresAt - now) / hourMs)
      return { state: one.state, from: one.keptBack?.agentUuid, holder: one.holder?.agentUuid ?? null, left }
    }
    const pass = (ms: number) =>
      sql`UPDATE reservation SET checked_at = checked_at - ${ms}, expires_at = expires_at - ${ms}`.execute(
        database.db,
      )
    const look = async (shown: Readonly<Record<string, string | null>>) => {
      numbers.shown = new Map(Object.entries(shown).map(([ext, agent]) => [ext, formattedNumber(ext, agent)]))
      await parts.round()
    }
    const waiting = { state: 'reserved', from: ada, holder: ada, left: 48 }
    expect([await kept('8001'), (await kept('8004')).state]).toEqual([waiting, 'released'])
    // The service gave no answer for longer than that, so the numbers are bound as far as is known.
    await pass(3 * dayMs)
    for (const ext of ['8001', '8002', '8003']) numbers.failing.set(ext, 'timeout')
    await parts.round().catch(() => undefined)
    numbers.failing.clear()
    expect([await kept('8001'), await kept('8003')]).toEqual([waiting, waiting])
    await pass(dayMs)
    await look({ '8001': ada, '8002': null, '8003': bob })
    expect(await kept('8001')).toMatchObject({ state: 'reserved', left: 48 })
    expect(await kept('8002')).toEqual({ ...waiting, holder: null })
    expect(await kept('8003')).toMatchObject({ state: 'taken', holder: bob })
    await pass(dayMs)
    await look({ '8001': null, '8002': null })
    expect([(await kept('8001')).left, (await kept('8002')).left]).toEqual([48, 24])
    // Directory, welcome sheets and the limit of reservations know no agent of it.
    expect(await reservedFor({ database, account: 'here' }, [ada])).toEqual(new Map())
    expect(await parts.reserved.namesFor(['8001'])).toEqual(new Map())
    await pass(dayMs + 1)
    await look({ '8001': null, '8002': null })
    expect([(await kept('8001')).state, (await kept('8002')).state]).toEqual(['reserved', 'expired'])
    const actions = await database.db
      .selectFrom('audit')
      .select(['action', 'object', 'data', 'reason'])
      .where('action', 'like', 'reservation.%')
      .where('object', 'in', ['8002', '8004'])
      .orderBy('at')
      .orderBy('action')
      .execute()
    const values = { id: expect.any(String), agent: ada, days: 2 }
    expect(
      actions.map(({ action, object, reason, ...row }) => [object, action, reason ?? valuesIn(row)]),
    ).toEqual([
      ['8002', 'reservation.keep', { ...values, until: null }],
      ['8004', 'reservation.keep', { ...values, until: null }],
      ['8004', 'reservation.release', 'stays'],
      ['8002', 'reservation.expire', { ...values, until: expect.any(Number) }],
    ])
  })

  test('leaves a withdrawn request unchanged', async () => {
    const made = await request('unbind', ['8001'])
    const id = made.get('8001')?.row?.id ?? ''
    await parts.writes.change(
      { ...system, id: 'bob' },
      { ids: [id], closed: new Set() },
      'withdrawn',
      'stays',
    )
    numbers.shown.set('8001', formattedNumber('8001', null))
    await makeDue()
    await parts.round()
    await parts.show({
      records: [formattedNumber('8001', null)],
      absent: [],
      source: 'detail',
      at: Date.now() + 1_000,
    })
    expect(await statesOf('8001')).toEqual(['unbind withdrawn'])
    expect(numbers.asked).toEqual([])
  })
})

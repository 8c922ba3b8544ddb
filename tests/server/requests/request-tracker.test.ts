import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { RequestKind } from '#contract/service-requests.ts'
import { Audit, system } from '#server/audit/audit-store.ts'
import type { Database } from '#server/platform/database/database.ts'
import { createSeal } from '#server/platform/database/encryption.ts'
import { createRequestReads } from '#server/requests/store-reads.ts'
import { createRequestWrites } from '#server/requests/store-writes.ts'
import { createRequestTracker } from '#server/requests/tracker.ts'
import { eachStore } from '../../stores/each-store.ts'
import { roundOf, serviceNumbers, shownNumber } from '../service-numbers.ts'

const ada = '9348ee74c2cefd4740db23a3b5bf4a0d'
const bob = '11111111111111111111111111111111'
const hourMs = 3_600_000

eachStore(({ open }) => {
  let database: Database
  let numbers: ReturnType<typeof serviceNumbers>
  let parts: ReturnType<typeof partsOn>

  function partsOn(db: Database) {
    const audit = new Audit(db, createSeal('a-session-secret-of-at-least-32-characters'))
    const reads = createRequestReads(db, 'here')
    const writes = createRequestWrites(db, audit, 'here')
    const tracker = createRequestTracker({ reads, writes, upstream: numbers.upstream })
    return { reads, writes, tracker, round: roundOf(tracker) }
  }

  const request = (kind: RequestKind, exts: readonly string[]) =>
    parts.writes.ask(
      { actor: { ...system, id: 'ada' }, userName: 'Ada', kind, reason: 'moved', dueOn: null },
      exts.map((ext) => ({
        ext,
        boundTo: { agentUuid: ada, agentName: 'Ada' },
        rebindTo: kind === 'rebind' ? { agentUuid: bob, agentName: 'Bob' } : null,
      })),
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
      ['8001', shownNumber('8001', null)],
      ['8002', shownNumber('8002', bob)],
      ['8003', shownNumber('8003', bob)],
      ['8004', shownNumber('8004', ada)],
      ['8006', shownNumber('8006', ada)],
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
      .select(['actor_id', 'object', 'reason', 'result'])
      .where('action', '=', 'request.settle')
      .orderBy('object')
      .execute()
    expect(settled).toEqual([
      { actor_id: 'console', object: '8001', reason: 'unbind', result: 'done' },
      { actor_id: 'console', object: '8003', reason: 'rebind', result: 'done' },
      { actor_id: 'console', object: '8005', reason: 'delete', result: 'done' },
    ])
    await parts.round()
    expect(numbers.asked).toHaveLength(6)
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
    numbers.shown.set('8001', shownNumber('8001', null))
    await makeDue()
    await parts.round()
    expect(numbers.asked).toEqual(['8001'])
    expect((await statesOf('8001')).toSorted()).toEqual(['delete open', 'unbind done'])
  })

  test('closes a request on any user’s read, unless the read is older than the request', async () => {
    await request('unbind', ['8001', '8002'])
    await request('delete', ['8003'])
    const seen = {
      records: [shownNumber('8001', null), shownNumber('8002', ada)],
      absent: ['8003'],
      source: 'detail' as const,
    }
    await parts.tracker.recordSeen([{ ...seen, at: Date.now() - hourMs }])
    expect(await statesOf('8001')).toEqual(['unbind open'])
    await parts.tracker.recordSeen([{ ...seen, at: Date.now() + 1_000 }])
    expect(await statesOf('8001')).toEqual(['unbind done'])
    expect(await statesOf('8002')).toEqual(['unbind open'])
    expect(await statesOf('8003')).toEqual(['delete done'])
    expect(numbers.asked).toEqual([])
  })

  test('leaves a withdrawn request unchanged', async () => {
    const made = await request('unbind', ['8001'])
    const id = made.get('8001')?.row?.id ?? ''
    await parts.writes.change({ ...system, id: 'bob' }, 'Bob', {
      ids: [id],
      state: 'withdrawn',
      note: 'stays',
    })
    numbers.shown.set('8001', shownNumber('8001', null))
    await makeDue()
    await parts.round()
    await parts.tracker.recordSeen([
      { records: [shownNumber('8001', null)], absent: [], source: 'detail', at: Date.now() + 1_000 },
    ])
    expect(await statesOf('8001')).toEqual(['unbind withdrawn'])
    expect(numbers.asked).toEqual([])
  })
})

import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { mostReserved } from '#contract/reservations.ts'
import { extensionNotFoundCodes } from '#upstream/assumptions.ts'
import { UpstreamError, type UpstreamErrorKind } from '#upstream/errors.ts'
import { createReservationTracker } from '#server/reservations/tracker.ts'
import { createReservationReads } from '#server/reservations/store-reads.ts'
import { createReservationWrites } from '#server/reservations/store-writes.ts'
import { createAudit, system } from '#server/audit/audit-store.ts'
import type { Database } from '#server/platform/database/database.ts'
import { createSeal } from '#server/platform/database/encryption.ts'
import { extensionRecord } from '#upstream/wire.ts'
import { eachStore } from '../../stores/each-store.ts'

const ada = '9348ee74c2cefd4740db23a3b5bf4a0d'
const bob = '11111111111111111111111111111111'
const longAgoMs = 3_600_000

/** A record as the service sends it. */
function record(ext: string, agentUuid: string | null) {
  const bound = agentUuid === null ? {} : { agentUuid, agentName: 'Bob', bindTime: 1_700_000_000_000 }
  return { ...extensionRecord.parse({ ext, bindStatus: agentUuid === null ? 0 : 1, ...bound }), ext }
}

let keys = 0
eachStore(({ open }) => {
  let database: Database
  let shown: Map<string, ReturnType<typeof record> | null>
  let failing: Map<string, UpstreamErrorKind>
  let asked: string[]
  let parts: ReturnType<typeof partsOn>

  function partsOn(db: Database) {
    const seal = createSeal('a-session-secret-of-at-least-32-characters')
    const audit = createAudit(db, seal)
    const reads = createReservationReads(db, 'here')
    const writes = createReservationWrites(db, audit, seal, 'here')
    const tracker = createReservationTracker({
      reads,
      writes,
      onFault: (error) => {
        throw error
      },
      upstream: {
        getExtension: ({ ext }) => {
          asked.push(ext)
          const kind = failing.get(ext)
          if (kind !== undefined)
            return Promise.reject(
              new UpstreamError({ kind, operation: 'extension_detail', definitelyNotApplied: true }),
            )
          const data = shown.get(ext)
          return data
            ? Promise.resolve({ data, warnings: [] })
            : Promise.reject(
                new UpstreamError({
                  kind: 'refused',
                  operation: 'extension_detail',
                  code: extensionNotFoundCodes[0],
                  definitelyNotApplied: true,
                }),
              )
        },
      },
    })
    const round = () => tracker.round({ read: (call) => call(), signal: new AbortController().signal })
    return { reads, writes, tracker, round }
  }

  const reserve = (numbers: readonly string[], agentUuid = ada) =>
    parts.writes.claim(
      {
        actor: { ...system, id: 'ada' },
        userName: 'Ada',
        idempotencyKey: `key-${++keys}`,
        body: '',
        hours: 1,
      },
      numbers.map((ext) => ({
        ext,
        agentUuid,
        joinerId: null,
        agentName: null,
        domain: null,
        langCodeTxt: null,
      })),
      [],
    )
  const stateOf = async (ext: string) => (await parts.reads.list({ ext }, { offset: 0, limit: 1 })).items[0]
  const pass = (column: 'checked_at' | 'expires_at') =>
    sql`UPDATE reservation SET ${sql.ref(column)} = ${sql.ref(column)} - ${2 * longAgoMs}`.execute(
      database.db,
    )

  beforeEach(async () => {
    database = await open()
    asked = []
    shown = new Map()
    failing = new Map()
    parts = partsOn(database)
  })

  test('bound as planned, taken by another, free still, unknown: each as the service shows it', async () => {
    await reserve(['8001', '8002', '8003', '8004'])
    shown = new Map([
      ['8001', record('8001', ada)],
      ['8002', record('8002', bob)],
      ['8003', record('8003', null)],
    ])
    await parts.round()
    expect(asked).toEqual([])
    await pass('checked_at')
    await parts.round()
    expect(asked.toSorted()).toEqual(['8001', '8002', '8003', '8004'])
    expect(await stateOf('8001')).toMatchObject({ state: 'bound', holder: { agentUuid: ada } })
    expect(await stateOf('8002')).toMatchObject({
      state: 'taken',
      holder: { agentUuid: bob, agentName: 'Bob', since: 1_700_000_000_000 },
    })
    expect(await stateOf('8003')).toMatchObject({ state: 'reserved', missing: false })
    expect(await stateOf('8004')).toMatchObject({ state: 'reserved', missing: true })
    // All have just been looked at.
    await parts.round()
    expect(asked).toHaveLength(4)
    const results = await database.db
      .selectFrom('audit')
      .select(['object', 'result'])
      .where('action', '=', 'reservation.settle')
      .orderBy('object')
      .execute()
    expect(results).toEqual([
      { object: '8001', result: 'bound' },
      { object: '8002', result: 'taken' },
    ])
  })

  test('bound as planned when the service writes the uuid in capitals', async () => {
    await reserve(['8005'])
    shown = new Map([['8005', record('8005', ada.toUpperCase())]])
    await pass('checked_at')
    await parts.round()
    expect((await stateOf('8005'))?.state).toBe('bound')
  })

  test('a number that cannot be read stops no other; a service that is away stops the round', async () => {
    await reserve(['8001', '8002'])
    await pass('checked_at')
    await parts.round()
    expect(await stateOf('8001')).toMatchObject({ missing: true })

    shown = new Map([['8002', record('8002', bob)]])
    await pass('checked_at')
    // So that it is the first.
    await sql`UPDATE reservation SET checked_at = 0 WHERE ext = '8001'`.execute(database.db)
    asked = []
    failing = new Map([['8001', 'unreachable']])
    await expect(parts.round()).rejects.toThrow(UpstreamError)
    expect(asked).toEqual(['8001'])
    // Another replica goes on, again with the one unasked for longest.
    parts = partsOn(database)
    failing = new Map([['8001', 'invalid']])
    await parts.round()
    expect(asked).toEqual(['8001', '8001', '8002'])
    expect(await stateOf('8002')).toMatchObject({ state: 'taken' })
    // Nothing new is known about it.
    expect(await stateOf('8001')).toMatchObject({ state: 'reserved', missing: true })
    await parts.round()
    expect(asked).toHaveLength(3)
  })

  test('a number without any answer does not keep the others waiting', async () => {
    await reserve(['8001', '8002', '8003'])
    shown = new Map(['8001', '8002', '8003'].map((ext) => [ext, record(ext, ada)]))
    await pass('checked_at')
    await sql`UPDATE reservation SET checked_at = 0 WHERE ext = '8001'`.execute(database.db)
    failing = new Map([['8001', 'timeout']])
    const before = await stateOf('8001')
    await expect(parts.round()).rejects.toThrow(UpstreamError)
    await expect(parts.round()).rejects.toThrow(UpstreamError)
    expect([(await stateOf('8002'))?.state, (await stateOf('8003'))?.state]).toEqual(['bound', 'bound'])
    // It has not been looked at, and is not said to be.
    expect(await stateOf('8001')).toEqual(before)
    failing.clear()
    await parts.round()
    expect((await stateOf('8001'))?.state).toBe('bound')
  })

  test('time over: expired at once for readers, free for the next, and never changed afterwards', async () => {
    await reserve(['8001', '8002'])
    await pass('expires_at')
    expect((await stateOf('8001'))?.state).toBe('expired')
    expect((await parts.reads.open()).items).toEqual([])
    expect((await parts.reads.list({ state: 'expired' }, { offset: 0, limit: 10 })).total).toBe(2)
    const again = await reserve(['8001'], bob)
    expect(again.get('8001')?.code).toBeNull()
    await parts.round()
    expect((await parts.reads.list({ state: 'expired' }, { offset: 0, limit: 10 })).total).toBe(2)
    parts.tracker.saw({ records: [record('8002', ada)], at: Date.now() })
    await parts.tracker.close()
    expect((await stateOf('8002'))?.state).toBe('expired')
  })

  test('a read by any user ends a reservation without another call', async () => {
    await reserve(['8001', '8002'])
    const seen = [record('8001', ada), record('8002', null), record('9999', bob)]
    parts.tracker.saw({ records: seen, at: Date.now() - longAgoMs })
    await parts.tracker.close()
    expect((await stateOf('8001'))?.state).toBe('reserved')
    parts.tracker.saw({ records: seen, at: Date.now() + 1_000 })
    await parts.tracker.close()
    expect((await stateOf('8001'))?.state).toBe('bound')
    expect((await stateOf('8002'))?.state).toBe('reserved')
    expect(asked).toEqual([])
  })

  test('no user reserves more than the limit; a release makes room', async () => {
    const numbers = Array.from({ length: mostReserved + 1 }, (_, i) => String(10_000 + i))
    const claimed = await reserve(numbers)
    expect([...claimed.values()].filter(({ code }) => code === null)).toHaveLength(mostReserved)
    expect(claimed.get(String(10_000 + mostReserved))?.code).toBe('reservation-too-many')
    const id = claimed.get('10000')?.row?.id ?? ''
    const actor = { ...system, id: 'ada' }
    const release = () =>
      parts.writes.release(actor, { userName: 'Ada', anyones: false }, { id, reason: 'left' })
    expect(await Promise.all([release(), release()])).toEqual(['done', 'reservation-ended'])
    expect((await reserve(['20000'])).get('20000')?.code).toBeNull()
  })
})

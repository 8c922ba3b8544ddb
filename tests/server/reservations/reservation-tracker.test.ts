import { holderIn } from '#server/numbers/shown.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { maxReserved } from '#contract/reservations.ts'
import { UpstreamError } from '#upstream/errors.ts'
import type { NumberedExtension } from '#upstream/records.ts'
import { boundColleagues } from '#server/reservations/of-people.ts'
import { ReservationReads } from '#server/reservations/store-reads.ts'
import { readOpen, release } from '#server/reservations/change.ts'
import { reserveFree } from '#server/reservations/reserve.ts'
import { Audit, system } from '#server/audit/audit-store.ts'
import type { Database } from '#server/platform/database/database.ts'
import { createSeal } from '#server/platform/database/encryption.ts'
import { eachStore } from '../../stores/each-store.ts'
import { followNumbers, serviceNumbers, formattedNumber } from '../service-numbers.ts'

const ada = '9348ee74c2cefd4740db23a3b5bf4a0d'
const bob = '11111111111111111111111111111111'
const colleagueId = '11111111-2222-4333-8444-555555555555'
const longAgoMs = 3_600_000

let keys = 0
eachStore(({ open }) => {
  let database: Database
  let numbers: ReturnType<typeof serviceNumbers>
  let parts: ReturnType<typeof partsOn>

  function partsOn(db: Database) {
    const seal = createSeal('a-session-secret-of-at-least-32-characters')
    const audit = new Audit(db, seal)
    const reads = new ReservationReads(db, 'here')
    const context = { database: db, audit, seal, account: 'here', now: Date.now }
    const { show, round, check } = followNumbers(db, audit, numbers, 'here')
    return { reads, context, show, round, check }
  }

  const reserve = (exts: readonly string[], agentUuid: string | null = ada, at = Date.now() + 1_000) =>
    reserveFree(
      parts.context,
      {
        actor: { ...system, id: 'ada' },
        idempotencyKey: `key-${++keys}`,
        body: '',
        until: Date.now() + 3_600_000,
      },
      exts.map((ext) => ({
        ext,
        at,
        agentUuid,
        colleagueId: agentUuid === null ? colleagueId : null,
        agentName: null,
        colleague: agentUuid === null ? { name: 'Maria Santos', kind: 'person' } : null,
        domain: null,
        langCodeTxt: null,
      })),
      [],
    )
  const reserveForColleague = (ext: string) => reserve([ext], null)
  /** Shows a number in an answer to any call. */
  const show = (record: NumberedExtension) =>
    parts.show({ records: [record], absent: [], source: 'detail', at: Date.now() + 1_000 })
  const stateOf = async (ext: string) => {
    const [row] = (await parts.reads.list({ ext }, { offset: 0, limit: 1 })).rows
    return row === undefined ? undefined : { ...row, holder: holderIn(row), missing: row.missing === 1 }
  }
  /** Moves a time back; by default past the next look-up, or to the end of the reservations `ms` ago. */
  const pass = (column: 'checked_at' | 'expires_at', ms = longAgoMs) =>
    sql`UPDATE reservation SET ${sql.ref(column)} = ${sql.ref(column)} - ${longAgoMs + ms}`.execute(
      database.db,
    )

  beforeEach(async () => {
    database = await open()
    numbers = serviceNumbers()
    parts = partsOn(database)
  })

  test('marks numbers as bound, taken, still free or missing, as the service shows them', async () => {
    await reserve(['8001', '8002', '8003', '8004'])
    numbers.shown = new Map([
      ['8001', formattedNumber('8001', ada)],
      ['8002', formattedNumber('8002', bob)],
      ['8003', formattedNumber('8003', null)],
    ])
    await parts.round()
    expect(numbers.asked).toEqual([])
    await pass('checked_at')
    await parts.round()
    expect(numbers.asked.toSorted()).toEqual(['8001', '8002', '8003', '8004'])
    expect(await stateOf('8001')).toMatchObject({ state: 'bound', holder: { agentUuid: ada } })
    expect(await stateOf('8002')).toMatchObject({
      state: 'taken',
      holder: { agentUuid: bob, since: 1_700_000_000_000 },
    })
    expect(await stateOf('8003')).toMatchObject({ state: 'reserved', missing: false })
    expect(await stateOf('8004')).toMatchObject({ state: 'reserved', missing: true })
    // All numbers were just looked up.
    await parts.round()
    expect(numbers.asked).toHaveLength(4)
    const results = await database.db
      .selectFrom('audit')
      .select(['object', 'action', 'result'])
      .where('action', 'in', ['reservation.fulfill', 'reservation.lose'])
      .orderBy('object')
      .execute()
    expect(results).toEqual([
      { object: '8001', action: 'reservation.fulfill', result: 'done' },
      { object: '8002', action: 'reservation.lose', result: 'done' },
    ])
  })

  test('changes nothing for a record that does not say whether the number is bound', async () => {
    await reserve(['8005'])
    await reserveForColleague('8006')
    await show(formattedNumber('8006', bob))
    for (const bindStatus of [null, 7]) {
      numbers.shown = new Map(
        ['8005', '8006'].map((ext) => [ext, { ...formattedNumber(ext, null), bindStatus, agentUuid: bob }]),
      )
      await parts.show({
        records: [...numbers.shown.values()],
        absent: [],
        source: 'detail',
        at: Date.now() + 1_000,
      })
      await pass('checked_at')
      await parts.round()
      expect(await stateOf('8005')).toMatchObject({ state: 'reserved', holder: null })
      expect(await stateOf('8006')).toMatchObject({ state: 'reserved', holder: { agentUuid: bob } })
    }
  })

  test.each([
    ['ahead of', 60],
    ['behind', -60],
  ])(
    'knows a room’s number until it is bound again while the console’s clock is %s the store’s',
    async (_how, aheadMin) => {
      await reserveForColleague('8007')
      await database.db
        .updateTable('person')
        .set({ kind: 'resource' })
        .where('id', '=', colleagueId)
        .execute()
      await sql`UPDATE reservation SET reserved_at = reserved_at - ${2 * 3_600_000}`.execute(database.db)
      const showAfter = (minutes: number, agentUuid: string | null) =>
        parts.show({
          records: [formattedNumber('8007', agentUuid)],
          absent: [],
          source: 'detail',
          at: Date.now() + (aheadMin + minutes) * 60_000,
        })
      const roomNumbers = () => boundColleagues({ database, account: 'here' }).execute()
      await showAfter(0, bob)
      expect(await stateOf('8007')).toMatchObject({ state: 'bound', holder: { agentUuid: bob } })
      expect(await roomNumbers()).toEqual([{ joiner_id: colleagueId, ext: '8007' }])
      await showAfter(10, null)
      await showAfter(20, ada)
      expect(await roomNumbers()).toEqual([])
    },
  )

  test('marks a number as bound when the service sends the UUID in upper case', async () => {
    await reserve(['8005'])
    numbers.shown = new Map([['8005', formattedNumber('8005', ada.toUpperCase())]])
    await pass('checked_at')
    await parts.round()
    expect((await stateOf('8005'))?.state).toBe('bound')
  })

  test('continues after an unreadable number, and stops the round when the service is unavailable', async () => {
    await reserve(['8001', '8002'])
    await pass('checked_at')
    await parts.round()
    expect(await stateOf('8001')).toMatchObject({ missing: true })

    numbers.shown = new Map([['8002', formattedNumber('8002', bob)]])
    await pass('checked_at')
    // Makes this number the first of the round.
    await sql`UPDATE reservation SET checked_at = 0 WHERE ext = '8001'`.execute(database.db)
    numbers.asked = []
    numbers.failing = new Map([['8001', 'unreachable']])
    await expect(parts.round()).rejects.toThrow(UpstreamError)
    expect(numbers.asked).toEqual(['8001'])
    // Another replica continues with the number not looked up for the longest time.
    parts = partsOn(database)
    await sql`UPDATE reservation SET checked_at = 0, tried_at = NULL WHERE ext = '8001'`.execute(database.db)
    numbers.failing = new Map([['8001', 'invalid']])
    await parts.round()
    expect(numbers.asked).toEqual(['8001', '8001', '8002'])
    expect(await stateOf('8002')).toMatchObject({ state: 'taken' })
    // The unreadable response changes nothing.
    expect(await stateOf('8001')).toMatchObject({ state: 'reserved', missing: true, checked_at: 0 })
    await parts.round()
    expect(numbers.asked).toHaveLength(3)
  })

  test.each([
    ['was seen before', true],
    ['was never seen', false],
  ])('does not delay other numbers because of one without a response that %s', async (_how, isSeen) => {
    const exts = ['8001', '8002', '8003']
    await reserve(exts)
    const records = exts.map((ext) => formattedNumber(ext, null))
    if (isSeen) await parts.show({ records, absent: [], source: 'detail', at: Date.now() - longAgoMs })
    numbers.shown = new Map(exts.map((ext) => [ext, formattedNumber(ext, ada)]))
    await pass('checked_at')
    await sql`UPDATE reservation SET checked_at = 0 WHERE ext = '8001'`.execute(database.db)
    numbers.failing = new Map([['8001', 'timeout']])
    const before = await stateOf('8001')
    await expect(parts.round()).rejects.toThrow(UpstreamError)
    await parts.round()
    expect(numbers.asked).toEqual(['8001', '8002', '8003'])
    expect([(await stateOf('8002'))?.state, (await stateOf('8003'))?.state]).toEqual(['bound', 'bound'])
    // Of the failed look-up, only its time is recorded: the service has not answered.
    expect(await stateOf('8001')).toEqual({ ...before, tried_at: expect.any(Number) })
    numbers.failing.clear()
    // It is due again after a minute, on every replica.
    await sql`UPDATE reservation SET tried_at = tried_at - 60000`.execute(database.db)
    await partsOn(database).round()
    expect((await stateOf('8001'))?.state).toBe('bound')
  })

  test('counts a user’s look-up as answered only if the service answered', async () => {
    await reserve(['8001', '8002', '8003'])
    numbers.shown = new Map([['8001', formattedNumber('8001', null)]])
    numbers.failing = new Map([['8003', 'invalid']])
    await sql`UPDATE reservation SET checked_at = 0`.execute(database.db)
    await parts.check(['8001', '8002', '8003'])
    const isChecked = async (ext: string) => (await stateOf(ext))?.checked_at !== 0
    expect(await Promise.all(['8001', '8002', '8003'].map(isChecked))).toEqual([true, true, false])
  })

  test('looks a number up before its reservation expires', async () => {
    await reserve(['8001', '8002', '8003', '8004'])
    await reserveForColleague('8005')
    numbers.shown = new Map([
      ['8001', formattedNumber('8001', ada)],
      ['8002', formattedNumber('8002', null)],
      ['8005', formattedNumber('8005', bob)],
    ])
    numbers.failing.set('8004', 'invalid')
    await pass('checked_at')
    await pass('expires_at', 1_000)
    // Until the service has answered, the number is not free for others.
    expect((await reserve(['8001'], bob, 0)).get('8001')?.code).toBe('reservation-held')
    await parts.round()
    expect(numbers.asked.toSorted()).toEqual(['8001', '8002', '8003', '8004', '8005'])
    expect(
      await Promise.all(
        ['8001', '8002', '8003', '8004', '8005'].map(async (ext) => (await stateOf(ext))?.state),
      ),
    ).toEqual(['bound', 'expired', 'expired', 'reserved', 'bound'])
    // Bound to an account that nobody has identified: it came true, and its holder is shown.
    expect((await stateOf('8005'))?.holder).toMatchObject({ agentUuid: bob })
    await pass('expires_at', longAgoMs)
    await parts.round()
    expect((await stateOf('8004'))?.state).toBe('expired')
  })

  test('reserves a free number whose reservation has ended, without waiting for its look-up', async () => {
    await reserve(['8001', '8002'])
    await pass('expires_at', longAgoMs)
    const again = await reserve(['8001'], bob)
    expect(again.get('8001')?.code).toBeNull()
    expect((await parts.reads.list({ state: 'expired' }, { offset: 0, limit: 10 })).total).toBe(1)
    await parts.round()
    expect((await parts.reads.list({ state: 'expired' }, { offset: 0, limit: 10 })).total).toBe(2)
    await show(formattedNumber('8002', ada))
    expect((await stateOf('8002'))?.state).toBe('expired')
  })

  test('ends a reservation on any user’s read without another call', async () => {
    await reserve(['8001', '8002'])
    const seen = [formattedNumber('8001', ada), formattedNumber('8002', null), formattedNumber('9999', bob)]
    await parts.show({ records: seen, absent: [], source: 'detail', at: Date.now() - longAgoMs })
    expect((await stateOf('8001'))?.state).toBe('reserved')
    await parts.show({ records: seen, absent: [], source: 'detail', at: Date.now() + 1_000 })
    expect((await stateOf('8001'))?.state).toBe('bound')
    expect((await stateOf('8002'))?.state).toBe('reserved')
    expect(numbers.asked).toEqual([])
  })

  test('stores what the service shows together with all that follows from it, or neither', async () => {
    await reserve(['8001'])
    const show = () =>
      parts.show({
        records: [formattedNumber('8001', ada), formattedNumber('8002', bob)],
        absent: [],
        source: 'detail',
        at: Date.now() + 1_000,
      })
    const stored = async () => [
      (await database.db.selectFrom('number').select('ext').orderBy('ext').execute()).map(({ ext }) => ext),
      (await stateOf('8001'))?.state,
    ]
    const spoil = (mac: string) => database.db.updateTable('audit_head').set({ mac }).execute()
    const { mac } = await database.db.selectFrom('audit_head').select('mac').executeTakeFirstOrThrow()
    await spoil('spoiled')
    await expect(show()).rejects.toThrow('unavailable')
    expect(await stored()).toEqual([['8002'], 'reserved'])
    await spoil(mac)
    await show()
    expect(await stored()).toEqual([['8001', '8002'], 'bound'])
  })

  test('limits reservations per user, and makes room on release', async () => {
    const many = Array.from({ length: maxReserved + 1 }, (_, i) => String(10_000 + i))
    const claimed = await reserve(many)
    expect([...claimed.values()].filter(({ code }) => code === null)).toHaveLength(maxReserved)
    expect(claimed.get(String(10_000 + maxReserved))?.code).toBe('reservation-too-many')
    const id = claimed.get('10000')?.row?.id ?? ''
    const by = { actor: { ...system, id: 'ada' }, anyones: false }
    const releaseOnce = () =>
      parts.context.audit.transaction(async (transaction, write) =>
        release(
          transaction,
          write,
          parts.context,
          by,
          await readOpen(transaction, parts.context, id),
          'left',
        ),
      )
    expect(await Promise.allSettled([releaseOnce(), releaseOnce()])).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { code: 'reservation-ended' } },
    ])
    expect((await reserve(['20000'])).get('20000')?.code).toBeNull()
  })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readCapacity } from '#contract/capacity.ts'
import { numbersStatus, listNumbers } from '#contract/numbers.ts'
import { numberStates } from '#contract/number-states.ts'
import { reserve, type ReservationState } from '#contract/reservations.ts'
import { readFigures } from '#server/capacity/ranges.ts'
import type { Database } from '#server/platform/database/database.ts'
import { eachStore } from '../../stores/each-store.ts'
import { openBff, type Bff } from '../bff.ts'
import { numberStore, seenExtension } from './number-store.ts'

const hourMs = 3_600_000
const start = Date.now() - hourMs
const account = 'a'

/** A reservation that expires in `endsInMs`. */
const reservationRow = (ext: string, endsInMs: number, state: ReservationState = 'reserved') => ({
  id: randomUUID(),
  account,
  ext,
  agent_uuid: 'agent-01',
  user_id: 'user-01',
  idempotency_key: randomUUID(),
  body_mac: '-',
  state,
  reserved_at: start,
  expires_at: Date.now() + endsInMs,
  checked_at: start,
})
const addReservations = (database: Database, rows: ReturnType<typeof reservationRow>[]) =>
  database.db.insertInto('reservation').values(rows).execute()

eachStore(({ open, copyStore }) => {
  test('counts a free number with an open reservation as reserved in every list and count', async () => {
    const database = await open()
    const store = numberStore(database, account)
    const exts = Array.from({ length: 60 }, (_, i) => String(80_000 + i * 7))
    const languages = ['Opus', 'G.711 alaw', null]
    const records = exts.map((ext, i) =>
      seenExtension(ext, { bindStatus: [0, 1, 0, 7][i % 4] ?? null, langCodeTxt: languages[i % 3] ?? null }),
    )
    await store.recordSeen([{ records, absent: [], source: 'idle', at: start }])
    await store.recordSeen([{ records: [], absent: ['80000'], source: 'detail', at: start + 1 }])
    const reserved = exts.filter((_, i) => i % 5 < 2)
    await addReservations(database, [
      ...reserved.map((ext) => reservationRow(ext, hourMs)),
      // Expired; released; for a number that was never seen.
      ...exts.filter((_, i) => i % 5 === 2).map((ext) => reservationRow(ext, -1, 'expired')),
      ...exts.filter((_, i) => i % 5 === 3).map((ext) => reservationRow(ext, hourMs, 'released')),
      reservationRow('99999', hourMs),
    ])

    const expected = (ext: string, i: number) => {
      if (ext === '80000') return 'gone'
      const seen = ['free', 'bound', 'free', 'unknown'][i % 4] ?? ''
      return seen === 'free' && reserved.includes(ext) ? 'reserved' : seen
    }
    const rows = await store.after({ withGone: true }, null, 1_000)
    expect(rows.map(({ ext, state }) => [ext, state])).toEqual(exts.map((ext, i) => [ext, expected(ext, i)]))
    expect(await store.byNumbers(exts)).toEqual(rows)
    expect(await store.byNumber('80014')).toEqual(rows[2])
    for (const state of numberStates)
      for (const start of ['', '80', '800', '80014', '8021'])
        for (const language of [undefined, 'Opus', '']) {
          const own = rows.filter(
            (row) =>
              row.state === state &&
              row.ext.startsWith(start) &&
              (language === undefined || row.language === language),
          )
          const filter = { state, pattern: `${start}*`, language }
          expect(await store.after(filter, null, 1_000)).toEqual(own)
          const listed = await store.list(filter, { pageSize: 1_000, order: 'desc' })
          expect(listed).toEqual({ rows: own.toReversed(), total: own.length })
        }
    const states = await store.states()
    expect(new Set(states.flatMap(({ state, oldest }) => (state === 'reserved' ? [oldest] : [])))).toEqual(
      new Set([start]),
    )

    const figures = await readFigures({ numbers: store, pools: () => Promise.resolve([]) })
    const ranges = await figures.byPrefix()
    const countOf = (prefix: string, state: string) =>
      rows.filter((row) => row.state === state && row.ext.startsWith(prefix)).length
    for (const prefix of ['', '8', '800', '8001', '80014', '8021', '9']) {
      const counts = {
        scope: prefix,
        pool: null,
        free: countOf(prefix, 'free'),
        reserved: countOf(prefix, 'reserved'),
        bound: countOf(prefix, 'bound'),
        unavailable: 0,
        unknown: countOf(prefix, 'unknown'),
        unlisted: 0,
      }
      expect(await figures.of(prefix)).toEqual(counts)
      // Only some lengths are useful ranges.
      expect([undefined, counts]).toContainEqual(ranges.find(({ scope }) => scope === prefix))
    }
  })

  test('counts all numbers of a prefix when every free number is reserved', async () => {
    const database = await open()
    await numberStore(database, account).recordSeen([
      { records: [seenExtension('8001', { bindStatus: 0 })], absent: [], source: 'idle', at: start },
    ])
    await addReservations(database, [reservationRow('8001', hourMs)])
    const only = { free: 0, reserved: 1, bound: 0, unavailable: 0, unknown: 0 }
    const figures = await readFigures({
      numbers: numberStore(database, account),
      pools: () => Promise.resolve([]),
    })
    expect(figures.whole).toEqual({ scope: '', pool: null, unlisted: 0, ...only })
    expect(await figures.of('8001')).toEqual({ scope: '8001', pool: null, unlisted: 0, ...only })
  })

  let bff: Bff
  beforeAll(async () => {
    bff = await openBff({
      store: await copyStore(),
      sandbox: { extensions: 60 },
      timings: { idlePagesEveryMs: 100, numbersWriteMs: 20 },
    })
  })
  afterAll(() => bff.close())

  test('shows the same free count in the list and the overview before, during and after a reservation', async () => {
    const get = async (path: string) => (await bff.requestAs('supervisor', path)).body
    const figures = async () => {
      const { whole } = readCapacity.answer.parse(await get('/api/capacity'))
      const { states } = numbersStatus.answer.parse(await get('/api/numbers/status'))
      const listed = async (state: string) =>
        listNumbers.answer.parse(await get(`/api/numbers?state=${state}&pageSize=1000`))
      const [free, reserved] = [await listed('free'), await listed('reserved')]
      const counted = (state: string) => states.find((each) => each.state === state)?.count
      expect([counted('free'), free.total, free.items.length]).toEqual(Array(3).fill(whole.free))
      expect([counted('reserved'), reserved.total, reserved.items.length]).toEqual(
        Array(3).fill(whole.reserved),
      )
      return { free: whole.free, reserved: reserved.items.map(({ ext }) => ext) }
    }
    await vi.waitFor(async () => {
      const { crawledAt } = readCapacity.answer.parse(await get('/api/capacity'))
      if (crawledAt === null) throw new Error('still reading')
    }, 60_000)
    const before = await figures()
    expect(before.reserved).toEqual([])
    const { items } = listNumbers.answer.parse(await get('/api/numbers?state=free&pageSize=1'))
    const ext = items[0]?.ext ?? ''
    const made = reserve.answer.parse(
      (
        await bff.requestAs(
          'supervisor',
          '/api/reservations',
          { items: [{ ext, agentUuid: '9348ee74c2cefd4740db23a3b5bf4a0d' }] },
          { 'idempotency-key': randomUUID() },
        )
      ).body,
    )
    expect(await figures()).toEqual({ free: before.free - 1, reserved: [ext] })
    const csv = await bff.requestAs('supervisor', `/api/numbers/export.csv?search=${ext}&bom=0`)
    expect(csv.text).toMatch(new RegExp(`^${ext},[^,]*,reserved,`, 'm'))
    const id = made.items[0]?.reservation?.id ?? ''
    await bff.requestAs('supervisor', `/api/reservations/${id}`, { reason: 'no longer needed' }, {}, 'DELETE')
    expect(await figures()).toEqual(before)
  })
})

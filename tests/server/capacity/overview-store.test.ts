import { describe, expect, test } from 'vitest'
import { maxThresholds, type NewThreshold } from '#contract/capacity.ts'
import { isAlert, readThresholds } from '#server/capacity/alerts.ts'
import { readFigures, takeSnapshot, withForecast } from '#server/capacity/ranges.ts'
import { zoneTimes } from '#contract/zone-time.ts'
import { Numbers } from '#server/numbers/numbers.ts'
import { lastWholeScan } from '#server/numbers/scan.ts'
import { SnapshotStore } from '#server/capacity/snapshots.ts'
import type { Database } from '#server/platform/database/database.ts'
import { ThresholdStore } from '#server/capacity/thresholds.ts'
import { PoolStore } from '#server/pools/store.ts'
import { eachStore } from '../../stores/each-store.ts'
import { numberStore, seenExtension } from '../numbers/number-store.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const now = Date.UTC(2026, 10, 21, 9, 20)
const account = 'https://service.example sandbox'

function partsOf(database: Database) {
  const thresholds = new ThresholdStore(database, account)
  return {
    numbers: new Numbers(database, account),
    pools: () => new PoolStore(database, account).all(),
    crawledAt: () => lastWholeScan(database.db, account),
    snapshots: new SnapshotStore(database, account, zoneTimes('UTC').date),
    thresholds: Object.assign(thresholds, {
      set: (threshold: NewThreshold, by: string, at: number) =>
        database.db.transaction().execute((transaction) => thresholds.change(transaction, threshold, by, at)),
    }),
  }
}

/** Records the numbers as seen; `bindStatus` 0 is free, 1 is bound. */
async function see(database: Database, exts: readonly string[], bindStatus: number | null, at = now) {
  const records = exts.map((ext) => seenExtension(ext, { bindStatus }))
  await numberStore(database, account).recordSeen([{ records, absent: [], source: 'idle', at }])
}
const numbers = (from: number, count: number) => Array.from({ length: count }, (_, n) => String(from + n))

/** Marks the idle crawl as complete. */
const crawled = (database: Database, at: number) =>
  database.db
    .insertInto('crawl')
    .values({ account, kind: 'idle', done: 0, last_whole_at: at, last_ended_at: at, last_missed: 0 })
    .onConflict((conflict) => conflict.columns(['account', 'kind']).doUpdateSet({ last_whole_at: at }))
    .execute()

/** Takes one snapshot per day with these free counts, ending today. */
async function remember(database: Database, scope: string, free: readonly number[]) {
  const { snapshots } = partsOf(database)
  for (const [index, count] of free.entries())
    await snapshots.take(now - (free.length - 1 - index) * dayMs - hourMs, [
      { scope, free: count, reserved: 0, bound: 0, unavailable: 0, unknown: 0 },
    ])
}

eachStore(({ engine, open, copyStore }) => {
  test('takes one snapshot per hour across replicas: all numbers, each range and each watched prefix', async () => {
    const where = await copyStore()
    const database = await open(where)
    // SQLite allows one process only.
    const other = engine === 'postgres' ? await open(where) : database
    const replicas = [partsOf(database), partsOf(other)]
    await see(database, numbers(2000, 40), 0)
    await see(database, numbers(3000, 10), 1)
    await see(database, ['3010', '3011'], null)
    const [{ snapshots, thresholds } = partsOf(database)] = replicas
    await thresholds.set({ scope: '77', leastFree: 1, leastDays: null, version: 0 }, 'ada', now)
    // No snapshot before the first full crawl.
    expect(await takeSnapshot(partsOf(database), now)).toBe(false)
    await crawled(database, now)
    const taken = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        takeSnapshot(replicas[n % 2] ?? partsOf(database), now + n * 1_000),
      ),
    )
    expect(taken.filter(Boolean)).toHaveLength(1)
    expect(await takeSnapshot(partsOf(database), now + hourMs)).toBe(true)
    const times = await snapshots.times()
    expect(times).toEqual([Date.UTC(2026, 10, 21, 9), Date.UTC(2026, 10, 21, 10)])
    const at = times[0] ?? 0
    expect(await snapshots.counts(['', '2', '3', '20', '77', '99'], [at])).toEqual(
      expect.arrayContaining([
        { at, scope: '', free: 40, reserved: 0, bound: 10, unavailable: 0, unknown: 2 },
        { at, scope: '77', free: 0, reserved: 0, bound: 0, unavailable: 0, unknown: 0 },
      ]),
    )
    const counts = await (await readFigures(partsOf(database))).byPrefix()
    const kept = await snapshots.counts(
      counts.map(({ scope }) => scope),
      [at],
    )
    expect(kept.map(({ at: _at, ...rest }) => ({ pool: null, unlisted: 0, ...rest }))).toEqual(counts)
    expect(counts).toHaveLength(2)
  })

  test('thins two weeks of hourly snapshots to a week of hours and a week of days', async () => {
    const database = await open()
    const { snapshots, ...rest } = partsOf(database)
    await see(database, numbers(1000, 20), 0)
    await crawled(database, now)
    const hours = Array.from(
      { length: 14 * 24 },
      (_, n) => Math.floor(now / hourMs) * hourMs - (n + 1) * hourMs,
    )
    await database.db
      .insertInto('snapshot')
      .values(hours.map((at) => ({ account, at })))
      .execute()
    await database.db
      .insertInto('snapshot_count')
      .values(
        hours.map((at) => ({
          account,
          at,
          scope: '',
          free: 5,
          reserved: 0,
          bound: 0,
          unavailable: 0,
          unknown: 0,
        })),
      )
      .execute()
    await takeSnapshot({ snapshots, ...rest }, now)
    const times = await snapshots.times()
    expect(times.length).toBeLessThanOrEqual(7 * 24 + 1 + 8)
    expect(times.length).toBeGreaterThanOrEqual(7 * 24 + 7)
    const rows = await database.db
      .selectFrom('snapshot_count')
      .select('at')
      .distinct()
      .orderBy('at')
      .execute()
    expect(rows.map(({ at }) => at)).toEqual(times)
  })

  describe('ranges', () => {
    test('counts by the longest prefix with few and large ranges', async () => {
      const database = await open()
      const figures = () => readFigures(partsOf(database))
      expect(await (await figures()).byPrefix()).toEqual([])
      expect((await figures()).whole).toEqual({
        scope: '',
        pool: null,
        free: 0,
        reserved: 0,
        bound: 0,
        unavailable: 0,
        unknown: 0,
        unlisted: 0,
      })
      await see(database, numbers(1000, 2000), 0)
      const ranges = await (await figures()).byPrefix()
      expect([ranges.length, ranges[0]?.scope, ranges.at(-1)?.scope]).toEqual([20, '10', '29'])
    })

    test('splits long numbers after their common prefix', async () => {
      const database = await open()
      await see(database, [...numbers(861_380_100, 50), ...numbers(861_380_250, 30)], 0)
      const figures = await readFigures(partsOf(database))
      const ranges = await figures.byPrefix()
      expect(ranges.map(({ scope, free }) => [scope, free])).toEqual([
        ['8613801', 50],
        ['8613802', 30],
      ])
      expect(await figures.of('8613802')).toMatchObject({ free: 30 })
      expect(await figures.of('86')).toMatchObject({ scope: '86', free: 80 })
      expect(await figures.of('9')).toEqual({
        scope: '9',
        pool: null,
        free: 0,
        reserved: 0,
        bound: 0,
        unavailable: 0,
        unknown: 0,
        unlisted: 0,
      })
    })

    test('leaves a number out of ranges whose prefix is longer than the number', async () => {
      const database = await open()
      const parts = partsOf(database)
      await see(database, [...numbers(1000, 10), ...numbers(100_000, 1000)], 0)
      await crawled(database, now)
      await takeSnapshot(parts, now)
      const [at = 0] = await parts.snapshots.times()
      expect(await parts.snapshots.counts(['1000'], [at])).toEqual([
        { at, scope: '1000', free: 101, reserved: 0, bound: 0, unavailable: 0, unknown: 0 },
      ])
      const ranges = await (await readFigures(parts)).byPrefix()
      expect([ranges.length, ranges[0]?.scope]).toEqual([10, '1000'])
    })

    test('gives no forecast before the first full crawl or after an outdated one', async () => {
      const database = await open()
      const parts = partsOf(database)
      await remember(database, '2', [90, 80, 70, 60, 50, 40, 30, 20, 10])
      const counts = [{ scope: '2', free: 10, reserved: 0, bound: 0, unavailable: 0, unknown: 0 }]
      const kinds = []
      for (const crawledAt of [null, now - 3 * dayMs, now - hourMs]) {
        if (crawledAt !== null) await crawled(database, crawledAt)
        const [range] = await withForecast(counts, parts, now)
        kinds.push(range?.forecast?.kind)
      }
      expect(kinds).toEqual([undefined, undefined, 'runs-out'])
    })
  })

  describe('thresholds', () => {
    test('refuses a change based on an older version, also of a removed threshold', async () => {
      const { thresholds } = partsOf(await open())
      const levels = { scope: '20', leastFree: 5, leastDays: null }
      const set = (version: number, change: object = {}, at = now) =>
        thresholds.set({ ...levels, ...change, version }, 'ada', at)
      await set(0)
      await expect(set(0)).rejects.toMatchObject({ code: 'edit-conflict' })
      const [first] = await thresholds.all()
      await set(first?.version ?? 0, { leastFree: 9 })
      await expect(set(first?.version ?? 0)).rejects.toMatchObject({ code: 'edit-conflict' })
      const [second] = await thresholds.all()
      expect(second).toMatchObject({ scope: '20', least_free: 9, changed_by: 'ada' })
      await set(second?.version ?? 0, { leastFree: null })
      expect(await thresholds.all()).toEqual([])
      await set(0, {}, now + 5)
      await expect(set(second?.version ?? 0)).rejects.toMatchObject({ code: 'edit-conflict' })
    })

    test('refuses a threshold beyond the limit', async () => {
      const { thresholds } = partsOf(await open())
      const set = (n: number) =>
        thresholds.set({ scope: String(n), leastFree: 1, leastDays: null, version: 0 }, 'ada', now)
      for (let n = 0; n < maxThresholds; n++) await set(n)
      await expect(set(maxThresholds)).rejects.toMatchObject({
        detail: {
          errors: [{ path: 'scope', message: 'there are 100 thresholds already; remove one first' }],
        },
      })
      expect(await thresholds.all()).toHaveLength(maxThresholds)
    })

    test('alerts on too few free numbers or days, and stays quiet while snoozed', async () => {
      const database = await open()
      const parts = partsOf(database)
      const { thresholds } = parts
      await see(database, numbers(2000, 12), 0)
      await thresholds.set({ scope: '20', leastFree: 13, leastDays: null, version: 0 }, 'ada', now)
      await thresholds.set({ scope: '', leastFree: 12, leastDays: 3, version: 0 }, 'ada', now)
      const broken = async (at = now) =>
        Object.fromEntries((await readThresholds(parts, at)).map((each) => [each.scope, each.broken]))
      expect(await broken()).toEqual({ '': [], '20': [] })
      await crawled(database, now)
      expect(await broken()).toEqual({ '': [], '20': ['free'] })
      // 12 left at 6 per day: about two days.
      await remember(database, '', [66, 60, 54, 48, 42, 36, 30, 24, 18, 12])
      expect(await broken()).toEqual({ '': ['days'], '20': ['free'] })

      const readSnoozed = async (at = now) =>
        (await readThresholds(parts, at)).map((each) => [each.scope, each.snoozed?.by, isAlert(each)])
      await thresholds.snooze('20', 'ada', now + dayMs)
      expect(await readSnoozed()).toEqual([
        ['', undefined, true],
        ['20', 'ada', false],
      ])
      expect((await readSnoozed(now + dayMs))[1]).toEqual(['20', undefined, true])
      await expect(thresholds.snooze('21', 'ada', now)).rejects.toMatchObject({ code: 'not-found' })
    })
  })
})

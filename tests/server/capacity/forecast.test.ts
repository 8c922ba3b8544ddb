import { array, assert, integer, nat, pre, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { forecastOf, type Level } from '#server/capacity/forecast.ts'

const dayMs = 86_400_000
const now = Date.UTC(2026, 10, 21, 9)

/** One level per day up to `end`, oldest first, from the free count at the end of each day. */
const dailyLevels = (free: readonly number[], end = now): Level[] =>
  free.map((value, index) => ({ at: end - (free.length - 1 - index) * dayMs, free: value }))

/** Free counts that fall by `perDay` to `left` today. */
const falling = (days: number, perDay: number, left: number): number[] =>
  Array.from({ length: days + 1 }, (_, index) => left + (days - index) * perDay)

const last = (free: readonly number[]): number => free.at(-1) ?? 0
const forecast = (free: readonly number[]) => forecastOf(last(free), dailyLevels(free), now)

/** The range in days from now; `Infinity` when it has no end. */
function range(free: readonly number[]): [number, number] {
  const result = forecast(free)
  if (result.kind === 'runs-out')
    return [
      (result.earliest - now) / dayMs,
      result.latest === null ? Infinity : (result.latest - now) / dayMs,
    ]
  if (result.kind === 'far') return [(result.notBefore - now) / dayMs, Infinity]
  throw new Error(`no range: ${result.kind}`)
}

/** Random numbers in [0, 1) from a seeded generator (mulberry32). */
function random(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
/** The events of one day when `mean` occur on average (Knuth). */
function poisson(mean: number, next: () => number): number {
  let product = next()
  let count = 0
  for (const end = Math.exp(-mean); product > end; count++) product *= next()
  return count
}

describe('a forecast without a date', () => {
  test('needs seven steps from day to day, and reports how many there are', () => {
    for (let days = 0; days < 7; days++)
      expect(forecast(falling(days, 3, 100))).toEqual({ kind: 'short', days, needed: 7 })
    expect(forecast(falling(7, 3, 100)).kind).toBe('runs-out')
    expect(forecastOf(5, [], now)).toEqual({ kind: 'short', days: 0, needed: 7 })
  })

  test('counts many snapshots of one day as one day', () => {
    const hourly = Array.from({ length: 24 }, (_, hour) => ({ at: now - hour * 3_600_000, free: 100 + hour }))
    expect(forecastOf(100, hourly, now)).toMatchObject({ kind: 'short', days: 0 })
  })

  test('ignores levels older than four weeks or from a clock that was ahead', () => {
    const old = dailyLevels(falling(20, 3, 100), now - 29 * dayMs)
    const ahead = dailyLevels(falling(10, 3, 100), now + 11 * dayMs)
    expect(forecastOf(100, [...old, ...ahead], now)).toMatchObject({ kind: 'short', days: 0 })
  })

  test('gives no date for numbers that grow, stay the same or fall too slowly', () => {
    expect(forecast(falling(14, 0, 100))).toEqual({ kind: 'steady' })
    expect(forecast(falling(14, -1, 100))).toEqual({ kind: 'steady' })
    expect(forecast(falling(14, 1, 10_000))).toEqual({ kind: 'far', notBefore: now + 140 * dayMs, perDay: 1 })
    expect(forecast(falling(28, 1, 100_000))).toMatchObject({ kind: 'far', notBefore: now + 280 * dayMs })
  })
})

test('reports no free numbers as empty, regardless of earlier levels', () => {
  expect(forecastOf(0, [], now)).toEqual({ kind: 'empty' })
  expect(forecast(falling(20, 3, 0))).toEqual({ kind: 'empty' })
})

describe('a forecast range', () => {
  const perDay = integer({ min: 1, max: 500 })
  const days = integer({ min: 7, max: 28 })
  const left = integer({ min: 1, max: 5_000 })

  test('contains the day when an even fall ends, and gets narrower with more days', () => {
    assert(
      property(days, perDay, left, (days, perDay, left) => {
        pre(left / perDay < days * 5)
        expect(forecast(falling(days, perDay, left))).toMatchObject({ kind: 'runs-out', perDay })
        const [earliest, latest] = range(falling(days, perDay, left))
        expect(earliest).toBeLessThanOrEqual(left / perDay)
        expect(latest).toBeGreaterThanOrEqual(left / perDay)
      }),
    )
    const widths = [7, 14, 28].map((days) => {
      const [earliest, latest] = range(falling(days, 10, 300))
      return latest - earliest
    })
    expect(widths).toEqual(widths.toSorted((a, b) => b - a))
    expect(widths[2]).toBeLessThan(15)
  })

  const uses = array(integer({ min: 0, max: 40 }), { minLength: 7, maxLength: 28 })
  const fromUses = (uses: readonly number[], left: number) => {
    const total = uses.reduce((sum, used) => sum + used, left)
    let gone = 0
    return [total, ...uses.map((used) => total - (gone += used))]
  }

  test('is ordered, in the future, within its reach, and moves with the clock', () => {
    assert(
      property(uses, left, integer({ min: 0, max: 5_000 }), (uses, left, later) => {
        const free = fromUses(uses, left)
        const result = forecast(free)
        const moved = forecastOf(left, dailyLevels(free, now + later * dayMs), now + later * dayMs)
        pre(result.kind === 'runs-out' && moved.kind === 'runs-out')
        expect(result.earliest).toBeGreaterThan(now)
        expect(result.earliest).toBeLessThanOrEqual(now + Math.min(365, uses.length * 10) * dayMs)
        expect(result.latest ?? Infinity).toBeGreaterThanOrEqual(result.earliest)
        expect(moved.earliest - result.earliest).toBeCloseTo(later * dayMs, -1)
      }),
    )
  })

  test('keeps the pace after a refill', () => {
    assert(
      property(uses, left, nat(), integer({ min: 1, max: 50_000 }), (uses, left, where, size) => {
        const plain = fromUses(uses, left)
        const at = 1 + (where % (uses.length - 1))
        // Large enough to count as a refill despite the day's use.
        const refill = size + 50 + Math.ceil((plain[0] ?? 0) * 0.1)
        const filled = plain.map((free, index) => (index < at ? free : free + refill))
        const before = forecastOf(left, dailyLevels(plain), now)
        const after = forecastOf(left, dailyLevels(filled), now)
        pre(before.kind === 'runs-out' && after.kind === 'runs-out')
        // Only the pairs across the refill are missing, so the pace stays within the daily uses.
        expect(after.perDay).toBeGreaterThanOrEqual(Math.min(...uses))
        expect(after.perDay).toBeLessThanOrEqual(Math.max(...uses))
      }),
    )
    const even = falling(20, 4, 100)
    const filled = even.map((free, index) => (index < 12 ? free : free + 1_000))
    expect(forecast(filled)).toMatchObject({ kind: 'far', perDay: 4 })
    expect(forecastOf(100, dailyLevels(filled), now)).toMatchObject({ kind: 'runs-out', perDay: 4 })
  })

  test('still contains the true date with one wrong snapshot among many', () => {
    assert(
      property(
        integer({ min: 15, max: 28 }),
        integer({ min: 1, max: 50 }),
        integer({ min: 10, max: 500 }),
        nat(),
        integer({ min: 0, max: 100_000 }),
        (days, perDay, left, where, wrong) => {
          pre(left / perDay < days * 10)
          const free = falling(days, perDay, left)
          free[where % days] = wrong
          const [earliest, latest] = range(free)
          expect(earliest).toBeLessThanOrEqual(left / perDay + 1e-6)
          expect(latest).toBeGreaterThanOrEqual(left / perDay - 1e-6)
        },
      ),
    )
  })

  test('counts numbers that become free one by one as a slower fall, not a refill', () => {
    const free = falling(20, 4, 200).map((value, index) => value + (index % 3))
    const [earliest, latest] = range(free)
    expect(earliest).toBeLessThanOrEqual(last(free) / 4)
    expect(latest).toBeGreaterThanOrEqual(last(free) / 4)
  })

  test('widens after a change of pace to contain both paces', () => {
    const free = fromUses([...Array<number>(21).fill(2), ...Array<number>(7).fill(12)], 240)
    const [earliest, latest] = range(free)
    expect(earliest).toBeLessThanOrEqual(20)
    expect(latest).toBeGreaterThanOrEqual(120)
  })

  test('contains the actual day in four of five random courses and usually has an end', () => {
    const courses = 400
    // Numbers used per day on average, known days, days of the week without use.
    for (const [mean, days, off] of [
      [0.8, 14, 0],
      [3, 7, 0],
      [3, 28, 0],
      [20, 21, 0],
      [5, 21, 2],
      [5, 10, 2],
    ] as const) {
      let held = 0
      let ended = 0
      for (let seed = 1; seed <= courses; seed++) {
        const next = random(seed)
        const used = (day: number) => ((day + seed) % 7 < off ? 0 : poisson((mean * 7) / (7 - off), next))
        const left = Math.ceil(mean * days)
        const free = fromUses(
          Array.from({ length: days }, (_, day) => used(day)),
          left,
        )
        const result = forecast(free)
        let day = 0
        for (let rest = left; rest > 0; day++) rest -= used(days + day)
        if (result.kind === 'steady') continue
        const [earliest, latest] = range(free)
        if (earliest <= day && latest >= day - 1) held++
        if (latest !== Infinity) ended++
      }
      expect([mean, days, held / courses > 0.8]).toEqual([mean, days, true])
      expect([mean, days, ended / courses > 0.8]).toEqual([mean, days, true])
    }
  })
})

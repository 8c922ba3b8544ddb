import { array, assert, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { zoneTimes } from '#contract/zone-time.ts'
import { expired, lastOfDays } from '#server/capacity/snapshots.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const now = Date.UTC(2026, 10, 21, 9)
const dateOf = (at: number) => String(Math.floor(at / dayMs))

test('reduces three years of hourly snapshots to a week of hours and a year of days', () => {
  let kept: number[] = []
  const sizes = new Set<number>()
  for (let at = now - 3 * 365 * dayMs; at <= now; at += hourMs) {
    kept.push(at)
    const old = new Set(expired(kept, at, dateOf))
    kept = kept.filter((each) => !old.has(each))
    if (at > now - 365 * dayMs) sizes.add(kept.length)
  }
  expect(Math.max(...sizes)).toBeLessThanOrEqual(7 * 24 + 1 + 365)
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
  const week = kept.filter((at) => at >= now - 7 * dayMs)
  expect(week).toHaveLength(7 * 24 + 1)
  const older = kept.filter((at) => at < now - 7 * dayMs)
  expect(new Set(older.map((at) => Math.floor(at / dayMs))).size).toBe(older.length)
  expect(older.every((at) => new Date(at).getUTCHours() === 23)).toBe(true)
})

test('keeps every hour of a week and the last of each day of a year, with any gaps, and is idempotent', () => {
  const times = array(integer({ min: 0, max: 800 * 24 }), { maxLength: 300 }).map((ages) =>
    [...new Set(ages)].map((age) => now - age * hourMs),
  )
  assert(
    property(times, (all) => {
      const old = new Set(expired(all, now, dateOf))
      const kept = all.filter((at) => !old.has(at))
      expect(expired(kept, now, dateOf)).toEqual([])
      const dayOf = (at: number) => Math.floor(at / dayMs)
      for (const at of all) {
        const age = now - at
        expect(old.has(at) && age <= 7 * dayMs).toBe(false)
        expect(!old.has(at) && age > 365 * dayMs).toBe(false)
      }
      const within = all.filter((at) => now - at <= 365 * dayMs)
      for (const last of lastOfDays(within, dateOf)) expect(kept).toContain(last)
      expect(new Set(kept.map(dayOf))).toEqual(new Set(within.map(dayOf)))
    }),
  )
})

test('ends a day at midnight of the console, not of UTC', () => {
  const times = Array.from({ length: 48 }, (_, hour) => Date.UTC(2026, 10, 20, hour))
  const { date, text } = zoneTimes('Asia/Shanghai')
  expect(lastOfDays(times, date).map(text)).toEqual([
    '2026-11-20 23:00:00',
    '2026-11-21 23:00:00',
    '2026-11-22 07:00:00',
  ])
})

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

const forecast = (free: readonly number[]) => forecastOf(free.at(-1) ?? 0, dailyLevels(free), now)

describe('a forecast', () => {
  test('needs seven days of history', () => {
    for (let days = 0; days < 7; days++) expect(forecast(falling(days, 3, 100))).toBeNull()
    expect(forecastOf(5, [], now)).toBeNull()
    const hourly = Array.from({ length: 24 }, (_, hour) => ({ at: now - hour * 3_600_000, free: 100 + hour }))
    expect(forecastOf(100, hourly, now)).toBeNull()
    expect(forecast(falling(7, 3, 90))).toEqual({ kind: 'runs-out', perWeek: 21, until: now + 30 * dayMs })
  })

  test('ignores levels older than four weeks or from a clock that was ahead', () => {
    const old = dailyLevels(falling(20, 3, 100), now - 29 * dayMs)
    const ahead = dailyLevels(falling(10, 3, 100), now + 11 * dayMs)
    expect(forecastOf(100, [...old, ...ahead], now)).toBeNull()
  })

  test('has no end for numbers that grow or stay the same', () => {
    expect(forecast(falling(14, 0, 100))).toEqual({ kind: 'steady' })
    expect(forecast(falling(14, -1, 100))).toEqual({ kind: 'steady' })
  })

  test('is about the pace of the last 28 days, weekends included', () => {
    const week = [5, 5, 5, 5, 5, 0, 0]
    const used = Array.from({ length: 28 }, (_, day) => week[day % 7] ?? 0)
    const free = used.reduce<number[]>((all, count) => [...all, (all.at(-1) ?? 0) - count], [300])
    expect(forecast(free)).toEqual({ kind: 'runs-out', perWeek: 25, until: now + 56 * dayMs })
  })

  test('leaves out a refill, and counts single numbers that become free', () => {
    expect(forecast([60, 57, 54, 51, 151, 148, 145, 142, 139])).toMatchObject({ perWeek: 21 })
    expect(forecast([40, 36, 37, 33, 34, 30, 31, 27, 28])).toMatchObject({ perWeek: 10.5 })
  })

  test('reports no free numbers as empty, regardless of earlier levels', () => {
    expect(forecastOf(0, [], now)).toEqual({ kind: 'empty' })
    expect(forecast(falling(20, 3, 0))).toEqual({ kind: 'empty' })
  })
})

import type { ZoneTimes } from '#contract/zone-time.ts'

const dayMs = 24 * 3_600_000
/** Every snapshot is kept for a week, then the last of each day for a year. */
const hourlyDays = 7
const dailyDays = 365

/** The last time of each day, by the dates of the console's time zone, ascending. The input may be in any order. */
export const lastOfDays = (times: readonly number[], dateOf: ZoneTimes['date']): number[] => [
  ...new Map(times.toSorted((a, b) => a - b).map((at) => [dateOf(at), at])).values(),
]

/** The snapshots to remove. */
export function expired(times: readonly number[], now: number, dateOf: ZoneTimes['date']): number[] {
  const daily = new Set(lastOfDays(times, dateOf))
  return times.filter((at) => {
    const age = now - at
    return age > dailyDays * dayMs || (age > hourlyDays * dayMs && !daily.has(at))
  })
}

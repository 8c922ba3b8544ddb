const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Every snapshot is kept for a week, then the last of each day for a year. */
const hourlyDays = 7
const dailyDays = 365

/** The start of the hour that contains `at`. */
export const hourOf = (at: number): number => Math.floor(at / hourMs) * hourMs

/** The last time of each UTC day, ascending. The input may be in any order. */
export function lastOfDays(times: readonly number[]): number[] {
  const days = new Map<number, number>()
  for (const at of times) {
    const day = Math.floor(at / dayMs)
    days.set(day, Math.max(at, days.get(day) ?? at))
  }
  return [...days.values()].toSorted((a, b) => a - b)
}

/** The snapshots to remove. */
export function expired(times: readonly number[], now: number): number[] {
  const daily = new Set(lastOfDays(times))
  return times.filter((at) => {
    const age = now - at
    return age > dailyDays * dayMs || (age > hourlyDays * dayMs && !daily.has(at))
  })
}

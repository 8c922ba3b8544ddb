const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Every snapshot of a week is kept, then the last of each day for a year. */
const hourlyDays = 7
const dailyDays = 365

/** The hour that a time lies in, by its begin. */
export const hourOf = (at: number): number => Math.floor(at / hourMs) * hourMs

/** The last of each day (UTC), of times in any order; ascending. */
export function lastOfDays(times: readonly number[]): number[] {
  const days = new Map<number, number>()
  for (const at of times) {
    const day = Math.floor(at / dayMs)
    days.set(day, Math.max(at, days.get(day) ?? at))
  }
  return [...days.values()].toSorted((a, b) => a - b)
}

/** Which snapshots have had their time. */
export function expired(times: readonly number[], now: number): number[] {
  const daily = new Set(lastOfDays(times))
  return times.filter((at) => {
    const age = now - at
    return age > dailyDays * dayMs || (age > hourlyDays * dayMs && !daily.has(at))
  })
}

import type { Forecast } from '#contract/capacity.ts'

export interface Level {
  /** Epoch milliseconds. */
  at: number
  free: number
}

const dayMs = 86_400_000
/** Days that a forecast looks back, and the minimum it needs, so that the data covers a weekend. */
const maxDays = 28
const minDays = 7

const dayOf = (at: number, now: number): number => Math.floor((now - at) / dayMs)

/** True for a rise by at least 5 numbers and more than 10%. Smaller rises are single numbers becoming free. */
function isRefill(from: Level, to: Level): boolean {
  const rise = to.free - from.free
  return rise >= 5 && rise > from.free * 0.1
}

/** The last item of each day in the latest four weeks, oldest first. Days are counted back from now. */
export function lastOfEachDay<Dated extends { at: number }>(all: readonly Dated[], now: number): Dated[] {
  const recent = all.filter(({ at }) => at <= now && dayOf(at, now) <= maxDays)
  const ascending = recent.toSorted((a, b) => a.at - b.at)
  return [...new Map(ascending.map((each) => [dayOf(each.at, now), each])).values()]
}

/** Until when `free` numbers last, at the pace between refills; null with too few days of data. */
export function forecastOf(free: number, levels: readonly Level[], now: number): Forecast {
  if (free === 0) return { kind: 'empty' }
  let days = 0
  let used = 0
  let before: Level | undefined
  for (const level of lastOfEachDay(levels, now)) {
    if (before !== undefined && !isRefill(before, level)) {
      days += (level.at - before.at) / dayMs
      used += before.free - level.free
    }
    before = level
  }
  // Snapshots are taken each hour, so the last ones of two days are rarely a whole day apart.
  if (Math.round(days) < minDays) return null
  if (used <= 0) return { kind: 'steady' }
  const perDay = used / days
  return { kind: 'runs-out', perWeek: perDay * 7, until: Math.round(now + (free / perDay) * dayMs) }
}

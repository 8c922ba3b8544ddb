import { median, pairs, quantile } from 'd3-array'
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
/** A forecast reaches ahead at most this many times its days of data, and at most a year. */
const reachFactor = 10
const reachDays = 365
/** Standard deviations that contain 80% and 90% of a normal distribution. */
const z80 = 1.2816
const z90 = 1.645

const dayOf = (at: number, now: number): number => Math.floor((now - at) / dayMs)
/** Change in numbers per day. */
const slope = (from: Level, to: Level): number => ((to.free - from.free) * dayMs) / (to.at - from.at)
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

/** Splits levels at each refill. */
function splitAtRefills(levels: readonly Level[]): Level[][] {
  const refills = pairs(levels, isRefill).flatMap((isOne, index) => (isOne ? [index + 1] : []))
  return pairs([0, ...refills, levels.length]).map(([start, end]) => levels.slice(start, end))
}

/** The Theil–Sen slope (Sen 1968): the median slope over all pairs of levels within each part; `undefined` without a pair. */
const medianSlope = (parts: readonly Level[][]): number | undefined =>
  median(
    parts.flatMap((part) =>
      part.flatMap((from, index) => part.slice(index + 1).map((to) => slope(from, to))),
    ),
  )

/**
 * The usual change in numbers per day, and the range that contains 90% of futures. Days add up, so the range is that of a sum of
 * days: each varies as much as 80% of the known days do, and at least as much as random arrivals. The range also includes last
 * week's slope.
 */
function dailyChange(free: number, parts: readonly Level[][], now: number) {
  const usual = medianSlope(parts) ?? 0
  const steps = parts.flatMap((part) => pairs(part, slope))
  const differs = quantile(steps, 0.8, (step) => Math.abs(step - usual)) ?? 0
  const spread = Math.max(differs / z80, Math.sqrt(Math.abs(usual)))
  const daysAhead = usual < 0 ? Math.max(1, free / -usual) : 1
  const margin = z90 * spread * Math.sqrt(1 / steps.length + 1 / daysAhead)
  const week = medianSlope(parts.map((part) => part.filter(({ at }) => now - at <= minDays * dayMs))) ?? usual
  return { usual, fastest: Math.min(usual - margin, week), slowest: Math.max(usual + margin, week) }
}

/** When `free` numbers run out, as a range. `short` when there are too few days of data. */
export function forecastOf(free: number, levels: readonly Level[], now: number): Forecast {
  if (free === 0) return { kind: 'empty' }
  const parts = splitAtRefills(lastOfEachDay(levels, now))
  const days = parts.flatMap((part) => part.slice(1)).length
  if (days < minDays) return { kind: 'short', days, needed: minDays }
  const { usual, fastest, slowest } = dailyChange(free, parts, now)
  if (usual >= 0) return { kind: 'steady' }
  const reach = now + Math.min(reachDays, days * reachFactor) * dayMs
  const runsOutAt = (slope: number) => Math.round(now + (free / -slope) * dayMs)
  if (runsOutAt(fastest) > reach) return { kind: 'far', notBefore: reach, perDay: -usual }
  const latest = slowest < 0 && runsOutAt(slowest) <= reach ? runsOutAt(slowest) : null
  return { kind: 'runs-out', earliest: runsOutAt(fastest), latest, perDay: -usual }
}

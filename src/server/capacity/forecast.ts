import type { Forecast } from '#contract/capacity.ts'

export interface Level {
  /** Epoch milliseconds. */
  at: number
  free: number
}

const dayMs = 86_400_000
/** How far back a forecast looks, and the fewest steps from day to day it is made from, so that a weekend is among them. */
const mostDays = 28
const leastDays = 7
/** No forecast reaches further ahead than so many times the days it is made from, nor than a year. */
const reachFactor = 10
const reachDays = 365
/** A refill is a rise of at least so many numbers and by more than this part; less is numbers coming back one by one. */
const refill = { least: 5, part: 0.1 }
/** Of the normal distribution: four of five lie within it, and nine of ten. */
const z80 = 1.2816
const z90 = 1.645

/**
 * The last of each day, counted back from now, oldest first: a day with more snapshots weighs no more than another. Nothing
 * older than four weeks.
 */
export function lastOfEachDay<Dated extends { at: number }>(all: readonly Dated[], now: number): Dated[] {
  const days = new Map<number, Dated>()
  for (const each of all) {
    const day = Math.floor((now - each.at) / dayMs)
    const known = days.get(day)
    if (day >= 0 && day <= mostDays && (known === undefined || each.at >= known.at)) days.set(day, each)
  }
  return [...days.values()].toSorted((a, b) => a.at - b.at)
}

/** Levels between one refill and the next. */
function stretches(levels: readonly Level[]): Level[][] {
  const found: Level[][] = []
  let before: Level | undefined
  for (const level of levels) {
    const rise = before === undefined ? 0 : level.free - before.free
    if (before === undefined || (rise >= refill.least && rise > before.free * refill.part))
      found.push([level])
    else found.at(-1)?.push(level)
    before = level
  }
  return found
}

const slope = (from: Level, to: Level): number => ((to.free - from.free) * dayMs) / (to.at - from.at)

/** Slopes of all pairs within each stretch, numbers per day, ascending. */
const slopesOf = (parts: readonly Level[][]): number[] =>
  parts
    .flatMap((part) => part.flatMap((from, index) => part.slice(index + 1).map((to) => slope(from, to))))
    .toSorted((a, b) => a - b)

/** The value below which that part of them lies. */
const quantile = (ascending: readonly number[], part: number): number => {
  const place = (ascending.length - 1) * part
  return ((ascending[Math.floor(place)] ?? 0) + (ascending[Math.ceil(place)] ?? 0)) / 2
}

/**
 * Numbers per day: the Theil–Sen slope (Sen 1968), and what nine of ten futures lie between. Sen's own interval is for
 * independent levels; these add up, so the range is that of a sum: from how much the days differ, four of five of them, and
 * at least as much as arrivals by chance do. Widened to hold what the last week alone would say: a change of pace is no
 * reason to be sure.
 */
function pace(free: number, parts: readonly Level[][], now: number) {
  const usual = quantile(slopesOf(parts), 0.5)
  const steps = parts.flatMap((part) =>
    part.slice(1).map((to, index) => Math.abs(slope(part[index] ?? to, to) - usual)),
  )
  const spread = Math.max(
    quantile(
      steps.toSorted((a, b) => a - b),
      0.8,
    ) / z80,
    Math.sqrt(Math.abs(usual)),
  )
  const daysAhead = usual < 0 ? Math.max(1, free / -usual) : 1
  const margin = z90 * spread * Math.sqrt(1 / steps.length + 1 / daysAhead)
  const week = slopesOf(parts.map((part) => part.filter(({ at }) => now - at <= leastDays * dayMs)))
  const late = week.length === 0 ? usual : quantile(week, 0.5)
  return { usual, fastest: Math.min(usual - margin, late), slowest: Math.max(usual + margin, late) }
}

/**
 * When `free` numbers will have run out, from levels of before: a robust slope within stretches between refills, told as a
 * range, and not at all where there is too little to go by.
 */
export function forecastOf(free: number, levels: readonly Level[], now: number): Forecast {
  if (free === 0) return { kind: 'empty' }
  const parts = stretches(lastOfEachDay(levels, now))
  const days = parts.reduce((sum, { length }) => sum + length - 1, 0)
  if (days < leastDays) return { kind: 'short', days, needed: leastDays }
  const { usual, fastest, slowest } = pace(free, parts, now)
  if (usual >= 0) return { kind: 'steady' }
  const perDay = -usual
  const reach = now + Math.min(reachDays, days * reachFactor) * dayMs
  const outAt = (slope: number) => Math.round(now + (free / -slope) * dayMs)
  const earliest = outAt(fastest)
  if (earliest > reach) return { kind: 'far', notBefore: reach, perDay }
  const latest = slowest < 0 ? outAt(slowest) : Number.POSITIVE_INFINITY
  return { kind: 'runs-out', earliest, latest: latest > reach ? null : latest, perDay }
}

import { maxPrefixes, scopeOfPool, type NumberRangeCapacity, type Forecast } from '#contract/capacity.ts'
import { totalOf } from '#contract/number-states.ts'
import { eachState } from '../numbers/reserved.ts'
import { forecastOf, lastOfEachDay } from './forecast.ts'
import type { NumberCounts, ScopeCounts, ScopeCountsAt, SnapshotStore } from './store.ts'

export interface ByLength {
  length: number
  counts: readonly ScopeCounts[]
}

const dayMs = 86_400_000
/** Counts from an older crawl are too old for a forecast. */
const maxCrawlAgeMs = 2 * dayMs
/** Prefixes with fewer numbers on average are not useful ranges. */
const smallestRange = 2
/** The default view: at most this many ranges, each with at least this many numbers on average. */
const choice = { most: 30, smallest: 20 }

const averageOf = (counts: readonly ScopeCounts[]): number =>
  counts.reduce((sum, each) => sum + totalOf(each), 0) / Math.max(1, counts.length)

/** Counts for each useful prefix length. Each length gives more ranges than the one before. */
export async function rangesByLength(numbers: NumberCounts): Promise<ByLength[]> {
  const found: ByLength[] = []
  for (let length = 1; ; length++) {
    const counts = await numbers.byLength(length)
    if (counts === null || counts.length > maxPrefixes || averageOf(counts) < smallestRange) return found
    // Drop the shorter length when one more digit splits no range.
    if (counts.length === found.at(-1)?.counts.length) found.pop()
    found.push({ length, counts })
  }
}

/** The longest prefix with few enough and large enough ranges, or else the shortest. */
export const chosenLength = (all: readonly ByLength[]): ByLength | undefined =>
  all.findLast(({ counts }) => counts.length <= choice.most && averageOf(counts) >= choice.smallest) ?? all[0]

/** Adds up the counts of several scopes at each time. Leaves out times at which one of them has none. */
export const together = (
  scopes: readonly string[],
  counts: readonly ScopeCountsAt[],
): Omit<ScopeCountsAt, 'scope'>[] =>
  [...Map.groupBy(counts, ({ at }) => at)]
    .filter(([, all]) => all.length === scopes.length)
    .map(([at, all]) => ({
      at,
      ...eachState((state) => all.reduce((sum, each) => sum + each[state], 0)),
    }))

interface ForecastDeps {
  snapshots: SnapshotStore
  crawledAt: number | null
  now: number
}

/**
 * When the free numbers of each scope run out, using the snapshots of the last four weeks. In the order of the scopes. `parts`: the
 * scopes whose snapshots together are those of this one.
 */
export async function forecastsOf(
  counts: readonly { scope: string; free: number; parts?: readonly string[] | undefined }[],
  { snapshots, crawledAt, now }: ForecastDeps,
): Promise<Forecast[]> {
  if (crawledAt === null || now - crawledAt > maxCrawlAgeMs) return counts.map(() => ({ kind: 'stale' }))
  const times = lastOfEachDay(
    (await snapshots.times()).map((at) => ({ at })),
    now,
  ).map(({ at }) => at)
  const scopes = [...new Set(counts.flatMap(({ scope, parts }) => parts ?? scope))]
  const levels = Map.groupBy(await snapshots.counts(scopes, times), ({ scope }) => scope)
  return counts.map(({ scope, free, parts = [scope] }) => {
    const known = parts.flatMap((part) => levels.get(part) ?? [])
    return forecastOf(free, together(parts, known), now)
  })
}

/** Adds the pool's name and the forecast to each scope. */
export async function withForecast(
  counts: readonly (ScopeCounts & { parts?: readonly string[] | undefined })[],
  { numbers, ...deps }: ForecastDeps & { numbers: NumberCounts },
): Promise<NumberRangeCapacity[]> {
  const names = new Map((await numbers.pools()).map(({ id, name }) => [scopeOfPool(id), name]))
  const forecasts = await forecastsOf(counts, deps)
  return counts.map((each, index) => ({
    ...each,
    pool: names.get(each.scope) ?? null,
    forecast: forecasts[index] ?? { kind: 'stale' },
  }))
}

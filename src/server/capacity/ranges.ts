import { maxPrefixes, poolOfScope, scopeOfPool, type Forecast } from '#contract/capacity.ts'
import { totalOf } from '#contract/number-states.ts'
import { forecastOf, lastOfEachDay } from './forecast.ts'
import type { NumberCounts, ScopeCounts } from './counts.ts'
import { hourStart } from '../platform/occurrence.ts'
import type { SnapshotStore } from './snapshots.ts'
import type { ThresholdStore } from './thresholds.ts'

export interface CapacityStores {
  numbers: NumberCounts
  snapshots: SnapshotStore
  thresholds: ThresholdStore
}

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

export interface Scoped {
  scope: string
  free: number
}

/** Adds when the free numbers of each scope run out, using the snapshots of the last four weeks. */
export async function withForecast<Counts extends Scoped>(
  counts: readonly Counts[],
  { numbers, snapshots }: Omit<CapacityStores, 'thresholds'>,
  now: number,
): Promise<(Counts & { forecast: Forecast })[]> {
  const crawledAt = await numbers.crawledAt()
  if (crawledAt === null || now - crawledAt > maxCrawlAgeMs)
    return counts.map((each) => ({ ...each, forecast: null }))
  const times = lastOfEachDay(
    (await snapshots.times()).map((at) => ({ at })),
    now,
  ).map(({ at }) => at)
  const scopes = [...new Set(counts.map(({ scope }) => scope))]
  const levels = Map.groupBy(await snapshots.counts(scopes, times), ({ scope }) => scope)
  return counts.map((each) => ({
    ...each,
    forecast: forecastOf(each.free, levels.get(each.scope) ?? [], now),
  }))
}

/**
 * Takes this hour's snapshot unless a replica already has: all numbers, each range, each pool and each prefix with a threshold.
 * Takes none before the first full crawl, because the next one would look like a refill. Returns true when this call took the
 * snapshot.
 */
export async function takeSnapshot(
  { numbers, snapshots, thresholds }: CapacityStores,
  now: number,
): Promise<boolean> {
  if ((await numbers.crawledAt()) === null) return false
  const at = hourStart(now)
  if ((await snapshots.times()).at(-1) === at) return false
  const watched = (await thresholds.all()).map(({ scope }) => scope)
  const pools = (await numbers.pools()).map(({ id }) => scopeOfPool(id))
  const all = [
    await numbers.whole(),
    ...(await rangesByLength(numbers)).flatMap(({ counts }) => counts),
    ...(await numbers.countScopes([...pools, ...watched.filter((scope) => poolOfScope(scope) === null)])),
  ]
  const taken = await snapshots.take(at, [...new Map(all.map((counts) => [counts.scope, counts])).values()])
  await snapshots.removeExpired(now)
  return taken
}

import { mostPrefixes, type Block, type Forecast } from '#contract/capacity.ts'
import { forecastOf, lastOfEachDay, type Level } from './forecast.ts'
import type { PoolStore } from './pool-store.ts'
import type { PrefixCounts, SnapshotStore } from './snapshot-store.ts'

export interface ByLength {
  length: number
  counts: readonly PrefixCounts[]
}

const dayMs = 86_400_000
/** PrefixCounts older than that are none to forecast from. */
const oldestCrawlMs = 2 * dayMs
/** Fewer numbers than that with one beginning, on average, are no block. */
const smallestBlock = 2
/** What the console chooses by itself: as many blocks as one looks over, of a size that is worth it. */
const choice = { most: 30, smallest: 20 }

const sizeOf = ({ free, bound, unknown }: PrefixCounts): number => free + bound + unknown
const averageOf = (counts: readonly PrefixCounts[]): number =>
  counts.reduce((sum, each) => sum + sizeOf(each), 0) / Math.max(1, counts.length)

/** The lengths of prefix that tell blocks apart, each more of them than the one before. */
export async function blocksByLength(pool: PoolStore): Promise<ByLength[]> {
  const found: ByLength[] = []
  for (let length = 1; ; length++) {
    const counts = await pool.byLength(length)
    if (counts === null || counts.length > mostPrefixes || averageOf(counts) < smallestBlock) return found
    // Numbers that all go on alike are the same blocks.
    if (counts.length === found.at(-1)?.counts.length) found.pop()
    found.push({ length, counts })
  }
}

/** The longest prefix of which there are few enough, of blocks large enough; the shortest where there is none. */
export const chosenLength = (all: readonly ByLength[]): ByLength | undefined =>
  all.findLast(({ counts }) => counts.length <= choice.most && averageOf(counts) >= choice.smallest) ?? all[0]

/** Each with when it runs out, from snapshots of the last weeks. */
export async function withForecast(
  counts: readonly PrefixCounts[],
  { snapshots, crawledAt, now }: { snapshots: SnapshotStore; crawledAt: number | null; now: number },
): Promise<Block[]> {
  if (crawledAt === null || now - crawledAt > oldestCrawlMs) {
    const stale: Forecast = { kind: 'stale' }
    return counts.map((each) => ({ ...each, forecast: stale }))
  }
  const times = lastOfEachDay(
    (await snapshots.times()).map((at) => ({ at })),
    now,
  ).map(({ at }) => at)
  const levels = new Map<string, Level[]>()
  for (const { prefix, at, free } of await snapshots.counts(
    counts.map(({ prefix }) => prefix),
    times,
  )) {
    const known = levels.get(prefix)
    if (known === undefined) levels.set(prefix, [{ at, free }])
    else known.push({ at, free })
  }
  return counts.map((each) => ({
    ...each,
    forecast: forecastOf(each.free, levels.get(each.prefix) ?? [], now),
  }))
}

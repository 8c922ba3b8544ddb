import { allNumbers, poolOfScope, scopeOfPool, type Forecast } from '#contract/capacity.ts'
import { totalOf, type StateCounts } from '#contract/number-states.ts'
import type { Pool } from '#contract/pools.ts'
import { forecastOf, lastOfEachDay } from './forecast.ts'
import { stateCountsOf, type Numbers, type Tally } from '../numbers/numbers.ts'
import type { SnapshotStore } from './snapshots.ts'
import type { ThresholdStore } from './thresholds.ts'

/** Counts of one scope's numbers. */
export interface ScopeCounts extends StateCounts {
  scope: string
  /** The pool's name; null for a prefix. */
  pool: string | null
  /** The unknown numbers that may be free: no scan has decided yet. */
  unlisted: number
}

export interface CapacityStores {
  numbers: Pick<Numbers, 'tally'>
  pools: () => Promise<readonly Pool[]>
  /** When the last whole scan of the idle list began, in epoch ms; `null` before the first. */
  crawledAt: () => Promise<number | null>
  snapshots: SnapshotStore
  thresholds: ThresholdStore
}

const dayMs = 86_400_000
/** Counts from an older crawl are too old for a forecast. */
const maxCrawlAgeMs = 2 * dayMs
/** Prefixes with fewer numbers on average are not useful ranges. */
const smallestRange = 2
/** The ranges: at most this many, each with at least this many numbers on average. */
const choice = { most: 30, smallest: 20 }

const averageOf = (counts: readonly ScopeCounts[]): number =>
  counts.reduce((sum, each) => sum + totalOf(each), 0) / Math.max(1, counts.length)

/** Digits of the prefixes that one scan of the numbers counts. */
const digitsAtOnce = 4
/** Digits of the longest number, minus one: the last digit is not part of a prefix. */
const maxDigits = 14

const countsIn = (scope: string, pool: string | null, rows: readonly Tally[]): ScopeCounts => ({
  scope,
  pool,
  unlisted: rows.reduce((sum, row) => sum + row.unlisted, 0),
  ...stateCountsOf(rows),
})

const byPrefix = (rows: readonly Tally[], length: number): ScopeCounts[] =>
  [...Map.groupBy(rows, ({ prefix }) => prefix.slice(0, length))]
    .filter(([prefix]) => prefix.length === length)
    .map(([prefix, tallies]) => countsIn(prefix, null, tallies))
    .toSorted((a, b) => (a.scope < b.scope ? -1 : 1))

/** The counts of one moment: of all numbers, of each pool, and by the first digits. */
export async function readFigures({ numbers, pools }: Pick<CapacityStores, 'numbers' | 'pools'>) {
  const [rows, allPools] = await Promise.all([numbers.tally(digitsAtOnce), pools()])
  const poolsById = new Map(allPools.map((pool) => [scopeOfPool(pool.id), pool]))
  const ofPools = Map.groupBy(rows, ({ pool }) => scopeOfPool(pool))
  const rowsOf = async (prefix: string) =>
    prefix.length <= digitsAtOnce
      ? rows.filter((row) => row.prefix.startsWith(prefix))
      : numbers.tally(0, { pattern: `${prefix}*` })
  return {
    pools: allPools,
    whole: countsIn(allNumbers, null, rows),
    /** The counts of a scope, with zeros for one without numbers; `null` for a missing pool. */
    of: async (scope: string): Promise<ScopeCounts | null> => {
      const pool = poolsById.get(scope)
      if (pool !== undefined) return countsIn(scope, pool.name, ofPools.get(scope) ?? [])
      return poolOfScope(scope) === null ? countsIn(scope, null, await rowsOf(scope)) : null
    },
    /** The counts by prefix: the longest prefixes with few enough and large enough ranges, or else the shortest. */
    byPrefix: async (): Promise<readonly ScopeCounts[]> => {
      let ranges: readonly ScopeCounts[] = []
      for (let length = 1; length <= maxDigits; length++) {
        const counts = byPrefix(length <= digitsAtOnce ? rows : await numbers.tally(length), length)
        const fits = counts.length <= choice.most && averageOf(counts) >= choice.smallest
        // One more digit that splits no range makes the prefixes longer.
        const isChosen = fits || ranges.length === 0 || counts.length === ranges.length
        if (!isChosen || averageOf(counts) < smallestRange) break
        ranges = counts
      }
      return ranges
    },
  }
}

export interface Scoped {
  scope: string
  free: number
}

/** Adds when the free numbers of each scope run out, using the snapshots of the last four weeks. */
export async function withForecast<Counts extends Scoped>(
  counts: readonly Counts[],
  { crawledAt: readCrawledAt, snapshots }: Pick<CapacityStores, 'crawledAt' | 'snapshots'>,
  now: number,
): Promise<(Counts & { forecast: Forecast })[]> {
  const crawledAt = await readCrawledAt()
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

const hourMs = 3_600_000

/**
 * Takes this hour's snapshot unless a replica already has: all numbers, each range, each pool and each prefix with a threshold.
 * Takes none before the first full crawl, because the next one would look like a refill. Returns true when this call took the
 * snapshot.
 */
export async function takeSnapshot(stores: CapacityStores, now: number): Promise<boolean> {
  const { snapshots, thresholds } = stores
  if ((await stores.crawledAt()) === null) return false
  const at = now - (now % hourMs)
  if ((await snapshots.times()).at(-1) === at) return false
  const figures = await readFigures(stores)
  const watched = (await thresholds.all()).map(({ scope }) => scope)
  const scopes = [...figures.pools.map(({ id }) => scopeOfPool(id)), ...watched]
  const all = [
    figures.whole,
    ...(await figures.byPrefix()),
    ...(await Promise.all(scopes.map((scope) => figures.of(scope)))).filter((counts) => counts !== null),
  ]
  const isNew = await snapshots.take(at, [...new Map(all.map((counts) => [counts.scope, counts])).values()])
  await snapshots.removeExpired(now)
  return isNew
}

import { mostPrefixes, type Block, type Forecast } from '#contract/overview.ts'
import { forecastOf, lastOfEachDay, type Level } from './forecast.ts'
import type { PoolStore } from './pool-store.ts'
import type { Figures, SnapshotStore } from './snapshot-store.ts'

export interface ByLength {
  length: number
  figures: readonly Figures[]
}

const dayMs = 86_400_000
/** Figures older than that are none to forecast from. */
const oldestWalkMs = 2 * dayMs
/** Fewer numbers than that with one beginning, on average, are no block. */
const smallestBlock = 2
/** What the console chooses by itself: as many blocks as one looks over, of a size that is worth it. */
const choice = { most: 30, smallest: 20 }

const sizeOf = ({ free, bound, unknown }: Figures): number => free + bound + unknown
const averageOf = (figures: readonly Figures[]): number =>
  figures.reduce((sum, each) => sum + sizeOf(each), 0) / Math.max(1, figures.length)

/** The lengths of prefix that tell blocks apart, each more of them than the one before. */
export async function blocksByLength(pool: PoolStore): Promise<ByLength[]> {
  const found: ByLength[] = []
  for (let length = 1; ; length++) {
    const figures = await pool.byLength(length)
    if (figures === null || figures.length > mostPrefixes || averageOf(figures) < smallestBlock) return found
    // Numbers that all go on alike are the same blocks.
    if (figures.length === found.at(-1)?.figures.length) found.pop()
    found.push({ length, figures })
  }
}

/** The longest prefix of which there are few enough, of blocks large enough; the shortest where there is none. */
export const chosenLength = (all: readonly ByLength[]): ByLength | undefined =>
  all.findLast(({ figures }) => figures.length <= choice.most && averageOf(figures) >= choice.smallest) ??
  all[0]

/** Each with when it runs out, from snapshots of the last weeks. */
export async function withForecast(
  figures: readonly Figures[],
  { snapshots, walkedAt, now }: { snapshots: SnapshotStore; walkedAt: number | null; now: number },
): Promise<Block[]> {
  if (walkedAt === null || now - walkedAt > oldestWalkMs) {
    const stale: Forecast = { kind: 'stale' }
    return figures.map((each) => ({ ...each, forecast: stale }))
  }
  const times = lastOfEachDay(
    (await snapshots.times()).map((at) => ({ at })),
    now,
  ).map(({ at }) => at)
  const levels = new Map<string, Level[]>()
  for (const { prefix, at, free } of await snapshots.figures(
    figures.map(({ prefix }) => prefix),
    times,
  )) {
    const known = levels.get(prefix)
    if (known === undefined) levels.set(prefix, [{ at, free }])
    else known.push({ at, free })
  }
  return figures.map((each) => ({
    ...each,
    forecast: forecastOf(each.free, levels.get(each.prefix) ?? [], now),
  }))
}

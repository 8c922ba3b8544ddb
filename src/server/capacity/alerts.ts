import type { Threshold } from '#contract/capacity.ts'
import { withForecast } from './ranges.ts'
import type { NumberCounts, ScopeCounts, SnapshotStore } from './store.ts'
import type { ThresholdRow, ThresholdStore } from './store-thresholds.ts'

const dayMs = 86_400_000

type Broken = Threshold['broken'][number]

/** The levels that the threshold breaks. A forecast breaks `days` when its earliest date is within them. */
function brokenLevels(
  { leastFree, leastDays }: Pick<Threshold, 'leastFree' | 'leastDays'>,
  { free, forecast }: Pick<Threshold, 'free' | 'forecast'>,
  now: number,
): Broken[] {
  const broken: Broken[] = []
  if (leastFree !== null && free < leastFree) broken.push('free')
  const soonest = forecast.kind === 'empty' ? now : forecast.kind === 'runs-out' ? forecast.earliest : null
  if (leastDays !== null && soonest !== null && soonest < now + leastDays * dayMs) broken.push('days')
  return broken
}

/** The acknowledgment while it is valid: until it expires, or until fewer than half of the numbers free at that time are left. */
function acknowledgedOf(row: ThresholdRow, free: number, now: number): Threshold['acknowledged'] {
  const { acknowledged_by: by, acknowledged_at: at, acknowledged_until: until } = row
  if (by === null || at === null || until === null || until <= now) return null
  return free < (row.acknowledged_free ?? 0) / 2 ? null : { by, at, until }
}

export const isUnacknowledged = ({ broken, acknowledged }: Threshold): boolean =>
  broken.length > 0 && acknowledged === null

export interface AlertDeps {
  numbers: NumberCounts
  snapshots: SnapshotStore
  thresholds: ThresholdStore
}

/** All thresholds with their current counts and forecasts. */
export async function readThresholds(
  { numbers, snapshots, thresholds }: AlertDeps,
  now: number,
): Promise<Threshold[]> {
  const rows = await thresholds.all()
  if (rows.length === 0) return []
  const crawledAt = await numbers.crawledAt()
  const counts: ScopeCounts[] = await numbers.countScopes(rows.map(({ scope }) => scope))
  const ranges = await withForecast(counts, { numbers, snapshots, crawledAt, now })
  const byScope = new Map(ranges.map((range) => [range.scope, range]))
  return rows.flatMap((row): Threshold[] => {
    const range = byScope.get(row.scope)
    if (range === undefined) return []
    const levels = { leastFree: row.least_free, leastDays: row.least_days }
    // Before the first full crawl, a small count means nothing.
    const broken = crawledAt === null ? [] : brokenLevels(levels, range, now)
    return [
      {
        ...range,
        ...levels,
        version: row.version,
        changedBy: row.changed_by,
        changedAt: row.changed_at,
        broken,
        acknowledged: broken.length === 0 ? null : acknowledgedOf(row, range.free, now),
      },
    ]
  })
}

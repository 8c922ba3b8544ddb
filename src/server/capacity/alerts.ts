import { lacksForecast, type Threshold } from '#contract/capacity.ts'
import type { Condition } from '../platform/occurrence.ts'
import { withForecast, type CapacityStores } from './ranges.ts'
import type { ThresholdRow } from './thresholds.ts'

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

/** All thresholds with their current counts and forecasts. */
export async function readThresholds(stores: CapacityStores, now: number): Promise<Threshold[]> {
  const { numbers, thresholds } = stores
  const rows = await thresholds.all()
  if (rows.length === 0) return []
  const crawledAt = await numbers.crawledAt()
  const counts = await numbers.countScopes(rows.map(({ scope }) => scope))
  const ranges = await withForecast(counts, stores, now)
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

/** The levels of thresholds that are broken and not acknowledged. */
export async function capacityConditions(deps: CapacityStores, now: number): Promise<Condition[]> {
  const broken = (await readThresholds(deps, now)).filter(isUnacknowledged)
  return broken.flatMap(({ scope, pool, free, leastFree, forecast, version, broken: levels }) =>
    levels.flatMap((level): Condition[] => {
      const key = `threshold ${scope} ${version} ${level}`
      if (level === 'free')
        return leastFree === null
          ? []
          : [{ key, event: { kind: 'threshold-crossed', scope, pool, free, leastFree } }]
      const earliest = forecast.kind === 'runs-out' ? forecast.earliest : now
      return [{ key, event: { kind: 'runs-out', scope, pool, free, earliest } }]
    }),
  )
}

/** Clears the acknowledgments of thresholds that no longer break any level. */
export async function endAcknowledgments(stores: CapacityStores, now: number): Promise<void> {
  const intact = (await readThresholds(stores, now)).filter(
    (threshold) => threshold.broken.length === 0 && !lacksForecast(threshold),
  )
  await stores.thresholds.clearAcknowledgments(intact.map(({ scope }) => scope))
}

import type { Forecast, Threshold } from '#contract/capacity.ts'
import type { Condition } from '../notifications/due.ts'
import { readFigures, withForecast, type CapacityStores } from './ranges.ts'
import type { ThresholdRow } from './thresholds.ts'

const dayMs = 86_400_000

type Broken = Threshold['broken'][number]

/** When the numbers run out; null without a forecast, and while they do not fall. */
const endOf = (forecast: Forecast, now: number): number | null =>
  forecast?.kind === 'empty' ? now : forecast?.kind === 'runs-out' ? forecast.until : null

/**
 * The levels that the threshold breaks. `unlisted`: numbers, such as those just created, for which the console does not know yet whether
 * they are free.
 */
function brokenLevels(
  { leastFree, leastDays }: Pick<Threshold, 'leastFree' | 'leastDays'>,
  { free, forecast }: Pick<Threshold, 'free' | 'forecast'>,
  unlisted: number,
  now: number,
): Broken[] {
  const broken: Broken[] = []
  if (leastFree !== null && free + unlisted < leastFree) broken.push('free')
  const until = free === 0 && unlisted > 0 ? null : endOf(forecast, now)
  if (leastDays !== null && until !== null && until < now + leastDays * dayMs) broken.push('days')
  return broken
}

function snoozedOf(
  { snoozed_by: by, snoozed_until: until }: ThresholdRow,
  now: number,
): Threshold['snoozed'] {
  return by === null || until === null || until <= now ? null : { by, until }
}

export const isAlert = ({ broken, snoozed }: Threshold): boolean => broken.length > 0 && snoozed === null

/** All thresholds with their current counts and forecasts. */
export async function readThresholds(stores: CapacityStores, now: number): Promise<Threshold[]> {
  const { thresholds } = stores
  const rows = await thresholds.all()
  if (rows.length === 0) return []
  const crawledAt = await stores.crawledAt()
  const figures = await readFigures(stores)
  const counts = (await Promise.all(rows.map(({ scope }) => figures.of(scope)))).filter(
    (each) => each !== null,
  )
  const ranges = await withForecast(counts, stores, now)
  const byScope = new Map(ranges.map((range) => [range.scope, range]))
  return rows.flatMap((row): Threshold[] => {
    const range = byScope.get(row.scope)
    if (range === undefined) return []
    const levels = { leastFree: row.least_free, leastDays: row.least_days }
    // Before the first full crawl, a small count means nothing.
    const broken = crawledAt === null ? [] : brokenLevels(levels, range, range.unlisted, now)
    return [
      {
        ...range,
        ...levels,
        version: row.version,
        changedBy: row.changed_by,
        changedAt: row.changed_at,
        broken,
        snoozed: broken.length === 0 ? null : snoozedOf(row, now),
      },
    ]
  })
}

/** The levels of thresholds that are broken and not snoozed. */
export async function capacityConditions(deps: CapacityStores, now: number): Promise<Condition[]> {
  const broken = (await readThresholds(deps, now)).filter(isAlert)
  return broken.flatMap(({ scope, pool, free, leastFree, forecast, version, broken: levels }) =>
    levels.flatMap((level): Condition[] => {
      const key = `threshold ${scope} ${version} ${level}`
      if (level === 'free')
        return leastFree === null
          ? []
          : [{ key, event: { kind: 'threshold-crossed', scope, pool, free, leastFree } }]
      return [{ key, event: { kind: 'runs-out', scope, pool, free, until: endOf(forecast, now) ?? now } }]
    }),
  )
}

import type { Condition } from '../platform/occurrence.ts'
import { isUnacknowledged, readThresholds, type AlertDeps } from './alerts.ts'

/** The levels of thresholds that are broken and not acknowledged. */
export async function capacityConditions(deps: AlertDeps, now: number): Promise<Condition[]> {
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

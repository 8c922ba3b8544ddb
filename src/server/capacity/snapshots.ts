import { lacksForecast, poolOfScope } from '#contract/capacity.ts'
import { readThresholds, type AlertDeps } from './alerts.ts'
import { rangesByLength } from './ranges.ts'
import type { ScopeCounts } from './store.ts'
import { hourOf } from './retention.ts'

/**
 * Takes this hour's snapshot unless a replica already has: all numbers, each range, each pool and each prefix with a threshold.
 * Takes none before the first full crawl, because the next one would look like a refill. Returns true when this call took the
 * snapshot.
 */
export async function takeSnapshot(
  { numbers, snapshots, thresholds }: AlertDeps,
  now: number,
): Promise<boolean> {
  if ((await numbers.crawledAt()) === null) return false
  const at = hourOf(now)
  if ((await snapshots.times()).at(-1) === at) return false
  const watched = await thresholds.all()
  const all = [
    await numbers.whole(),
    ...(await rangesByLength(numbers)).flatMap(({ counts }) => counts),
    ...(await numbers.countPools()),
    ...(await numbers.countScopes(
      watched.flatMap(({ scope }) => (poolOfScope(scope) === null ? [scope] : [])),
    )),
  ]
  const byScope = new Map<string, ScopeCounts>(all.map((counts) => [counts.scope, counts]))
  const taken = await snapshots.take(at, [...byScope.values()])
  await snapshots.removeExpired(now)
  return taken
}

/** Clears the acknowledgments of thresholds that no longer break any level. */
export async function endAcknowledgments(deps: AlertDeps, now: number): Promise<void> {
  const intact = (await readThresholds(deps, now)).filter(
    (threshold) => threshold.broken.length === 0 && !lacksForecast(threshold),
  )
  await deps.thresholds.clearAcknowledgments(intact.map(({ scope }) => scope))
}

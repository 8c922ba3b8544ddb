import { lacksForecast } from '#contract/capacity.ts'
import { readThresholds, type AlertDeps } from './alerts.ts'
import { blocksByLength } from './blocks.ts'
import type { PrefixCounts } from './store.ts'
import { hourOf } from './retention.ts'

/**
 * Takes this hour's snapshot, unless a replica has: of all numbers, of each block and of each prefix with a threshold. None
 * before all numbers were read once: the first would look like a refill.
 */
export async function takeSnapshot(
  { pool, snapshots, thresholds }: AlertDeps,
  now: number,
): Promise<boolean> {
  if ((await pool.crawledAt()) === null) return false
  const at = hourOf(now)
  if ((await snapshots.times()).at(-1) === at) return false
  const watched = await thresholds.all()
  const all = [
    await pool.whole(),
    ...(await blocksByLength(pool)).flatMap(({ counts }) => counts),
    ...(await Promise.all(watched.map(({ prefix }) => pool.ofPrefix(prefix)))),
  ]
  const byPrefix = new Map<string, PrefixCounts>(all.map((counts) => [counts.prefix, counts]))
  const taken = await snapshots.take(at, [...byPrefix.values()])
  await snapshots.removeExpired(now)
  return taken
}

/** Ends the acknowledgments of thresholds that are kept again. */
export async function endAcknowledgments(deps: AlertDeps, now: number): Promise<void> {
  const kept = (await readThresholds(deps, now)).filter(
    (threshold) => threshold.broken.length === 0 && !lacksForecast(threshold),
  )
  await deps.thresholds.clearAcknowledgments(kept.map(({ prefix }) => prefix))
}

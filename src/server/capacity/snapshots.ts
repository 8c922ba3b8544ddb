import { isUntold } from '#contract/capacity.ts'
import { readThresholds } from './alerts.ts'
import type { Background } from '../platform/background.ts'
import { blocksByLength } from './blocks.ts'
import type { PoolStore } from './pool-store.ts'
import type { PrefixCounts, SnapshotStore } from './snapshot-store.ts'
import type { ThresholdStore } from './threshold-store.ts'
import { hourOf } from './retention.ts'

interface SnapshotDeps {
  pool: PoolStore
  snapshots: SnapshotStore
  thresholds: ThresholdStore
}

/**
 * Keeps what is free and bound this hour, unless some replica has: of all numbers, of each block, and of what has a
 * threshold. Nothing before all numbers were read once: it would look like a refill.
 */
export async function takeSnapshot(
  { pool, snapshots, thresholds }: SnapshotDeps,
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
  await snapshots.thin(now)
  return taken
}

/** Whoever said to take care of something that is well again is done with it. */
export async function settleAlerts(deps: SnapshotDeps, now: number): Promise<void> {
  const kept = (await readThresholds(deps, now)).filter(
    (threshold) => threshold.broken.length === 0 && !isUntold(threshold),
  )
  await deps.thresholds.forget(kept.map(({ prefix }) => prefix))
}

export function keepSnapshots(background: Background, everyMs: number, deps: SnapshotDeps): void {
  background.every('snapshots', everyMs, async () => {
    const now = Date.now()
    await takeSnapshot(deps, now)
    await settleAlerts(deps, now)
  })
}

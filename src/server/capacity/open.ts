import type { FeatureContext } from '../feature.ts'
import type { PoolStore } from '../pools/store.ts'
import { NumberCounts } from './counts.ts'
import { takeSnapshot, withForecast, type Scoped } from './ranges.ts'
import { SnapshotStore } from './snapshots.ts'
import { ThresholdStore } from './thresholds.ts'

/** Number ranges, their snapshots, forecasts and thresholds. */
export function openCapacity({ pools, ...context }: FeatureContext & { pools: PoolStore['all'] }) {
  const { database, account, background, now } = context
  const stores = {
    numbers: new NumberCounts(database, account, pools),
    snapshots: new SnapshotStore(database, account),
    thresholds: new ThresholdStore(database, account),
  }
  // More often than the hour between snapshots, so that a restart or a late first crawl leaves no gap of an hour.
  background.every('snapshots', 5 * 60_000, async () => {
    await takeSnapshot(stores, now())
  })
  return {
    ...context,
    ...stores,
    withForecast: <Counts extends Scoped>(counts: readonly Counts[]) => withForecast(counts, stores, now()),
  }
}
export type CapacityParts = ReturnType<typeof openCapacity>

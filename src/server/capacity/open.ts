import type { FeatureContext } from '../feature.ts'
import type { PoolStore } from '../pools/store.ts'
import { Numbers } from '../numbers/numbers.ts'
import { lastWholeScan } from '../numbers/scan.ts'
import { takeSnapshot, withForecast, type Scoped } from './ranges.ts'
import { SnapshotStore } from './snapshots.ts'
import { ThresholdStore } from './thresholds.ts'

/** Number ranges, their snapshots, forecasts and thresholds. */
export function openCapacity({ pools, ...context }: FeatureContext & { pools: PoolStore['all'] }) {
  const { database, account, background, times, now } = context
  const stores = {
    numbers: new Numbers(database, account),
    pools,
    crawledAt: () => lastWholeScan(database.db, account),
    snapshots: new SnapshotStore(database, account, times.date),
    thresholds: new ThresholdStore(database, account),
  }
  // More often than the hour between snapshots, so that a restart or a late first crawl leaves no gap of an hour.
  background.every('snapshots', 5 * 60_000, async () => {
    await takeSnapshot(stores, now())
  })
  return {
    ...stores,
    withForecast: <Counts extends Scoped>(counts: readonly Counts[]) => withForecast(counts, stores, now()),
  }
}

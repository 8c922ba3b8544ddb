import type { Transaction } from 'kysely'
import { allNumbers, poolOfScope, scopeOfPool } from '#contract/capacity.ts'
import type { StateCounts } from '#contract/number-states.ts'
import type { FeatureContext } from '../feature.ts'
import type { Tables } from '../platform/database/schema.ts'
import type { PoolReads } from '../pools/store.ts'
import { forecastsOf } from './ranges.ts'
import { endAcknowledgments, takeSnapshot } from './snapshots.ts'
import { createNumberCounts, createSnapshotStore } from './store.ts'
import { createThresholdStore } from './store-thresholds.ts'

/** Number ranges, their snapshots, forecasts and thresholds. */
export function openCapacity({ pools, ...context }: FeatureContext & { pools: PoolReads['all'] }) {
  const { database, account, background, now } = context
  const stores = {
    numbers: createNumberCounts(database, account, pools),
    snapshots: createSnapshotStore(database, account),
    thresholds: createThresholdStore(database, account),
  }
  // More often than the hour between snapshots, so that a restart or a late first crawl leaves no gap of an hour.
  background.every('snapshots', 5 * 60_000, async () => {
    const at = now()
    await takeSnapshot(stores, at)
    await endAcknowledgments(stores, at)
  })
  const { snapshots, thresholds } = stores
  return {
    ...context,
    ...stores,
    /**
     * Adds to the counts of pools, or of all numbers without `id`, when their free numbers run out; with `pools`, of these pools
     * together.
     */
    withForecasts: async <Counts extends StateCounts & { id?: string; pools?: readonly string[] }>(
      counts: readonly Counts[],
    ) => {
      const scoped = counts.map((each) => ({
        ...each,
        scope: each.id === undefined ? allNumbers : scopeOfPool(each.id),
        parts: each.pools?.map(scopeOfPool),
      }))
      const forecasts = await forecastsOf(scoped, {
        ...stores,
        crawledAt: await stores.numbers.crawledAt(),
        now: now(),
      })
      return counts.map((each, index) => ({
        ...each,
        forecast: forecasts[index] ?? { kind: 'stale' as const },
      }))
    },
    /** Thresholds and snapshots of pools, by pool ID. */
    ofPools: {
      /** Minimum of free numbers, for pools with a threshold. */
      leastFree: async (): Promise<Map<string, number | null>> =>
        new Map(
          (await thresholds.all()).flatMap(({ scope, least_free }) => {
            const id = poolOfScope(scope)
            return id === null ? [] : [[id, least_free]]
          }),
        ),
      setLeastFree: (
        transaction: Transaction<Tables>,
        id: string,
        level: { leastFree: number | null; by: string; at: number },
      ): Promise<void> => thresholds.setLeastFree(transaction, scopeOfPool(id), level),
      /** Call after a pool's numbers change: the old snapshots describe other numbers. */
      removeSnapshots: (transaction: Transaction<Tables>, id: string): Promise<void> =>
        snapshots.removeScope(transaction, scopeOfPool(id)),
      removeAll: async (transaction: Transaction<Tables>, id: string): Promise<void> => {
        await snapshots.removeScope(transaction, scopeOfPool(id))
        await thresholds.removeScope(transaction, scopeOfPool(id))
      },
    },
  }
}
export type CapacityParts = ReturnType<typeof openCapacity>

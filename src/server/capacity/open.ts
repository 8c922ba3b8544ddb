import type { Transaction } from 'kysely'
import { poolOfScope, scopeOfPool } from '#contract/capacity.ts'
import type { Audit } from '../audit/audit-store.ts'
import type { Background } from '../platform/background.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import { endAcknowledgments, takeSnapshot } from './snapshots.ts'
import { createNumberCounts, createSnapshotStore, type CountedPools } from './store.ts'
import { createThresholdStore } from './store-thresholds.ts'

interface CapacityDeps {
  database: Database
  account: string
  audit: Audit
  background: Pick<Background, 'every'>
  /** How often to try a snapshot, in ms. The store keeps one per hour. */
  snapshotsEveryMs: number
  pools: CountedPools
  now: () => number
}

/** Number ranges, their snapshots, forecasts and thresholds. */
export function openCapacity({
  database,
  account,
  audit,
  background,
  snapshotsEveryMs,
  pools,
  now,
}: CapacityDeps) {
  const stores = {
    numbers: createNumberCounts(database, account, pools),
    snapshots: createSnapshotStore(database, account),
    thresholds: createThresholdStore(database, account),
  }
  background.every('snapshots', snapshotsEveryMs, async () => {
    const at = now()
    await takeSnapshot(stores, at)
    await endAcknowledgments(stores, at)
  })
  const { snapshots, thresholds } = stores
  return {
    ...stores,
    audit,
    now,
    /** Thresholds and snapshots of pools, by pool ID. */
    ofPools: {
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

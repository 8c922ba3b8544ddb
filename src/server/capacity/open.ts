import type { Audit } from '../audit/audit-store.ts'
import type { Background } from '../platform/background.ts'
import type { Database } from '../platform/database/database.ts'
import { endAcknowledgments, takeSnapshot } from './snapshots.ts'
import { createPoolStore, createSnapshotStore, createThresholdStore } from './store.ts'

interface CapacityDeps {
  database: Database
  account: string
  audit: Audit
  background: Pick<Background, 'every'>
  /** How often a snapshot is due, ms; one an hour is kept. */
  snapshotsEveryMs: number
  now: () => number
}

/** Number ranges, their snapshots, forecasts and thresholds. */
export function openCapacity({ database, account, audit, background, snapshotsEveryMs, now }: CapacityDeps) {
  const stores = {
    pool: createPoolStore(database, account),
    snapshots: createSnapshotStore(database, account),
    thresholds: createThresholdStore(database, account),
  }
  background.every('snapshots', snapshotsEveryMs, async () => {
    const at = now()
    await takeSnapshot(stores, at)
    await endAcknowledgments(stores, at)
  })
  return { ...stores, audit, now }
}
export type CapacityParts = ReturnType<typeof openCapacity>

import type { Upstream } from '#upstream/upstream.ts'
import type { Background } from '../platform/background.ts'
import { createInventoryWalks, keepInventory } from './inventory-walks.ts'
import { createInventoryWatch } from './inventory-watch.ts'
import type { Database } from '../platform/database/database.ts'
import { createInventoryStore } from './inventory-store.ts'
import { createWalkStore } from './walk-store.ts'
import type { Timings } from '../platform/timings.ts'

/** The inventory's parts: what is kept, what is on its way there, and the walks that fill it once `keep` is called. */
export function openInventory(
  database: Database,
  account: string,
  { onFault, timings }: { onFault: (error: unknown) => void; timings: Timings },
) {
  const store = createInventoryStore(database, account)
  const watch = createInventoryWatch(store, { onFault, writeMs: timings.inventoryWriteMs })
  const walks = createWalkStore(database, account)
  return {
    store,
    watch,
    walks,
    keep(
      background: Pick<Background, 'every'>,
      upstream: Upstream,
      assigned: { agentsAfter: (place: string, limit: number) => Promise<string[]> },
    ): void {
      const parts = { upstream, inventory: store, watch, walks, assigned, now: Date.now }
      keepInventory(background, timings, createInventoryWalks(parts))
    },
  }
}

import type { Upstream } from '#upstream/upstream.ts'
import type { Background } from '../platform/background.ts'
import { createInventoryCrawler, keepInventory } from './inventory-crawler.ts'
import { createInventoryWatch } from './inventory-watch.ts'
import type { Database } from '../platform/database/database.ts'
import { createInventoryStore } from './inventory-store.ts'
import { createCrawlStore } from './crawl-store.ts'
import type { Timings } from '../platform/timings.ts'

/** The inventory's parts: what is kept, what is on its way there, and the crawls that fill it once `keep` is called. */
export function openInventory(
  database: Database,
  account: string,
  { onFault, timings }: { onFault: (error: unknown) => void; timings: Timings },
) {
  const store = createInventoryStore(database, account)
  const watch = createInventoryWatch(store, { onFault, writeMs: timings.inventoryWriteMs })
  const crawls = createCrawlStore(database, account)
  return {
    store,
    watch,
    crawls,
    keep(
      background: Pick<Background, 'every'>,
      upstream: Upstream,
      assigned: { agentsAfter: (place: string, limit: number) => Promise<string[]> },
    ): void {
      const parts = { upstream, inventory: store, watch, crawls, assigned, now: Date.now }
      keepInventory(background, timings, createInventoryCrawler(parts))
    },
  }
}

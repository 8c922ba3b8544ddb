import type { Database } from '#server/platform/database/database.ts'
import { createInventoryReads } from '#server/inventory/store-reads.ts'
import { createLabelStore } from '#server/labels/store.ts'
import { createInventoryWrites } from '#server/inventory/store-writes.ts'
import type { NumberedExtension } from '#upstream/upstream.ts'
import { extensionRecord, type ExtensionRecord } from '#upstream/wire.ts'

/** A record as the client reads it. */
export const seenExtension = (ext: string, fields: Partial<ExtensionRecord>): NumberedExtension => ({
  ...extensionRecord.parse({}),
  ...fields,
  ext,
})

/** What reads and writes the inventory, as one. */
export const inventoryStore = (database: Database, account: string) => ({
  ...createInventoryReads(database, account, createLabelStore(database, account).of('extension')),
  ...createInventoryWrites(database, account),
})

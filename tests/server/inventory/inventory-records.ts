import type { Database } from '#server/platform/database/database.ts'
import { createInventoryReads } from '#server/inventory/store-reads.ts'
import { createLabelStore } from '#server/labels/store.ts'
import { createInventoryWrites } from '#server/inventory/store-writes.ts'
import { extensionRecord, type ExtensionRecord, type NumberedExtension } from '#upstream/records.ts'

/** A record as the client parses it. */
export const seenExtension = (ext: string, fields: Partial<ExtensionRecord>): NumberedExtension => ({
  ...extensionRecord.parse({}),
  ...fields,
  ext,
})

/** Reads and writes of the inventory in one object. */
export const inventoryStore = (database: Pick<Database, 'db' | 'now' | 'withLock'>, account: string) => ({
  ...createInventoryReads(database, account, createLabelStore(database, account).of('extension')),
  ...createInventoryWrites(database, account, () => Promise.resolve()),
})

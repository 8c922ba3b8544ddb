import type { Database } from '../platform/database/database.ts'
import { createInventoryReader } from './inventory-reader.ts'
import { createInventoryWriter } from './inventory-writer.ts'

/** Every extension that the console has seen, as it was last seen; flat to 1,000,000 rows. */
export const createInventoryStore = (database: Database, account: string) => ({
  ...createInventoryReader(database, account),
  ...createInventoryWriter(database, account),
})
export type InventoryStore = ReturnType<typeof createInventoryStore>

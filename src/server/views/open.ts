import type { Audit } from '../audit/audit-store.ts'
import type { Database } from '../platform/database/database.ts'
import { createViewStore } from './store.ts'

/** List filters that users have saved under a name. */
export const openViews = ({ database, audit }: { database: Database; audit: Audit }) => ({
  views: createViewStore(database),
  audit,
})
export type ViewParts = ReturnType<typeof openViews>

import type { Audit } from '../audit/audit-store.ts'
import type { Database } from '../platform/database/database.ts'
import { createLabelStore } from './store.ts'

interface LabelDeps {
  database: Database
  account: string
  audit: Audit
  now: () => number
}

/** Labels and notes of numbers and agents. */
export const openLabels = ({ database, account, audit, now }: LabelDeps) => ({
  ...createLabelStore(database, account),
  audit,
  now,
})
export type LabelParts = ReturnType<typeof openLabels>

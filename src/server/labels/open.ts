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
  /** Runs one change at a time across all replicas, so that the number of labels stays within its limit. */
  serialized: <Result>(work: Parameters<typeof database.withLock<Result>>[1]): Promise<Result> =>
    database.withLock(`labels ${account}`, work),
  audit,
  now,
})
export type LabelParts = ReturnType<typeof openLabels>

import type { Transaction } from 'kysely'
import type { WriteAudit } from '../audit/audit-store.ts'
import type { ByUser, LeftNumber } from '../numbers/left-number.ts'
import type { Tables } from '../platform/database/schema.ts'

/** The calls that requests make to reservations, within their transaction: a number that an agent leaves is kept back. */
export interface KeepBack {
  /** Reserves numbers, still bound, for no one. Leaves out those with an open reservation. Returns the numbers kept back. */
  keepBack: (
    transaction: Transaction<Tables>,
    write: WriteAudit,
    by: ByUser,
    days: number,
    numbers: readonly LeftNumber[],
  ) => Promise<string[]>
  /** Releases numbers kept back that the service still shows with the agent. */
  keepNoLonger: (
    transaction: Transaction<Tables>,
    write: WriteAudit,
    by: ByUser,
    numbers: readonly string[],
    reason: string,
  ) => Promise<void>
}

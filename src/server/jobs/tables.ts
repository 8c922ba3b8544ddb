import { sql, type Insertable, type Kysely, type Selectable } from 'kysely'
import type { ItemState } from '#contract/jobs.ts'
import type { Audit } from '../audit/audit-store.ts'
import type { Database } from '../platform/database/database.ts'
import type { Seal } from '../platform/database/encryption.ts'
import type { Tables } from '../platform/database/schema.ts'
import type { Timings } from '../platform/timings.ts'

/** What the parts of this room share: the store with its clock, and the jobs' service. */
export interface JobContext {
  db: Kysely<Tables>
  now: Database['now']
  engine: Database['engine']
  account: string
  audit: Audit
  seal: Seal
  timings: Timings
  visibilityTimeoutMs: number
}

export type JobRow = Selectable<Tables['job']>
export type ItemRow = Selectable<Tables['job_item']>
export type NewItemRow = Insertable<Tables['job_item']>

/** The job column that counts the rows in a state. */
export const columnOf = {
  pending: 'pending',
  sending: 'sending',
  inDoubt: 'in_doubt',
  done: 'done',
  failed: 'failed',
  needsReview: 'needs_review',
  cancelled: 'cancelled',
} as const satisfies Record<ItemState, keyof Tables['job']>

/** Jobs that a worker works on, unless they have ended. A paused one finishes what is under way. */
export const hasWork = sql<boolean>`(desired_state <> 'pause' OR pending = 0 OR sending + in_doubt + unverified > 0)`

import { sql, type Insertable, type Selectable } from 'kysely'
import type { ItemState } from '#contract/jobs.ts'
import type { Tables } from '../platform/database/schema.ts'

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

/** Rows whose numbers no other creation may take. The unique index `job_item_open` has the same condition. */
export const isUnderWay = sql<boolean>`(state IN ('pending', 'sending', 'inDoubt', 'needsReview') OR (state = 'done' AND checked IS NULL))`
/** Jobs that a worker works on, unless they have ended. A paused one finishes what is under way. */
export const hasWork = sql<boolean>`(desired_state <> 'pause' OR pending = 0 OR sending + in_doubt + unverified > 0)`
/** Created rows whose generated passwords the store still has. */
export const hasPasswordToFetch = sql<boolean>`(state = 'done' AND (password_source = 'derived' OR (password_source = 'random' AND password IS NOT NULL)))`

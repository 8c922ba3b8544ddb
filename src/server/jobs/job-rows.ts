import { sql, type Insertable, type Selectable } from 'kysely'
import type { ItemState } from '#contract/jobs.ts'
import type { ProblemCode } from '#contract/problem.ts'
import type { Tables } from '../platform/database/schema.ts'

export type JobRow = Selectable<Tables['job']>
export type ItemRow = Selectable<Tables['job_item']>
export type NewItemRow = Insertable<Tables['job_item']>

/** The column of a job that counts its rows of a state. */
export const columnOf = {
  pending: 'pending',
  sending: 'sending',
  inDoubt: 'in_doubt',
  done: 'done',
  failed: 'failed',
  needsReview: 'needs_review',
  cancelled: 'cancelled',
} as const satisfies Record<ItemState, keyof Tables['job']>

/** While this holds for a row its number is closed to every other creation; the unique index job_item_open has the same words. */
export const isUnderWay = sql<boolean>`(state IN ('pending', 'sending', 'inDoubt', 'needsReview') OR (state = 'done' AND checked IS NULL))`
/** Refusals that mean "not now": every row would meet them, and they pass without anyone's help. */
export const passingCodes = [
  'upstream-unreachable',
  'upstream-busy',
  'upstream-paused',
  'upstream-token',
] as const satisfies readonly ProblemCode[]
/** Refusals of the console as a whole, until a person fixes its settings or the clock. */
export const setUpCodes = [
  'upstream-credentials',
  'upstream-clock',
  'upstream-certificate',
] as const satisfies readonly ProblemCode[]
/** Neither says anything certain about what became of the request. */
export const notNowCodes = [...passingCodes, ...setUpCodes] as const
/** Passwords that the console has made, and so must hand over. */
export const madePasswords = ['random', 'derived'] as const

/** Rows of one statement; SQLite binds at most 32,766 values. */
const rowsAtOnce = 1_000
export const chunks = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / rowsAtOnce) }, (_, index) =>
    rows.slice(index * rowsAtOnce, (index + 1) * rowsAtOnce),
  )

import { sql, type Insertable, type Selectable } from 'kysely'
import type { ProblemCode } from '#contract/problem.ts'
import type { Tables } from '../platform/database/schema.ts'

export type JobRow = Selectable<Tables['job']>
export type ItemRow = Selectable<Tables['job_item']>
export type NewItemRow = Insertable<Tables['job_item']>

/** While this holds for a row its number is closed to every other creation; the unique index job_item_open has the same words. */
export const isUnderWay = sql<boolean>`(state IN ('pending', 'sending', 'unknown', 'review') OR (state = 'done' AND checked IS NULL))`
/** Refusals that mean "not now": they say nothing certain about what became of the request. */
export const notNowCodes = [
  'upstream-unreachable',
  'upstream-busy',
  'upstream-paused',
  'upstream-token',
  'upstream-credentials',
  'upstream-clock',
  'upstream-certificate',
] as const satisfies readonly ProblemCode[]
/** Passwords that the console has made, and so must hand over. */
export const madePasswords = ['random', 'derived'] as const

/** Rows of one statement; SQLite binds at most 32,766 values. */
const rowsAtOnce = 1_000
export const chunks = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / rowsAtOnce) }, (_, index) =>
    rows.slice(index * rowsAtOnce, (index + 1) * rowsAtOnce),
  )

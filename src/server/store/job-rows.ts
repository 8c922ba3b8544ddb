import type { Insertable, Selectable } from 'kysely'
import type { ItemState } from '#contract/jobs.ts'
import type { Tables } from './schema.ts'

export type JobRow = Selectable<Tables['job']>
export type ItemRow = Selectable<Tables['job_item']>
export type NewItemRow = Insertable<Tables['job_item']>

/** While a row is in one of these its number is closed to every other creation (trust 3.5.1). */
export const openItemStates = ['pending', 'sending', 'unknown'] as const satisfies readonly ItemState[]
/** While a single creation is in one of these its number is closed likewise. */
export const openCreationStates = ['sending', 'in-doubt', 'accepted'] as const
/** Passwords that the console has made, and so must hand over. */
export const madePasswords = ['random', 'derived'] as const

/** Rows of one statement; SQLite binds at most 32,766 values. */
const rowsAtOnce = 1_000
export const chunks = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / rowsAtOnce) }, (_, index) =>
    rows.slice(index * rowsAtOnce, (index + 1) * rowsAtOnce),
  )

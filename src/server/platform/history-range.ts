import { sql, type RawBuilder } from 'kysely'

/** The part of a history to read, newest first. Times are epoch milliseconds. */
export interface HistoryRange {
  from: number
  /** Exclusive: only entries older than this one. `id` is compared as text. */
  before: { at: number; id: string }
}

/** SQL: true when a row lies in the range, by its time and by the ID that orders rows of the same time. */
export const isWithin = (
  { from, before }: HistoryRange,
  at: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
): RawBuilder<boolean> => sql`(${at} >= ${from} AND (${at}, ${id}) < (${before.at}, ${before.id}))`

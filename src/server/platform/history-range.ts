import { sql, type RawBuilder } from 'kysely'

/** Whose history: a number's, or that of an agent's numbers. */
export type HistorySubject = { ext: string } | { agentUuid: string }

/** The part of a history to read, newest first. Times are epoch milliseconds. */
export interface HistoryRange {
  from: number
  /** Excluded: entries older than this one alone. `id` is compared as text. */
  before: { at: number; id: string }
}

/** SQL: whether a row lies in the range, by its time and what tells rows of one time apart. */
export const isWithin = (
  { from, before }: HistoryRange,
  at: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
): RawBuilder<boolean> => sql`(${at} >= ${from} AND (${at}, ${id}) < (${before.at}, ${before.id}))`

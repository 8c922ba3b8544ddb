import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'

/** The subject of a history: one number, or all numbers of an agent. */
export type HistorySubject = { ext: string } | { agentUuid: string }

/** The part of a history to read, newest first. Times are epoch milliseconds. */
export interface HistoryRange {
  from: number
  /** Exclusive: only entries older than this one. `id` is compared as text. */
  before: { at: number; id: string }
}

/** Returns the newest rows in the range, by their time and by the ID that orders rows of the same time. */
export const newestIn = <Db, Table extends keyof Db, Row>(
  query: SelectQueryBuilder<Db, Table, Row>,
  { from, before }: HistoryRange,
  { at, id, limit }: { at: RawBuilder<number>; id: RawBuilder<string>; limit: number },
) =>
  query
    .where(sql<boolean>`(${at} >= ${from} AND (${at}, ${id}) < (${before.at}, ${before.id}))`)
    .orderBy(at, 'desc')
    .orderBy(id, 'desc')
    .limit(limit)
    .execute()

import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'

/** A value of a field, or an unknown field of an operation, as it was met. Times are epoch milliseconds. */
export interface Seen {
  field: string
  value: string
  count: number
  firstSeenAt: number
  lastSeenAt: number
}

/** What was seen of the codes and fields of one service, by all replicas together. */
export function createObservedValueStore({ db }: Pick<Database, 'db'>, account: string) {
  return {
    async read(): Promise<Seen[]> {
      const rows = await db
        .selectFrom('observed_value')
        .selectAll()
        .where('account', '=', account)
        .orderBy('field')
        .orderBy('value')
        .execute()
      return rows.map((row) => ({
        field: row.field,
        value: row.value,
        count: row.count,
        firstSeenAt: row.first_seen_at,
        lastSeenAt: row.last_seen_at,
      }))
    },

    /** Adds what was seen since; what another replica has seen first stays as that one noted it. One statement. */
    async add(seen: readonly Seen[]): Promise<void> {
      if (seen.length === 0) return
      await db
        .insertInto('observed_value')
        .values(
          seen.map(({ field, value, count, firstSeenAt, lastSeenAt }) => ({
            account,
            field,
            value,
            count,
            first_seen_at: firstSeenAt,
            last_seen_at: lastSeenAt,
          })),
        )
        .onConflict((conflict) =>
          conflict.columns(['account', 'field', 'value']).doUpdateSet({
            count: sql`observed_value.count + excluded.count`,
            last_seen_at: sql`CASE WHEN excluded.last_seen_at > observed_value.last_seen_at
              THEN excluded.last_seen_at ELSE observed_value.last_seen_at END`,
          }),
        )
        .execute()
    },
  }
}
export type ObservedValueStore = ReturnType<typeof createObservedValueStore>

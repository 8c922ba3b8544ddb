import { sql } from 'kysely'
import type { Database } from './database.ts'

/** A value of a field, or an unknown field of an operation, as it was met. Times are epoch milliseconds. */
export interface Seen {
  field: string
  value: string
  count: number
  firstSeenAt: number
  lastSeenAt: number
  unread: boolean
}

/** What was seen of the codes and fields of one service, by all replicas together. */
export function createCodeSightings({ db }: Pick<Database, 'db'>, account: string) {
  return {
    async read(): Promise<Seen[]> {
      const rows = await db
        .selectFrom('code_sighting')
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
        unread: row.unread === 1,
      }))
    },

    /** Adds what was seen since; what another replica has seen first stays as that one noted it. One statement. */
    async add(seen: readonly Seen[]): Promise<void> {
      if (seen.length === 0) return
      await db
        .insertInto('code_sighting')
        .values(
          seen.map(({ field, value, count, firstSeenAt, lastSeenAt, unread }) => ({
            account,
            field,
            value,
            count,
            first_seen_at: firstSeenAt,
            last_seen_at: lastSeenAt,
            unread: unread ? 1 : 0,
          })),
        )
        .onConflict((conflict) =>
          conflict.columns(['account', 'field', 'value']).doUpdateSet({
            count: sql`code_sighting.count + excluded.count`,
            last_seen_at: sql`CASE WHEN excluded.last_seen_at > code_sighting.last_seen_at
              THEN excluded.last_seen_at ELSE code_sighting.last_seen_at END`,
          }),
        )
        .execute()
    },

    async markRead(seen: readonly { field: string; value: string }[]): Promise<void> {
      const wanted = new Set(seen.map(({ field, value }) => `${field} ${value}`))
      const rows = await db
        .selectFrom('code_sighting')
        .select(['field', 'value'])
        .where('account', '=', account)
        .where('unread', '=', 1)
        .execute()
      for (const { field, value } of rows)
        if (wanted.has(`${field} ${value}`))
          await db
            .updateTable('code_sighting')
            .set({ unread: 0 })
            .where('account', '=', account)
            .where('field', '=', field)
            .where('value', '=', value)
            .execute()
    },

    async unread(): Promise<number> {
      const { count } = await db
        .selectFrom('code_sighting')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('account', '=', account)
        .where('unread', '=', 1)
        .executeTakeFirstOrThrow()
      return count
    },
  }
}
export type CodeSightings = ReturnType<typeof createCodeSightings>

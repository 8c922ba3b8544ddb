import { sql, type Migration } from 'kysely'

/** Numbers that were created and not seen since: few among those whose state is not known. */
export const createdUnread: Migration = {
  async up(db) {
    await sql`CREATE INDEX inventory_created ON inventory (account, seen_at, ext) WHERE state = 'unknown' AND source = 'created'`.execute(
      db,
    )
  },
}

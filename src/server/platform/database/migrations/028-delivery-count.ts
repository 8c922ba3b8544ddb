import { sql, type Migration } from 'kysely'

/** How many events of an hour a delivery holds, so that a mail with more of them follows. */
export const deliveryCount: Migration = {
  async up(db) {
    await sql`ALTER TABLE delivery ADD COLUMN count integer NOT NULL DEFAULT 1`.execute(db)
  },
}

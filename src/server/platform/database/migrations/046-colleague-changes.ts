import { sql, type Migration } from 'kysely'

/** New colleagues can be removed, and who reserved for them is notified once of an account that may be theirs. */
export const colleagueChanges: Migration = {
  async up(db) {
    await sql`ALTER TABLE person ADD COLUMN removed_at bigint`.execute(db)
    await sql`ALTER TABLE reservation ADD COLUMN appeared_at bigint`.execute(db)
  },
}

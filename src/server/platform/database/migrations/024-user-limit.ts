import { sql, type Migration } from 'kysely'

/** The departments and pools that a user is limited to; null for a user without a limit. */
export const userLimit: Migration = {
  async up(db) {
    await sql.raw(`ALTER TABLE "user" ADD COLUMN limited_to text`).execute(db)
  },
}

import { sql, type Migration } from 'kysely'

/** The version of what administrators change of a user. */
export const userVersion: Migration = {
  async up(db) {
    await sql`ALTER TABLE "user" ADD COLUMN version integer NOT NULL DEFAULT 0`.execute(db)
  },
}

import { sql, type Migration } from 'kysely'

/** The language of each user's screens, for mails to users who chose none. */
export const userLanguage: Migration = {
  async up(db) {
    await sql.raw(`ALTER TABLE "user" ADD COLUMN language text`).execute(db)
  },
}

import { sql, type Migration } from 'kysely'

/** Tokens that belong to the console: each has a user of its own, who cannot sign in. */
export const serviceTokens: Migration = {
  async up(db) {
    for (const statement of [
      `ALTER TABLE "user" ADD COLUMN is_service integer NOT NULL DEFAULT 0`,
      `ALTER TABLE api_token ADD COLUMN created_by text`,
    ])
      await sql.raw(statement).execute(db)
  },
}

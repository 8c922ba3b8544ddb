import { sql, type Migration } from 'kysely'

/** An attempt has one count. Reveals are counted there too, not in a table of their own. */
export const oneCount: Migration = {
  async up(db) {
    for (const statement of [`DROP TABLE action_use`, `ALTER TABLE attempt_count DROP COLUMN wrong`])
      await sql.raw(statement).execute(db)
  },
}

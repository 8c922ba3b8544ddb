import { sql, type Migration } from 'kysely'

/** The departments and pools that a user is limited to, null for a user without a limit; and the people of departments. */
export const userLimit: Migration = {
  async up(db) {
    for (const statement of [
      `ALTER TABLE "user" ADD COLUMN limited_to text`,
      `CREATE INDEX agent_of_department ON agent (account, department) WHERE department IS NOT NULL`,
    ])
      await sql.raw(statement).execute(db)
  },
}

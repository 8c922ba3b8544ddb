import { sql, type Migration } from 'kysely'

/** Whether a session has proved a second factor, and the roles of which administrators require one. */
export const secondFactorProof: Migration = {
  async up(db) {
    await sql`ALTER TABLE session ADD COLUMN second_factor integer NOT NULL DEFAULT 0`.execute(db)
    await sql`CREATE TABLE second_factor_role (role text NOT NULL PRIMARY KEY)`.execute(db)
  },
}

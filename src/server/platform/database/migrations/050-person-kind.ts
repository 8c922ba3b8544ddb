import { sql, type Migration } from 'kysely'

/** Numbers are reserved also for lines and rooms, which are no people. */
export const personKind: Migration = {
  async up(db) {
    await sql`ALTER TABLE person ADD COLUMN kind text NOT NULL DEFAULT 'person'`.execute(db)
  },
}

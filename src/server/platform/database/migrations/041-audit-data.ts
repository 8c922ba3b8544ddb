import { sql, type Migration } from 'kysely'

/** What an entry of the audit says, as data. Earlier entries have none, and keep the text that their hash covers. */
export const auditData: Migration = {
  async up(db) {
    await sql`ALTER TABLE audit ADD COLUMN data text`.execute(db)
  },
}

import { sql, type Migration } from 'kysely'

/** Drops the index of the list of the latest actions, which nothing shows any longer. */
export const auditActivity: Migration = {
  async up(db) {
    await sql`DROP INDEX audit_activity`.execute(db)
  },
}

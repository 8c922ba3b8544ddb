import { sql, type Migration } from 'kysely'

/** The names of the migrations say which version made a store. */
export const noFingerprint: Migration = {
  async up(db) {
    await sql`DROP TABLE schema_fingerprint`.execute(db)
  },
}

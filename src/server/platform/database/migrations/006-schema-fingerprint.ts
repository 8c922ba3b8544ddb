import { sql, type Migration } from 'kysely'

/** The fingerprint of the migrations up to the named one, kept by the version that ran them. */
export const schemaFingerprint: Migration = {
  async up(db) {
    await sql`CREATE TABLE schema_fingerprint (
      migration text PRIMARY KEY,
      fingerprint text NOT NULL
    )`.execute(db)
  },
}

import { sql, type Migration } from 'kysely'

/** A row's `open_since` says whether an earlier send may have created its number. Removes what nothing reads any more. */
export const fewerJobColumns: Migration = {
  async up(db) {
    for (const statement of [
      `UPDATE job_item SET open_since = sent_at
        WHERE open_since IS NULL AND sent_at IS NOT NULL AND state NOT IN ('failed', 'cancelled')`,
      `ALTER TABLE job_item DROP COLUMN sent_at`,
      `ALTER TABLE job_item DROP COLUMN fencing_token`,
      `ALTER TABLE job DROP COLUMN password_length`,
      `ALTER TABLE job DROP COLUMN secret_key`,
    ])
      await sql.raw(statement).execute(db)
  },
}

import { sql, type Migration } from 'kysely'

/** The version of what users edit: views, webhooks and the mail server, as pools, thresholds and notes have one. */
export const versions: Migration = {
  async up(db) {
    for (const table of ['saved_view', 'webhook', 'mail_server'])
      await sql`ALTER TABLE ${sql.table(table)} ADD COLUMN version bigint NOT NULL DEFAULT 1`.execute(db)
  },
}

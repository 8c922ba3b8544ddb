import { sql, type Migration } from 'kysely'

/** A service under another address: its data stays that of its first one. */
export const serviceAlias: Migration = {
  async up(db) {
    await sql`CREATE TABLE service_alias (identity text PRIMARY KEY, account text NOT NULL)`.execute(db)
  },
}

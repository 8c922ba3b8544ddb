import { sql, type Migration } from 'kysely'

/** When a look-up of a number last said nothing of it, so that all replicas look other numbers up first. */
export const tried: Migration = {
  async up(db) {
    await sql`ALTER TABLE number ADD COLUMN tried_at bigint`.execute(db)
  },
}

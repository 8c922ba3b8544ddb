import { sql, type Migration } from 'kysely'

/**
 * When a read of an agent, or a look-up of a number that a user waits for, last got no answer, so that no other time stands for it: a
 * number that was never seen has no row.
 */
export const triedApart: Migration = {
  async up(db) {
    for (const table of ['person', 'reservation', 'service_request'])
      await sql`ALTER TABLE ${sql.table(table)} ADD COLUMN tried_at bigint`.execute(db)
  },
}

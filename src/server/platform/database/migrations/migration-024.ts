import type { Migration } from 'kysely'

/** One word for a number that is held for an agent. */
export const reservationTable: Migration = {
  async up(db) {
    await db.schema.alterTable('assignment').renameTo('reservation').execute()
  },
}

import type { Migration } from 'kysely'

/** Of the tries counted, those that turned out wrong: the others are still being decided. */
export const signInFailures: Migration = {
  async up(db) {
    await db.schema
      .alterTable('sign_in_try')
      .addColumn('failed', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}

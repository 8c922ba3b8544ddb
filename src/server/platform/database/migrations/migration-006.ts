import type { Migration } from 'kysely'

/** When each user did what is limited, one row per user and act. */
export const actUse: Migration = {
  async up(db) {
    await db.schema
      .createTable('act_use')
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('act', 'text', (column) => column.notNull())
      .addColumn('times', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('act_use_key', ['user_id', 'act'])
      .execute()
  },
}

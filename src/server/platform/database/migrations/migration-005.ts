import type { Migration } from 'kysely'

/** Tries of passwords and codes per account, over all replicas and ways to sign in. */
export const signInTries: Migration = {
  async up(db) {
    await db.schema
      .createTable('sign_in_try')
      .addColumn('account', 'text', (column) => column.primaryKey())
      .addColumn('tries', 'bigint', (column) => column.notNull())
      .addColumn('since', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('sign_in_try_since').on('sign_in_try').column('since').execute()
  },
}

import type { Migration } from 'kysely'

/** Renewals of the token seen by all replicas, and the codes learned to mean that it is invalid. */
export const renewalsAndLearnedCodes: Migration = {
  async up(db) {
    await db.schema.alterTable('token_state').addColumn('renewals', 'text').execute()
    await db.schema
      .createTable('learned_code')
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('service', 'text', (column) => column.notNull())
      .addColumn('code', 'text', (column) => column.notNull())
      .addColumn('message', 'text')
      .addColumn('learned_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('learned_code_key', ['account', 'service', 'code'])
      .execute()
  },
}

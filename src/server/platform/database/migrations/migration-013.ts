import type { Migration } from 'kysely'

/** What was free and bound when, and what admins want to be told of. */
export const snapshotsAndThresholds: Migration = {
  async up(db) {
    await db.schema
      .createTable('snapshot')
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('snapshot_key', ['account', 'at'])
      .execute()
    await db.schema
      .createTable('snapshot_count')
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('prefix', 'text', (column) => column.notNull())
      .addColumn('free', 'integer', (column) => column.notNull())
      .addColumn('bound', 'integer', (column) => column.notNull())
      .addColumn('unknown', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('snapshot_count_key', ['account', 'prefix', 'at'])
      .execute()
    // Thinning takes whole snapshots away.
    await db.schema.createIndex('snapshot_count_at').on('snapshot_count').columns(['account', 'at']).execute()
    await db.schema
      .createTable('threshold')
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('prefix', 'text', (column) => column.notNull())
      .addColumn('least_free', 'integer')
      .addColumn('least_days', 'integer')
      .addColumn('version', 'bigint', (column) => column.notNull())
      .addColumn('changed_by', 'text', (column) => column.notNull())
      .addColumn('changed_at', 'bigint', (column) => column.notNull())
      .addColumn('acknowledged_by', 'text')
      .addColumn('acknowledged_at', 'bigint')
      .addColumn('acknowledged_until', 'bigint')
      .addColumn('acknowledged_free', 'integer')
      .addPrimaryKeyConstraint('threshold_key', ['account', 'prefix'])
      .execute()
  },
}

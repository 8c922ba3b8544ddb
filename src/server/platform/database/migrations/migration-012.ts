import { sql, type Migration } from 'kysely'

/** Filters that people keep under a name. */
export const savedViews: Migration = {
  async up(db) {
    await db.schema
      .createTable('saved_view')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('page', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('user_name', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('name_key', 'text', (column) => column.notNull())
      .addColumn('query', 'text', (column) => column.notNull())
      .addColumn('shared', 'integer', (column) => column.notNull())
      .addColumn('changed_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('saved_view_name', ['user_id', 'page', 'name_key'])
      .execute()
    await sql`CREATE INDEX saved_view_shared ON saved_view (page, name_key) WHERE shared = 1`.execute(db)
  },
}

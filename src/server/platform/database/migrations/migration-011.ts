import { sql, type Migration } from 'kysely'

/** Free numbers reserved for agents; the service knows nothing of it. */
export const assignments: Migration = {
  async up(db) {
    await db.schema
      .createTable('assignment')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('ext', 'text', (column) => column.notNull())
      .addColumn('agent_uuid', 'text', (column) => column.notNull())
      .addColumn('agent_name', 'text')
      .addColumn('domain', 'text')
      .addColumn('lang_code_txt', 'text')
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('user_name', 'text', (column) => column.notNull())
      .addColumn('idempotency_key', 'text', (column) => column.notNull())
      .addColumn('body_mac', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('reserved_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('checked_at', 'bigint', (column) => column.notNull())
      .addColumn('missing', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('holder', 'text')
      .addColumn('ended_at', 'bigint')
      .addColumn('ended_by', 'text')
      .addColumn('reason', 'text')
      .addUniqueConstraint('assignment_key', ['user_id', 'idempotency_key', 'ext'])
      .execute()
    // One number is never reserved twice.
    await sql`CREATE UNIQUE INDEX assignment_open ON assignment (account, ext) WHERE state = 'reserved'`.execute(
      db,
    )
    await sql`CREATE INDEX assignment_due ON assignment (account, checked_at) WHERE state = 'reserved'`.execute(
      db,
    )
    for (const [name, column] of [
      ['assignment_agent', 'agent_uuid'],
      ['assignment_number', 'ext'],
      ['assignment_user', 'user_id'],
    ] as const)
      await db.schema.createIndex(name).on('assignment').columns(['account', column, 'reserved_at']).execute()
    await db.schema
      .createIndex('assignment_newest')
      .on('assignment')
      .columns(['account', 'reserved_at', 'id'])
      .execute()
  },
}

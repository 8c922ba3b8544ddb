import { sql, type Migration } from 'kysely'

/** Who does what in the background, and every extension as it was last seen. */
export const inventory = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db) {
    await db.schema
      .createTable('task_lease')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('owner', 'text')
      .addColumn('held_until', 'bigint', (column) => column.notNull())
      .addColumn('next_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('inventory')
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('ext', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('bind_status', 'bigint')
      .addColumn('agent_uuid', 'text')
      .addColumn('agent_name', 'text')
      .addColumn('agent_key', 'text')
      .addColumn('lang_code', 'text')
      .addColumn('lang_code_txt', 'text')
      .addColumn('language', 'text', (column) => column.notNull())
      .addColumn('domain', 'text')
      .addColumn('status', 'bigint')
      .addColumn('enabled', 'bigint')
      .addColumn('ext_type', 'bigint')
      .addColumn('creation_time', 'bigint')
      .addColumn('bind_time', 'bigint')
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('first_seen_at', 'bigint', (column) => column.notNull())
      .addColumn('seen_at', 'bigint', (column) => column.notNull())
      .addColumn('state_since', 'bigint', (column) => column.notNull())
      .addColumn('idle_at', 'bigint')
      .addPrimaryKeyConstraint('inventory_key', ['account', 'ext'])
      .execute()
    await db.schema
      .createTable('inventory_count')
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('length', 'integer', (column) => column.notNull())
      .addColumn('prefix', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('language', 'text', (column) => column.notNull())
      .addColumn('count', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('inventory_count_key', ['account', 'length', 'prefix', 'state', 'language'])
      .execute()
    await db.schema
      .createTable('inventory_walk')
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('started_at', 'bigint')
      .addColumn('cursor', 'text')
      .addColumn('done', 'bigint', (column) => column.notNull())
      .addColumn('total', 'bigint')
      .addColumn('whole', 'integer', (column) => column.notNull())
      .addColumn('ended_at', 'bigint')
      .addColumn('last_whole_at', 'bigint')
      .addColumn('last_whole_count', 'bigint')
      .addColumn('problem', 'text')
      .addPrimaryKeyConstraint('inventory_walk_key', ['account', 'kind'])
      .execute()
    if (engine === 'postgres') {
      // By bytes, as SQLite compares: a beginning of a number is a range of numbers.
      for (const [table, column] of [
        ['inventory', 'ext'],
        ['inventory', 'agent_uuid'],
        ['inventory', 'agent_key'],
        ['inventory_count', 'prefix'],
      ] as const)
        await sql`ALTER TABLE ${sql.ref(table)} ALTER COLUMN ${sql.ref(column)} TYPE text COLLATE "C"`.execute(
          db,
        )
    }
    // Each ends in the order of the list, so that a page costs the same at any size.
    for (const [name, columns] of [
      ['state', ['account', 'state', 'ext']],
      ['language', ['account', 'language', 'ext']],
      ['state_language', ['account', 'state', 'language', 'ext']],
      ['age', ['account', 'state', 'seen_at', 'ext']],
    ] as const)
      await db.schema
        .createIndex(`inventory_${name}`)
        .on('inventory')
        .columns([...columns])
        .execute()
    await sql`CREATE INDEX inventory_idle ON inventory (account, idle_at) WHERE idle_at IS NOT NULL`.execute(
      db,
    )
    await sql`CREATE INDEX inventory_agent ON inventory (account, agent_uuid, ext) WHERE agent_uuid IS NOT NULL`.execute(
      db,
    )
    await sql`CREATE INDEX inventory_agent_name ON inventory (account, agent_key, agent_uuid) WHERE agent_key IS NOT NULL`.execute(
      db,
    )
  },
})

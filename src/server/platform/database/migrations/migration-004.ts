import { sql, type Migration } from 'kysely'

const columns = ['actor_role', 'session', 'address', 'reason', 'chain', 'prev_hash', 'hash'] as const

/** The audit's hash chain: entries follow each other, and neither engine lets one be changed or removed. */
export const auditChain = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db) {
    for (const column of columns) await db.schema.alterTable('audit').addColumn(column, 'text').execute()
    await db.schema.alterTable('audit').addColumn('seq', 'bigint').execute()
    await db.schema
      .createTable('audit_head')
      .addColumn('chain', 'text', (column) => column.primaryKey())
      .addColumn('seq', 'bigint', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute()
    await sql`CREATE UNIQUE INDEX audit_chain ON audit (chain, seq)`.execute(db)
    await db.schema.createIndex('audit_newest').on('audit').columns(['at', 'id']).execute()
    await db.schema.createIndex('audit_actor').on('audit').columns(['actor_name', 'at', 'id']).execute()
    await db.schema.createIndex('audit_action').on('audit').columns(['action', 'at', 'id']).execute()
    if (engine === 'sqlite')
      for (const act of ['UPDATE', 'DELETE'])
        await sql`CREATE TRIGGER ${sql.raw(`audit_no_${act.toLowerCase()}`)} BEFORE ${sql.raw(act)} ON audit
          BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END`.execute(db)
    else {
      await sql`CREATE FUNCTION audit_append_only() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'the audit is append-only'; END $$`.execute(db)
      await sql`CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
        FOR EACH STATEMENT EXECUTE FUNCTION audit_append_only()`.execute(db)
    }
  },
})

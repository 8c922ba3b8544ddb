import { sql, type Migration } from 'kysely'

const compared = ['id', 'actor_name', 'action', 'object', 'request_id'] as const

/**
 * Reads of the audit that cost the same at any size: an index for each filter that ends in the order of the list. And a
 * seal on each chain's end, so that nobody who lacks the key cuts entries off.
 */
export const auditReads = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db) {
    await db.schema.alterTable('audit_head').addColumn('mac', 'text').execute()
    if (engine === 'postgres')
      // By bytes, as SQLite compares: a language's order has no end to a beginning.
      for (const column of compared)
        await sql`ALTER TABLE audit ALTER COLUMN ${sql.ref(column)} TYPE text COLLATE "C"`.execute(db)
    await db.schema.dropIndex('audit_object').execute()
    await db.schema.createIndex('audit_object').on('audit').columns(['object', 'at', 'id']).execute()
    await db.schema
      .createIndex('audit_actor_action')
      .on('audit')
      .columns(['actor_name', 'action', 'at', 'id'])
      .execute()
    await sql`CREATE INDEX audit_request ON audit (request_id, at, id) WHERE request_id IS NOT NULL`.execute(
      db,
    )
  },
})

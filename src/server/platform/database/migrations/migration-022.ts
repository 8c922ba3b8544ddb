import { sql, type Migration } from 'kysely'

/** The audit is filtered by who acted, not by what they were called: an index by id, and one from a name to its ids. */
export const auditByUser = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db) {
    if (engine === 'postgres')
      // By bytes, as SQLite compares: strangers come before all users.
      await sql`ALTER TABLE audit ALTER COLUMN actor_id TYPE text COLLATE "C"`.execute(db)
    await db.schema.dropIndex('audit_actor').execute()
    await db.schema.dropIndex('audit_actor_action').execute()
    const create = (name: string, columns: readonly ('actor_id' | 'actor_name' | 'action' | 'at' | 'id')[]) =>
      db.schema
        .createIndex(name)
        .on('audit')
        .columns([...columns])
        .execute()
    await create('audit_name', ['actor_name', 'actor_id', 'at', 'id'])
    await create('audit_actor', ['actor_id', 'at', 'id'])
    await create('audit_actor_action', ['actor_id', 'action', 'at', 'id'])
  },
})

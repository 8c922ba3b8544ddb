import { sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * Lets a role of PostgreSQL run the console without owning its tables: it reads and writes them all, but only adds to the
 * audit. To be called by the owner, again after each migration. Throws when the role could still change the audit.
 */
export async function grantRuntime({ db }: Pick<Database, 'db'>, role: string): Promise<void> {
  const to = sql.id(role)
  await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ schema: string }>`SELECT current_schema() AS schema`.execute(transaction)
    const schema = sql.id(rows[0]?.schema ?? 'public')
    for (const statement of [
      sql`GRANT USAGE ON SCHEMA ${schema} TO ${to}`,
      sql`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${to}`,
      sql`GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${to}`,
      sql`REVOKE ALL ON audit, audit_head FROM ${to}`,
      sql`GRANT SELECT, INSERT ON audit, audit_head TO ${to}`,
      // A chain's end moves on; its seal shows where it was moved back.
      sql`GRANT UPDATE ON audit_head TO ${to}`,
    ])
      await statement.execute(transaction)
    const changing = 'UPDATE, DELETE, TRUNCATE, TRIGGER'
    const { rows: checks } = await sql<{ may: boolean }>`
      SELECT has_table_privilege(${role}, 'audit', ${changing}) OR pg_has_role(${role}, tableowner, 'MEMBER')
        OR pg_has_role(${role}, nspowner, 'MEMBER') AS may
      FROM pg_tables JOIN pg_namespace ON nspname = schemaname
      WHERE schemaname = current_schema() AND tablename = 'audit'`.execute(transaction)
    if (checks[0]?.may !== false)
      throw new Error(
        `the role ${role} could still change the audit: take one that is no superuser and no member of the owner of the tables or of their schema`,
      )
  })
}

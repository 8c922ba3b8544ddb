import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'

/** PostgreSQL prepares others (RFC 4013), which would be another password there. */
const rolePassword = /^[\x21-\x7e]{16,128}$/
const iterations = 4_096

/** The form in which PostgreSQL keeps a password (RFC 5803), so that none of its logs gets the password itself. */
function scramVerifier(password: string): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const keyFor = (text: string) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(keyFor('Client Key')).digest('base64')
  const server = keyFor('Server Key').toString('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${server}`
}

async function setPassword(transaction: Transaction<Tables>, role: string, password: string): Promise<void> {
  if (!rolePassword.test(password))
    throw new Error('the password must be one line of 16 to 128 printable ASCII characters without spaces')
  const { rows } = await sql`SELECT FROM pg_roles WHERE rolname = ${role}`.execute(transaction)
  const verb = sql.raw(rows.length === 0 ? 'CREATE' : 'ALTER')
  await sql`${verb} ROLE ${sql.id(role)} LOGIN PASSWORD ${sql.lit(scramVerifier(password))}`.execute(
    transaction,
  )
}

/**
 * Lets a role of PostgreSQL run the console without owning its tables: it reads and writes them all, but only adds to the audit,
 * only reads the list of migrations, and creates no temporary tables. The owner calls it, again after each migration. With a
 * password the role is created, or its password changed, which takes the right to create roles. Returns false when the role can
 * still create temporary tables because the database belongs to another role. Throws when the password is unusable or the role could
 * still change the audit; then nothing has changed.
 */
export async function grantRuntime(
  { db }: Pick<Database, 'db'>,
  role: string,
  password: string | null,
): Promise<boolean> {
  const to = sql.id(role)
  return db.transaction().execute(async (transaction) => {
    if (password !== null) await setPassword(transaction, role, password)
    const { rows } = await sql<{
      schema: string
      database: string
    }>`SELECT current_schema() AS schema, current_database() AS database`.execute(transaction)
    const schema = sql.id(rows[0]?.schema ?? 'public')
    const database = sql.id(rows[0]?.database ?? 'postgres')
    for (const statement of [
      sql`GRANT USAGE ON SCHEMA ${schema} TO ${to}`,
      sql`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${to}`,
      sql`GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${to}`,
      sql`REVOKE ALL ON audit, audit_head FROM ${to}`,
      sql`GRANT SELECT, INSERT ON audit, audit_head TO ${to}`,
      // A chain's end moves on; its seal shows where it was moved back.
      sql`GRANT UPDATE ON audit_head TO ${to}`,
      sql`REVOKE ALL ON kysely_migration, kysely_migration_lock FROM ${to}`,
      sql`GRANT SELECT ON kysely_migration, kysely_migration_lock TO ${to}`,
      // A temporary table hides the one of the same name. Every role may create them in a new database.
      sql`REVOKE TEMPORARY ON DATABASE ${database} FROM PUBLIC, ${to}`,
    ])
      await statement.execute(transaction)
    const changing = 'UPDATE, DELETE, TRUNCATE, TRIGGER'
    const { rows: checks } = await sql<{ may: boolean; temporary: boolean }>`
      SELECT has_table_privilege(${role}, 'audit', ${changing}) OR pg_has_role(${role}, tableowner, 'MEMBER')
        OR pg_has_role(${role}, nspowner, 'MEMBER') AS may,
        has_database_privilege(${role}, current_database(), 'TEMPORARY') AS temporary
      FROM pg_tables JOIN pg_namespace ON nspname = schemaname
      WHERE schemaname = current_schema() AND tablename = 'audit'`.execute(transaction)
    if (checks[0]?.may !== false)
      throw new Error(
        `the role ${role} could still change the audit: take one that is no superuser and no member of the owner of the tables or of their schema`,
      )
    return !checks[0].temporary
  })
}

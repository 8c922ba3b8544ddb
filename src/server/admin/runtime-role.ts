import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'

/** PostgreSQL normalizes other passwords (RFC 4013), which would make a different password there. */
const rolePassword = /^[\x21-\x7e]{16,128}$/
const iterations = 4_096

/** Returns the form in which PostgreSQL stores a password (RFC 5803), so that none of its logs gets the password itself. */
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

/** PostgreSQL roles with access to files and programs on its machine, and so to the files of every table. */
const machineRoles = ['pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files']

/**
 * Returns the first right with which a role, or a role that it is a member of, can change the audit or replace it with
 * another table; `null` for none. Without CREATE the role also can't add a function that the owner would run in place of
 * PostgreSQL's own.
 */
async function rightOverAudit(transaction: Transaction<Tables>, role: string): Promise<string | null> {
  const { rows } = await sql<{ held: string }>`
    WITH held AS (SELECT * FROM pg_roles WHERE pg_has_role(${role}, oid, 'MEMBER')),
      own AS (SELECT tableowner FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'audit')
    SELECT held FROM (
      SELECT 1 AS rank, 'SUPERUSER' AS held FROM held WHERE rolsuper
      UNION ALL SELECT 2, 'CREATEROLE' FROM held WHERE rolcreaterole
      UNION ALL SELECT 3, 'membership in ' || rolname FROM held WHERE rolname IN (${sql.join(machineRoles)})
      UNION ALL SELECT 4, 'membership in ' || rolname || ', which owns the audit'
        FROM held JOIN own ON tableowner = rolname
      UNION ALL SELECT 5, 'UPDATE, DELETE, TRUNCATE or TRIGGER on the audit' FROM held
        WHERE has_table_privilege(held.oid, 'audit', 'UPDATE, DELETE, TRUNCATE, TRIGGER')
          OR has_any_column_privilege(held.oid, 'audit', 'UPDATE')
          OR has_table_privilege(held.oid, 'audit_head', 'DELETE, TRUNCATE, TRIGGER')
      UNION ALL SELECT 6, 'the schema ' || nspname || ', which it owns'
        FROM held JOIN pg_namespace ON nspowner = held.oid
      UNION ALL SELECT 7, 'CREATE on the database' FROM held
        WHERE has_database_privilege(held.oid, current_database(), 'CREATE')
      UNION ALL SELECT 8, 'CREATE on the schema ' || nspname FROM held, pg_namespace
        WHERE has_schema_privilege(held.oid, pg_namespace.oid, 'CREATE')
    ) AS rights ORDER BY rank, held LIMIT 1`.execute(transaction)
  return rows[0]?.held ?? null
}

/**
 * Lets a PostgreSQL role run the console without owning its tables. The role reads and writes all tables, but only adds
 * to the audit, only reads the list of migrations and their fingerprint, and creates no tables, not even temporary ones. The owner calls this,
 * again after each migration. With a password, creates the role or changes its password, which takes the right to create
 * roles. Returns false when the role can still create temporary tables because the database belongs to another role.
 * Throws when the password is unusable or the role could still change the audit; then nothing has changed.
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
      // A chain's end moves with each entry. Its MAC shows when it was moved back.
      sql`GRANT UPDATE ON audit_head TO ${to}`,
      sql`REVOKE ALL ON kysely_migration, kysely_migration_lock, schema_fingerprint FROM ${to}`,
      sql`GRANT SELECT ON kysely_migration, kysely_migration_lock, schema_fingerprint TO ${to}`,
      // A temporary table hides the table with the same name. In a new database, every role can create temporary tables.
      sql`REVOKE TEMPORARY ON DATABASE ${database} FROM PUBLIC, ${to}`,
      // Before PostgreSQL 15 every role may create in the schema public.
      sql`REVOKE CREATE ON SCHEMA ${schema} FROM PUBLIC, ${to}`,
    ])
      await statement.execute(transaction)
    const right = await rightOverAudit(transaction, role)
    if (right !== null)
      throw new Error(
        `the role ${role} could still change the audit by its right: ${right}; take that from it, or grant to another role`,
      )
    const { rows: checks } = await sql<{ temporary: boolean }>`
      SELECT has_database_privilege(${role}, current_database(), 'TEMPORARY') AS temporary`.execute(
      transaction,
    )
    return checks[0]?.temporary === false
  })
}

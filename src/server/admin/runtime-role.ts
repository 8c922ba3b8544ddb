import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, StoreTransaction } from '../platform/database/database.ts'

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

async function setPassword(transaction: StoreTransaction, role: string, password: string): Promise<void> {
  if (!rolePassword.test(password))
    throw new Error('the password must be one line of 16 to 128 printable ASCII characters without spaces')
  const { rows } = await sql`SELECT FROM pg_roles WHERE rolname = ${role}`.execute(transaction)
  const verb = sql.raw(rows.length === 0 ? 'CREATE' : 'ALTER')
  await sql`${verb} ROLE ${sql.id(role)} LOGIN PASSWORD ${sql.lit(scramVerifier(password))}`.execute(
    transaction,
  )
}

/** True when a role can change the audit: as a superuser, as the owner, by its own rights or by those of a group. */
async function canChangeAudit(transaction: StoreTransaction, role: string): Promise<boolean> {
  const { rows } = await sql<{ can: boolean }>`
    SELECT has_table_privilege(${role}, 'audit', 'UPDATE, DELETE, TRUNCATE, TRIGGER')
      OR has_table_privilege(${role}, 'audit_head', 'DELETE, TRUNCATE, TRIGGER') AS can`.execute(transaction)
  return rows[0]?.can !== false
}

/**
 * Lets a PostgreSQL role run the console without owning its tables. The role reads and writes all tables, but only adds
 * to the audit, and only reads the list of migrations. The owner calls this, again after each migration.
 * With a password, creates the role or changes its password, which takes the right to create roles. Throws when the password is
 * unusable or the role could still change the audit; then nothing has changed.
 */
export async function grantRuntime(
  { db }: Pick<Database, 'db'>,
  role: string,
  password: string | null,
): Promise<void> {
  const to = sql.id(role)
  await db.transaction().execute(async (transaction) => {
    if (password !== null) await setPassword(transaction, role, password)
    const { rows } = await sql<{
      schema: string
    }>`SELECT current_schema() AS schema`.execute(transaction)
    const schema = sql.id(rows[0]?.schema ?? 'public')
    for (const statement of [
      sql`GRANT USAGE ON SCHEMA ${schema} TO ${to}`,
      sql`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${to}`,
      sql`GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${to}`,
      sql`REVOKE ALL ON audit, audit_head FROM ${to}`,
      sql`GRANT SELECT, INSERT ON audit, audit_head TO ${to}`,
      // The chain's end moves with each entry. Its MAC shows when it was moved back.
      sql`GRANT UPDATE ON audit_head TO ${to}`,
      sql`REVOKE ALL ON kysely_migration, kysely_migration_lock FROM ${to}`,
      sql`GRANT SELECT ON kysely_migration, kysely_migration_lock TO ${to}`,
    ])
      await statement.execute(transaction)
    if (await canChangeAudit(transaction, role))
      throw new Error(
        `the role ${role} can change the audit, as a superuser, its owner or a member of a group; revoke that, or name another role`,
      )
  })
}

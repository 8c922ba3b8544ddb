import { sql } from 'kysely'
import * as z from 'zod'
import { isMacOfHead } from './audit/audit-store.ts'
import { ConfigError } from './platform/config/startup-error.ts'
import type { Database } from './platform/database/database.ts'
import { sealedFor, type Seal } from './platform/database/encryption.ts'

/** A column of sealed values, the columns that identify its rows, and what a row's value is sealed for. */
interface SealedColumn {
  table: string
  column: string
  keys: readonly string[]
  contextOf: (key: (name: string) => string) => string
  /** SQL: the rows whose values are still needed. */
  where?: string
}

/** Every column that is lost without its SESSION_SECRET. */
const sealedColumns: readonly SealedColumn[] = [
  { table: 'token_state', column: 'token', keys: ['key'], contextOf: (key) => sealedFor.token(key('key')) },
  {
    table: 'authenticator',
    column: 'secret',
    keys: ['user_id'],
    contextOf: (key) => sealedFor.authenticator(key('user_id')),
  },
  {
    table: 'job_item',
    column: 'password',
    keys: ['job_id', 'position'],
    contextOf: (key) => sealedFor.itemPassword(key('job_id'), Number(key('position'))),
    where: `job_id IN (SELECT id FROM job WHERE has_secrets = 1 AND (secrets_until IS NULL OR secrets_until > 0))`,
  },
  {
    table: 'mail_server',
    column: 'password',
    keys: ['id', 'host', 'port'],
    contextOf: (key) => sealedFor.mail(key('host'), Number(key('port'))),
  },
  {
    table: 'webhook',
    column: 'secret',
    keys: ['id', 'url'],
    contextOf: (key) => sealedFor.webhook(key('id'), key('url')),
  },
  ...(['app_key', 'authorization_value'] as const).map((column) => ({
    table: 'service_connection',
    column,
    keys: ['url', 'extensions_url'],
    contextOf: (key: (name: string) => string) =>
      sealedFor.service(column, key('url'), key('extensions_url')),
  })),
]

/** Runs a statement without parameters on either kind of store, and returns its rows. */
export type Query = (statement: string) => unknown

const heads = z.array(z.object({ chain: z.string(), seq: z.number(), hash: z.string(), mac: z.string() }))
const forms = z.array(z.object({ form: z.string() }))

/**
 * True when the seal's secrets wrote the end of the audit, if there is one, and open every sealed value in the store. `hasTable`: a
 * store of an earlier version has fewer tables.
 */
export async function hasValidSecrets(
  query: Query,
  seal: Seal,
  hasTable: (name: string) => boolean = () => true,
): Promise<boolean> {
  const [end] = heads.parse(
    await query('SELECT chain, seq, hash, mac FROM audit_head ORDER BY at DESC LIMIT 1'),
  )
  if (end !== undefined && !isMacOfHead(seal, end, end.mac)) return false
  const selects = sealedColumns
    .filter(({ table }) => hasTable(table))
    .map(
      // A prefix identifies the secret.
      ({ table, column, where = '1 = 1' }) =>
        `SELECT substr(${column}, 1, 12) AS form FROM ${table} WHERE ${column} LIKE 'v2.%' AND ${where}`,
    )
  return forms.parse(await query(selects.join(' UNION '))).every(({ form }) => seal.forms.includes(form))
}

/** Throws `ConfigError` when the secrets are not those of the store: its sealed values would be lost. */
export async function requireSecret({ db }: Pick<Database, 'db'>, seal: Seal): Promise<void> {
  const query = async (statement: string) => (await sql.raw(statement).execute(db)).rows
  if (await hasValidSecrets(query, seal)) return
  throw new ConfigError([
    'SESSION_SECRET: the store is encrypted with another SESSION_SECRET; give that one (session-secret in DATA_DIR where it was made there), or during a rotation the one of before as SESSION_SECRET_PREVIOUS',
  ])
}

/**
 * Seals every value again under the current secret. Keeps a value that no secret opens. Replaces a value only if it is
 * unchanged since the read, because other replicas may be running.
 */
export async function resealAll({ db }: Pick<Database, 'db'>, seal: Seal): Promise<void> {
  for (const { table, column, keys, contextOf, where = '1 = 1' } of sealedColumns) {
    const { rows } = await sql<Record<string, string | number>>`
      SELECT ${sql.join([...keys, column].map((name) => sql.ref(name)))} FROM ${sql.table(table)}
      WHERE ${sql.ref(column)} NOT LIKE ${`${seal.form}%`} AND ${sql.raw(where)}`.execute(db)
    for (const row of rows) {
      const before = String(row[column])
      const sealed = seal.reseal(
        before,
        contextOf((name) => String(row[name])),
      )
      const isRow = sql.join(
        [...keys, column].map((name) => sql`${sql.ref(name)} = ${row[name]}`),
        sql` AND `,
      )
      if (sealed !== null)
        await sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${sealed} WHERE ${isRow}`.execute(db)
    }
  }
}

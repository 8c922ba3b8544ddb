import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { hasValidSecrets } from '../secrets.ts'
import { queryOnFile } from './backup.ts'
import type { Seal } from '../platform/database/encryption.ts'

/** The most values in one statement; PostgreSQL binds at most 65,535. */
const valuesAtOnce = 20_000

type Value = string | number | boolean | null

interface Column {
  name: string
  boolean: boolean
}

/** Returns the target's tables and their columns, users first: the other tables refer to them. */
async function tablesOf(db: Database['db']): Promise<Map<string, Column[]>> {
  const { rows } = await sql<{ table_name: string; column_name: string; data_type: string }>`
    SELECT table_name, column_name, data_type FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name NOT LIKE 'kysely%'
    ORDER BY table_name <> 'user', table_name, ordinal_position`.execute(db)
  const tables = new Map<string, Column[]>()
  for (const { table_name, column_name, data_type } of rows) {
    const columns = tables.get(table_name) ?? []
    columns.push({ name: column_name, boolean: data_type === 'boolean' })
    tables.set(table_name, columns)
  }
  return tables
}

const valueOf = (value: unknown, { boolean }: Column): Value =>
  boolean && typeof value === 'number'
    ? value === 1
    : typeof value === 'string' || typeof value === 'number'
      ? value
      : null

/** Leases of running processes: the target store has its own. */
const leases = 'task'

/**
 * Copies an embedded store into an empty PostgreSQL store with existing tables: users, sessions, settings, token, jobs
 * and audit, in one transaction. `seal` has the secrets that the console will run with. Returns the number of copied rows
 * by table. Throws when a table of the target has rows, or the secrets don't open the source.
 */
export async function moveStore(file: string, target: Database, seal: Seal): Promise<Map<string, number>> {
  const source = new DatabaseSync(file, { readOnly: true })
  try {
    if (!(await hasValidSecrets(queryOnFile(source), seal)))
      throw new Error(
        'SESSION_SECRET does not open all of the embedded store: give the one that it was used with, and during a rotation the previous one as SESSION_SECRET_PREVIOUS',
      )
    return await target.db.transaction().execute(async (transaction) => {
      const tables = await tablesOf(transaction)
      for (const table of tables.keys()) {
        if (table === leases) continue
        const { rows } = await sql`SELECT FROM ${sql.table(table)} LIMIT 1`.execute(transaction)
        if (rows.length > 0)
          throw new Error(`the PostgreSQL store has rows in ${table} already; move into an empty database`)
      }
      const copied = new Map<string, number>()
      for (const [table, columns] of tables) {
        if (table === leases) continue
        const sourceColumns = new Set(
          source
            .prepare(`SELECT name FROM pragma_table_info(?)`)
            .all(table)
            .map(({ name }) => name),
        )
        const shared = columns.filter(({ name }) => sourceColumns.has(name))
        if (shared.length === 0) continue
        const names = sql.join(shared.map(({ name }) => sql.ref(name)))
        let rows: Value[][] = []
        let count = 0
        const insert = async () => {
          if (rows.length === 0) return
          const values = sql.join(rows.map((row) => sql`(${sql.join(row)})`))
          await sql`INSERT INTO ${sql.table(table)} (${names}) VALUES ${values}`.execute(transaction)
          count += rows.length
          rows = []
        }
        for (const row of source.prepare(`SELECT * FROM "${table}"`).iterate()) {
          rows.push(shared.map((column) => valueOf(row[column.name], column)))
          if (rows.length * shared.length >= valuesAtOnce) await insert()
        }
        await insert()
        copied.set(table, count)
      }
      return copied
    })
  } finally {
    source.close()
  }
}

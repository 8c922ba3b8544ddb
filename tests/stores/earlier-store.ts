import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import type { StoreLocation } from '#server/platform/database/database.ts'

/**
 * The commit whose program made the store in `earlier/`, as SQL: the last before its migrations were joined, of November 28, 2026.
 * The rows are from endpoints of November 25. The users are those of prepared-store.ts.
 */
const commit = '261717cf'

export type Row = Record<string, unknown>

/** Runs statements on a store that the console has not opened. */
export async function runOn(where: StoreLocation, statements: string): Promise<void> {
  if ('file' in where) {
    const db = new DatabaseSync(where.file)
    db.exec(statements)
    db.close()
    return
  }
  const client = new Client({ connectionString: where.url })
  await client.connect()
  await client.query(statements)
  await client.end()
}

/** Fills an empty location with the earlier store. */
export const loadEarlier = (where: StoreLocation): Promise<void> => {
  const engine = 'file' in where ? 'sqlite' : 'postgres'
  return runOn(where, readFileSync(join(import.meta.dirname, 'earlier', `${commit}.${engine}.sql`), 'utf8'))
}

/** Returns all rows of a table. */
export async function rowsOf(where: StoreLocation, table: string): Promise<Row[]> {
  const statement = `SELECT * FROM "${table}"`
  if ('file' in where) {
    const db = new DatabaseSync(where.file, { readOnly: true })
    const rows = db.prepare(statement).all()
    db.close()
    return rows.map((row) => ({ ...row }))
  }
  const client = new Client({ connectionString: where.url })
  await client.connect()
  const { rows } = await client.query<Row>(statement)
  await client.end()
  return rows
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import type { StoreLocation } from '#server/platform/database/database.ts'

/** Stores that the program of these commits made, with rows from its own endpoints, as SQL. The users are those of prepared-store.ts. */
export const earlier = {
  /** The last commit before migrations were frozen, of November 25, 2026. */
  last: 'fe09b5dc',
  /** Of November 22, with the migrations from before `001-initial`. */
  beforeInitial: 'e2d459a1',
} as const

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

/** Fills an empty location with an earlier store. */
export const loadEarlier = (where: StoreLocation, commit: string): Promise<void> => {
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

import { closeSync, openSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { SqliteDatabase } from 'kysely'

/** node:sqlite binds neither booleans nor dates. */
function bindable(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value instanceof Date) return value.toISOString()
  if (value === undefined || value === null) return null
  if (
    typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'bigint' ||
    value instanceof Uint8Array
  )
    return value
  throw new TypeError(`cannot bind a value of type ${typeof value}`)
}

/** Prepared statements kept; Kysely makes the same texts over and over. */
const keptStatements = 200

/** Opens the embedded store as Kysely's SqliteDialect wants it: WAL, durable on each commit, the owner's alone. */
export function openSqlite(file: string): SqliteDatabase {
  // SQLite gives its journals the mode of the file itself.
  if (file !== ':memory:') closeSync(openSync(file, 'a', 0o600))
  const db = new DatabaseSync(file)
  db.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON',
  )
  const statements = new Map<string, StatementSync>()
  const prepared = (sql: string): StatementSync => {
    const known = statements.get(sql)
    if (known !== undefined) return known
    const statement = db.prepare(sql)
    if (statements.size >= keptStatements) statements.clear()
    statements.set(sql, statement)
    return statement
  }
  return {
    close: () => db.close(),
    prepare(sql) {
      // A transaction that reads before it writes would fail if another process had written in between.
      const statement = prepared(sql === 'begin' ? 'begin immediate' : sql)
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...parameters.map(bindable)),
        run: (parameters) => statement.run(...parameters.map(bindable)),
        iterate: (parameters) => statement.iterate(...parameters.map(bindable)),
      }
    },
  }
}

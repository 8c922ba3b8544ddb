import { closeSync, openSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  SqliteDialect,
  SqliteDriver,
  type CompiledQuery,
  type DatabaseConnection,
  type SqliteDatabase,
  type SqliteStatement,
} from 'kysely'
import { LRUCache } from 'lru-cache'

/** Converts a value for node:sqlite, which binds neither booleans nor dates. */
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

/** How long a write waits for another connection's lock, and how often it retries, ms. */
const lockedMs = 5_000
const retryMs = 10

const mostStatements = 200

/** SQLITE_BUSY and SQLITE_BUSY_RECOVERY. Waiting does not help with SQLITE_BUSY_SNAPSHOT. */
const locked: readonly unknown[] = [5, 261]
const isLocked = (error: unknown) =>
  error instanceof Error && 'errcode' in error && locked.includes(error.errcode)

function openFile(file: string): DatabaseSync {
  // SQLite gives its journals the mode of the database file.
  if (file !== ':memory:') closeSync(openSync(file, 'a', 0o600))
  const db = new DatabaseSync(file, { timeout: lockedMs })
  db.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON',
  )
  // SQLite would block the whole process while it waits for a lock; from here on the driver waits instead.
  db.exec('PRAGMA busy_timeout = 0')
  return db
}

/** Adapts the database to Kysely's driver. Caches prepared statements: preparing was a tenth of an idle page's CPU. */
function forKysely(db: DatabaseSync): SqliteDatabase {
  const statements = new LRUCache<string, SqliteStatement>({
    max: mostStatements,
    memoMethod: (sql) => {
      // Takes the write lock up front: later in the transaction, waiting for the lock would not help.
      const statement = db.prepare(sql === 'begin' ? 'begin immediate' : sql)
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...parameters.map(bindable)),
        run: (parameters) => statement.run(...parameters.map(bindable)),
        iterate: (parameters) => statement.iterate(...parameters.map(bindable)),
      }
    },
  })
  return { close: () => db.close(), prepare: (sql) => statements.memo(sql) }
}

/** Retries a statement while another connection holds the lock. Throws SQLite's error after 5 s. */
async function retried<Result>(statement: () => Promise<Result>): Promise<Result> {
  const until = performance.now() + lockedMs
  for (;;)
    try {
      return await statement()
    } catch (error) {
      if (!isLocked(error) || performance.now() > until) throw error
      await sleep(retryMs)
    }
}

/** Kysely's SQLite driver, waiting for another connection's lock without blocking the process. */
class RetryingDriver extends SqliteDriver {
  readonly #db: DatabaseSync

  constructor(db: DatabaseSync) {
    super({ database: forKysely(db) })
    this.#db = db
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection()
    return {
      executeQuery: <Row>(query: CompiledQuery) => retried(() => connection.executeQuery<Row>(query)),
      streamQuery: (query, size) => connection.streamQuery(query, size),
    }
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // After a failed commit SQLite has already rolled back.
    if (this.#db.isTransaction) await super.rollbackTransaction(connection)
  }
}

/** The embedded store: WAL, durable on each commit (`synchronous = FULL`), not readable by other users of the machine. */
export class EmbeddedDialect extends SqliteDialect {
  override readonly createDriver: () => SqliteDriver

  constructor(file: string) {
    const db = openFile(file)
    super({ database: forKysely(db) })
    this.createDriver = () => new RetryingDriver(db)
  }
}

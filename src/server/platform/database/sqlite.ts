import { closeSync, openSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  SqliteDialect,
  SqliteDriver,
  type CompiledQuery,
  type DatabaseConnection,
  type SqliteDatabase,
  type SqliteStatement,
} from 'kysely'

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

/** Prepared statements kept; Kysely makes the same texts over and over, and one for each number of rows that a job writes at once. */
const keptStatements = 1_000

/** How long a write waits for the lock that another connection holds, and how often it asks for it. */
const lockedMs = 5_000
const askAgainMs = 10

/** SQLITE_BUSY and SQLITE_BUSY_RECOVERY; SQLITE_BUSY_SNAPSHOT does not go away by waiting. */
const locked: readonly unknown[] = [5, 261]
const isLocked = (error: unknown) =>
  error instanceof Error && 'errcode' in error && locked.includes(error.errcode)

function openFile(file: string): DatabaseSync {
  // SQLite gives its journals the mode of the file itself.
  if (file !== ':memory:') closeSync(openSync(file, 'a', 0o600))
  const db = new DatabaseSync(file, { timeout: lockedMs })
  db.exec(
    // What a disk that failed may have left a hole in is written anew before anything comes after it.
    'PRAGMA journal_mode = WAL; PRAGMA wal_checkpoint(TRUNCATE); PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON',
  )
  // SQLite itself waits without letting go of the thread; from here on the driver waits.
  db.exec('PRAGMA busy_timeout = 0')
  return db
}

/** Runs a statement when no other connection is writing. Throws SQLite's error after 5 s. */
async function unlocked<Result>(statement: () => Promise<Result>): Promise<Result> {
  const until = performance.now() + lockedMs
  for (;;)
    try {
      return await statement()
    } catch (error) {
      if (!isLocked(error) || performance.now() > until) throw error
      await sleep(askAgainMs)
    }
}

/** The database as Kysely's driver wants it. */
function forKysely(db: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>()
  return {
    close: () => db.close(),
    prepare(sql) {
      const known = statements.get(sql)
      if (known !== undefined) return known
      // A transaction that reads before it writes would fail if another process had written in between.
      const prepared = db.prepare(sql === 'begin' ? 'begin immediate' : sql)
      const statement: SqliteStatement = {
        reader: prepared.columns().length > 0,
        all: (parameters) => prepared.all(...parameters.map(bindable)),
        run: (parameters) => prepared.run(...parameters.map(bindable)),
        iterate: (parameters) => prepared.iterate(...parameters.map(bindable)),
      }
      if (statements.size >= keptStatements) statements.clear()
      statements.set(sql, statement)
      return statement
    },
  }
}

/**
 * Commits are durable before they are answered, as with `synchronous = FULL`; but the process does not stand still while
 * the disk writes. Until then the store's one connection is taken, so nobody reads what could be lost.
 */
class DurableDriver extends SqliteDriver {
  readonly #db: DatabaseSync
  readonly #changes: StatementSync
  readonly #walFile: string | null
  #connection: DatabaseConnection | null = null
  #wal: FileHandle | null = null
  #durable: unknown = 0
  #broken: unknown = null

  constructor(db: DatabaseSync, database: SqliteDatabase, file: string) {
    super({ database })
    this.#db = db
    this.#changes = db.prepare('SELECT total_changes() AS count')
    this.#walFile = file === ':memory:' ? null : `${file}-wal`
  }

  async #sync(): Promise<void> {
    if (this.#walFile === null || this.#db.isTransaction) return
    const count = this.#changes.get()?.['count']
    if (count === this.#durable) return
    // There for as long as the database is open.
    this.#wal ??= await open(this.#walFile, 'r+')
    try {
      await this.#wal.datasync()
    } catch (error) {
      // The system tells of lost pages once. What is committed after them would not outlive the power: no more is.
      this.#broken = error
      throw error
    }
    this.#durable = count
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    // Waits until nobody else has the one connection.
    const connection = await super.acquireConnection()
    return (this.#connection ??= this.#synced(connection))
  }

  #synced(connection: DatabaseConnection): DatabaseConnection {
    return {
      executeQuery: async <Row>(query: CompiledQuery) => {
        if (this.#broken !== null) throw this.#broken
        const result = await unlocked(() => connection.executeQuery<Row>(query))
        await this.#sync()
        return result
      },
      streamQuery: (query, size) => connection.streamQuery(query, size),
    }
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // SQLite ends a transaction by itself where a commit fails; so has one that could not be made durable.
    if (this.#db.isTransaction) await super.rollbackTransaction(connection)
  }

  override async destroy(): Promise<void> {
    await super.destroy()
    await this.#wal?.close()
  }
}

/** The embedded store: WAL, durable on each commit, the owner's alone. */
export class EmbeddedDialect extends SqliteDialect {
  override readonly createDriver: () => SqliteDriver

  constructor(file: string) {
    const db = openFile(file)
    const database = forKysely(db)
    super({ database })
    this.createDriver = () => new DurableDriver(db, database, file)
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import {
  Kysely,
  Migrator,
  PostgresDialect,
  sql,
  type Migration,
  type RawBuilder,
  type SelectQueryBuilder,
  type Transaction,
} from 'kysely'
import { Pool, types } from 'pg'
import { initial } from './migrations/027-initial.ts'
import { deliveryCount } from './migrations/028-delivery-count.ts'
import { requestCloser } from './migrations/029-request-closer.ts'
import { secondFactorProof } from './migrations/031-second-factor-proof.ts'
import { person } from './migrations/033-person.ts'
import { samePerson } from './migrations/033-same-person.ts'
import { scanFigures } from './migrations/034-scan-figures.ts'
import { numberTable } from './migrations/034-z-numbers.ts'
import { valueNames } from './migrations/036-a-value-names.ts'
import { alertSnooze } from './migrations/036-b-alert-snooze.ts'
import { serviceAlias } from './migrations/036-c-service-alias.ts'
import { userVersion } from './migrations/038-user-version.ts'
import { auditData } from './migrations/041-audit-data.ts'
import { told } from './migrations/041-told.ts'
import { lookUps } from './migrations/042-look-ups.ts'
import { pauseReason } from './migrations/043-pause-reason.ts'
import { intents } from './migrations/043-z-intents.ts'
import { namesOnce } from './migrations/044-names-once.ts'
import { swapRequests } from './migrations/045-swap-requests.ts'
import { versions } from './migrations/045-versions.ts'
import { colleagueChanges } from './migrations/046-colleague-changes.ts'
import { peopleViews } from './migrations/047-people-views.ts'
import { userIds } from './migrations/049-user-ids.ts'
import { personKind } from './migrations/050-person-kind.ts'
import { peopleList } from './migrations/051-people-list.ts'
import { history } from './migrations/052-history.ts'
import { plainNames } from './migrations/053-plain-names.ts'
import { tried } from './migrations/053-tried.ts'
import { triedApart } from './migrations/054-tried-apart.ts'
import { ConfigError } from '../config/startup-error.ts'
import type { Tables } from './schema.ts'
import { EmbeddedDialect, optimize } from './sqlite.ts'
import { adoptVersion, hasTable } from './store-version.ts'

export type StoreLocation = { file: string } | { url: string }

/** Reads PostgreSQL's bigint as a number: our bigints are times and counters far below 2^53. */
const bigintOid = 20
types.setTypeParser(bigintOid, Number)

/** A store that takes longer to answer counts as down, ms. */
const aliveMs = 2_000

export type StoreTransaction = Transaction<Tables>

export interface Database {
  db: Kysely<Tables>
  engine: 'sqlite' | 'postgres'
  /** Epoch milliseconds by the store's own clock, which decides leases. */
  now: RawBuilder<number>
  /** The same time without asking the store, for what is compared with its times. */
  clock: () => number
  /** Runs a transaction under a named lock, for what it derives from many rows; the second replica waits. */
  withLock: <Result>(
    name: string,
    work: (transaction: StoreTransaction) => Promise<Result>,
  ) => Promise<Result>
  /** True when the store answers. */
  alive: () => Promise<boolean>
  close: () => Promise<void>
}

/** Rows per statement; SQLite binds at most 32,766 values. */
const rowsAtOnce = 1_000

/** Splits the rows into chunks that fit one statement. */
export const chunks = <Row>(rows: readonly Row[], size = rowsAtOnce): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
    rows.slice(index * size, (index + 1) * size),
  )

/** Returns the number of rows that a query finds. */
export async function countOf<Db, Table extends keyof Db>(
  query: SelectQueryBuilder<Db, Table, unknown>,
): Promise<number> {
  const { count } = await query
    .clearSelect()
    .select(({ fn }) => fn.countAll().as('count'))
    .$castTo<{ count: number }>()
    .executeTakeFirstOrThrow()
  return count
}

/** Upper bound of all texts that begin with `start`: the stores compare texts by bytes. */
export const endOf = (start: string): string => `${start}\u{10FFFF}`

/** For an insert that meets an existing row: sets these columns to the new values. */
export const replaced = (columns: readonly string[]): Record<string, RawBuilder<unknown>> =>
  Object.fromEntries(columns.map((column) => [column, sql.ref(`excluded.${column}`)]))

/** Returns SQL for a text's position in a list, to sort by it. */
export const positionIn = (list: readonly string[], text: RawBuilder<string>): RawBuilder<number> =>
  sql<number>`CASE ${text} ${sql.join(
    list.map((each, index) => sql`WHEN ${sql.lit(each)} THEN ${sql.lit(index)}`),
    sql` `,
  )} END`

/** Reads the store's time, epoch milliseconds. */
export const storeTime = async (
  from: Pick<Database['db'], 'selectNoFrom'>,
  { now }: Pick<Database, 'now'>,
): Promise<number> => (await from.selectNoFrom(now.as('now')).executeTakeFirstOrThrow()).now

/** Returns SQL for the store's time plus `ms` milliseconds. */
export const inMs =
  (now: Database['now']) =>
  (ms: number): RawBuilder<number> =>
    sql<number>`${now} + ${sql.lit(Math.round(ms))}`

/**
 * Takes a named lock until the transaction ends. The embedded store needs no lock: its one connection runs transactions one
 * after another.
 */
export async function lockIn(
  transaction: StoreTransaction,
  engine: Database['engine'],
  name: string,
): Promise<void> {
  if (engine === 'postgres')
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction)
}

/**
 * Opens and migrates the console's store: an SQLite file, or PostgreSQL for several replicas. Throws `ConfigError` when
 * `mustExist` is set and the store has no tables, and for a store that this version can't use (store-version.ts). `onFault` gets the
 * first error that keeps an open store from collecting statistics.
 */
export async function openDatabase(
  where: StoreLocation,
  {
    mustExist = false,
    onFault = () => undefined,
  }: { mustExist?: boolean; onFault?: (error: unknown) => void } = {},
): Promise<Database> {
  const isEmbedded = 'file' in where
  const dialect = isEmbedded
    ? new EmbeddedDialect(where.file)
    : new PostgresDialect({ pool: postgresPool(where.url) })
  const db = new Kysely<Tables>({ dialect })
  const engine = isEmbedded ? 'sqlite' : 'postgres'
  if (mustExist && !(await hasTable(db, engine, 'audit'))) {
    await db.destroy()
    throw new ConfigError([
      'url' in where
        ? `DATABASE_URL: the database ${new URL(where.url).pathname.slice(1)} holds no console's tables; give the name of the console's database`
        : `DATA_DIR: ${where.file} holds no console's tables; give the directory of the console's store`,
    ])
  }
  const now = isEmbedded
    ? sql<number>`cast(unixepoch('subsec') * 1000 AS integer)`
    : sql<number>`cast(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)`
  const clock = await migrate(db, engine)
    .then(() => followClock(db, now))
    .catch(async (error: unknown) => {
      await db.destroy()
      throw error
    })
  const statistics = isEmbedded ? await keepStatistics(db, onFault) : null
  return {
    db,
    engine,
    now,
    clock: clock.read,
    withLock: (name, work) =>
      db.transaction().execute(async (transaction) => {
        await lockIn(transaction, engine, name)
        return work(transaction)
      }),
    alive: () =>
      Promise.race([
        sql`SELECT 1`.execute(db).then(
          () => true,
          () => false,
        ),
        // A database that hangs never answers.
        sleep(aliveMs, false, { ref: false }),
      ]),
    close: () => {
      clock.close()
      statistics?.close()
      return db.destroy()
    },
  }
}

/** Time between two measurements of how far the clocks are apart, ms. */
const measureEveryMs = 10 * 60_000

/** Returns the store's clock: this process's own, plus how far the store's is ahead of it. */
async function followClock(db: Kysely<Tables>, now: Database['now']) {
  let aheadMs: number | null = null
  const measure = async () => {
    const before = Date.now()
    const { at } = await db.selectNoFrom(now.as('at')).executeTakeFirstOrThrow()
    const [least, most] = [at - Date.now(), at - before]
    // A slow answer says little, so it moves the difference no further than it must. The store rounds to a millisecond.
    aheadMs =
      aheadMs === null ? Math.round((least + most) / 2) : Math.min(Math.max(aheadMs, least - 1), most + 1)
  }
  await measure()
  const timer = setInterval(() => void measure().catch(() => undefined), measureEveryMs).unref()
  return { read: () => Date.now() + (aheadMs ?? 0), close: () => clearInterval(timer) }
}

/**
 * How often SQLite compares the sizes of its tables with its statistics, ms. It takes less than a millisecond while none grew tenfold,
 * and a tenth of a second for a million new rows: it reads only a sample.
 */
const compareEveryMs = 60_000

/**
 * Keeps the statistics by which SQLite chooses indexes; PostgreSQL keeps its own. Without them, SQLite expects ten rows of an account,
 * and reads 100,000 people to find one by ID.
 */
async function keepStatistics(db: Kysely<Tables>, onFault: (error: unknown) => void) {
  let isReported = false
  // A store that can't be written keeps the earlier statistics.
  const compare = () =>
    sql
      .raw(optimize)
      .execute(db)
      .catch((error: unknown) => {
        if (!isReported) onFault(error)
        isReported = true
      })
  await compare()
  const timer = setInterval(() => void compare(), compareEveryMs).unref()
  return {
    close: () => {
      isReported = true
      clearInterval(timer)
    },
  }
}

/**
 * The migrations by name, in order: one set for both engines. A migration on the main branch is never edited;
 * tests/rules/migrations.test.ts holds its fingerprint.
 */
const migrationsOf = (engine: Database['engine']): Record<string, Migration> => ({
  '027-initial': initial(engine),
  '028-delivery-count': deliveryCount,
  '029-request-closer': requestCloser,
  '031-second-factor-proof': secondFactorProof,
  '033-person': person(engine),
  '033-same-person': samePerson(engine),
  '034-scan-figures': scanFigures,
  '034-z-numbers': numberTable,
  '036-a-value-names': valueNames,
  '036-b-alert-snooze': alertSnooze,
  '036-c-service-alias': serviceAlias,
  '038-user-version': userVersion,
  '041-audit-data': auditData,
  '041-told': told,
  '042-look-ups': lookUps,
  '043-pause-reason': pauseReason,
  '043-z-intents': intents(engine),
  '044-names-once': namesOnce,
  '045-swap-requests': swapRequests,
  '045-versions': versions,
  '046-colleague-changes': colleagueChanges,
  '047-people-views': peopleViews,
  '049-user-ids': userIds,
  '050-person-kind': personKind,
  '051-people-list': peopleList(engine),
  '052-history': history(engine),
  '053-plain-names': plainNames,
  '053-tried': tried,
  '054-tried-apart': triedApart,
})

/**
 * Runs all pending migrations; safe to run from several replicas at once. Throws `ConfigError` for a store that this version
 * can't use, and the error of a migration that fails.
 */
export async function migrate(db: Kysely<Tables>, engine: Database['engine']): Promise<void> {
  const migrations = migrationsOf(engine)
  await adoptVersion(db, engine, Object.keys(migrations))
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error instanceof Error ? error : new Error('migration failed')
}

function postgresPool(connectionString: string): Pool {
  const pool = new Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: 3_000,
    statement_timeout: 10_000,
    // A replica frozen inside a transaction must not keep its rows locked for its successor.
    idle_in_transaction_session_timeout: 5_000,
    // For an unreachable server, which cannot apply statement_timeout.
    query_timeout: 12_000,
    keepAlive: true,
  })
  // The pool replaces a broken connection and rejects its query. Without a listener, the event would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

import { createHash } from 'node:crypto'
import { Kysely, sql, type Migration, type Transaction } from 'kysely'
import { ConfigError } from '../config/startup-error.ts'
import type { Tables } from './schema.ts'
import { EmbeddedDialect } from './sqlite.ts'

type Engine = 'sqlite' | 'postgres'

/** Columns and indexes of a schema, one text each, the same for both engines. */
interface Shape {
  columns: Map<string, string>
  indexes: Set<string>
}

interface ColumnRow {
  relation: string
  name: string
  type: string
  required: boolean | 0 | 1
}
interface IndexRow {
  relation: string
  index: string
  name: string | null
  is_unique: boolean | 0 | 1
  is_partial: boolean | 0 | 1
}

const columnRows = {
  sqlite: sql<ColumnRow>`
    SELECT found.name AS relation, field.name, lower(field.type) AS type, field."notnull" OR field.pk > 0 AS required
    FROM sqlite_master AS found, pragma_table_info(found.name) AS field WHERE found.type = 'table'`,
  postgres: sql<ColumnRow>`
    SELECT relname AS relation, attname AS name, format_type(atttypid, NULL) AS type, attnotnull AS required
    FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND attnum > 0 AND NOT attisdropped`,
}
const indexRows = {
  sqlite: sql<IndexRow>`
    SELECT found.name AS relation, entry.name AS "index", field.name, entry."unique" AS is_unique, entry.partial AS is_partial
    FROM sqlite_master AS found, pragma_index_list(found.name) AS entry, pragma_index_info(entry.name) AS field
    WHERE found.type = 'table' ORDER BY entry.name, field.seqno`,
  postgres: sql<IndexRow>`
    SELECT pg_class.relname AS relation, entry.relname AS "index", attname AS name, indisunique AS is_unique,
      indpred IS NOT NULL AS is_partial
    FROM pg_index JOIN pg_class ON indrelid = pg_class.oid JOIN pg_class AS entry ON indexrelid = entry.oid
      CROSS JOIN unnest(indkey::smallint[]) WITH ORDINALITY AS field (number, place)
      LEFT JOIN pg_attribute ON attrelid = indrelid AND attnum = number AND number <> 0
    WHERE pg_class.relnamespace = current_schema()::regnamespace ORDER BY entry.relname, place`,
}

async function shapeOf<Schema>(db: Kysely<Schema>, engine: Engine): Promise<Shape> {
  const { rows: columns } = await columnRows[engine].execute(db)
  const { rows: fields } = await indexRows[engine].execute(db)
  const indexes = Map.groupBy(fields, ({ index }) => index)
  return {
    columns: new Map(
      columns.map(({ relation, name, type, required }) => [
        `${relation}.${name}`,
        type + (required ? ' not null' : ''),
      ]),
    ),
    indexes: new Set(
      [...indexes.values()].map((each) => {
        const { relation = '', is_unique = false, is_partial = false } = each[0] ?? {}
        const names = each.map(({ name }) => name ?? '(expression)').join(', ')
        return `${is_unique ? 'unique ' : ''}index on ${relation} (${names})${is_partial ? ' with a condition' : ''}`
      }),
    ),
  }
}

/**
 * Returns the schema that migrations make, and a fingerprint of their statements. Both engines get the same tables and columns,
 * so a store in memory shows them.
 */
async function madeBy(migrations: readonly Migration[]): Promise<{ shape: Shape; fingerprint: string }> {
  const statements: string[] = []
  const db = new Kysely<unknown>({
    dialect: new EmbeddedDialect(':memory:'),
    log: ({ query }) => void statements.push(query.sql),
  })
  try {
    for (const migration of migrations) await migration.up(db)
    const fingerprint = createHash('sha256').update(statements.join(';\n')).digest('hex')
    return { shape: await shapeOf(db, 'sqlite'), fingerprint }
  } finally {
    await db.destroy()
  }
}

/** Returns the first difference between a store and what its migrations make; `null` for none. A store may have further tables. */
function differenceOf(actual: Shape, made: Shape): string | null {
  const tableOf = (column: string) => column.slice(0, column.indexOf('.'))
  const tables = new Set([...made.columns.keys()].map(tableOf))
  for (const [column, type] of made.columns) {
    const found = actual.columns.get(column)
    if (found === undefined) return `${column} is missing`
    if (found !== type) return `${column} is ${found} instead of ${type}`
  }
  for (const column of actual.columns.keys())
    if (!made.columns.has(column) && tables.has(tableOf(column))) return `${column} is not known`
  for (const index of made.indexes) if (!actual.indexes.has(index)) return `the ${index} is missing`
  return null
}

/** What an operator can do with a store that this version can't use. */
const waysOut = {
  sqlite: {
    place: 'DATA_DIR',
    backUp: 'back it up (npm run admin -- backup <new directory>) and set another DATA_DIR',
  },
  postgres: { place: 'DATABASE_URL', backUp: 'back it up (pg_dump) and give an empty database' },
} as const

/** Returns why this version can't use a store, and what to do, in one sentence; `null` for a store that it can use or upgrade. */
async function refusalOf(
  db: Transaction<Tables>,
  engine: Engine,
  migrations: Record<string, Migration>,
): Promise<string | null> {
  const { place, backUp } = waysOut[engine]
  const actual = await shapeOf(db, engine)
  const isListed = actual.columns.has('kysely_migration.name')
  const { rows } = isListed
    ? await sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`.execute(db)
    : { rows: [] }
  const applied = rows.map(({ name }) => name)
  const known = Object.keys(migrations)
  const [first = ''] = known
  const hasTables = applied.length > 0 || actual.columns.has('audit.id')
  if (!hasTables) return null
  if (!applied.includes(first))
    return `${place}: the store is from before the migration ${first}, the earliest that this version can upgrade; start the version that made it, or ${backUp}`
  const unknown = applied.find((name) => !known.includes(name))
  if (unknown !== undefined)
    return `${place}: the store was upgraded by a newer version, with the migration ${unknown}, which this version does not know; start that version, or restore a backup from before the upgrade`
  const edited = (difference: string) =>
    `${place}: the store is not as its migrations make it (${difference}): it is from another version, or was edited; start the version that made it, restore a backup, or ${backUp}`
  const skipped = known.slice(0, applied.length).find((name) => !applied.includes(name))
  if (skipped !== undefined) return edited(`${skipped} is missing`)
  const made = await madeBy(applied.map((name) => migrations[name]).filter((each) => each !== undefined))
  const difference = differenceOf(actual, made.shape)
  if (difference !== null) return edited(difference)
  if (!actual.columns.has('schema_fingerprint.fingerprint')) return null
  const kept = await db
    .selectFrom('schema_fingerprint')
    .select('fingerprint')
    .where('migration', '=', applied.at(-1) ?? '')
    .executeTakeFirst()
  // Shows edits that columns and indexes don't, such as the condition of an index.
  return kept === undefined || kept.fingerprint === made.fingerprint
    ? null
    : edited('its migrations had other statements')
}

/**
 * Throws `ConfigError` for a store of a newer version, of a version before the first migration, or with another schema than its
 * migrations make. An empty store passes.
 */
export async function requireKnownVersion(
  db: Kysely<Tables>,
  engine: Engine,
  migrations: Record<string, Migration>,
): Promise<void> {
  const reading = db.transaction()
  // One snapshot: another replica may be upgrading the store.
  const consistent = engine === 'postgres' ? reading.setIsolationLevel('repeatable read') : reading
  const refusal = await consistent.execute((transaction) => refusalOf(transaction, engine, migrations))
  if (refusal !== null) throw new ConfigError([refusal])
}

/** Keeps the fingerprint of the migrations that made the store, for the next start. */
export async function keepFingerprint(
  db: Kysely<Tables>,
  migrations: Record<string, Migration>,
): Promise<void> {
  const migration = Object.keys(migrations).at(-1) ?? ''
  const kept = db.selectFrom('schema_fingerprint').select('migration').where('migration', '=', migration)
  // The role of a replica on PostgreSQL may only read it.
  if ((await kept.executeTakeFirst()) !== undefined) return
  const { fingerprint } = await madeBy(Object.values(migrations))
  await db
    .insertInto('schema_fingerprint')
    .values({ migration, fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

import { sql, type Kysely } from 'kysely'
import { ConfigError } from '../config/startup-error.ts'
import type { Tables } from './schema.ts'

/** What an operator can do with a store that this version can't use. */
const waysOut = {
  sqlite: {
    place: 'DATA_DIR',
    backUp: 'back it up (npm run admin -- backup <new directory>) and set another DATA_DIR',
  },
  postgres: { place: 'DATABASE_URL', backUp: 'back it up (pg_dump) and give an empty database' },
} as const

export async function hasTable(
  db: Kysely<Tables>,
  engine: keyof typeof waysOut,
  table: string,
): Promise<boolean> {
  const { rows } = await sql<{ found: string | null }>`SELECT ${
    engine === 'sqlite'
      ? sql`max(name) AS found FROM sqlite_master WHERE name = ${table}`
      : sql`CAST(to_regclass(${table}) AS text) AS found`
  }`.execute(db)
  return typeof rows[0]?.found === 'string'
}

/**
 * Throws `ConfigError`, which says what to do, for a store of a newer version or of a version before the first migration. An
 * empty store passes. `known` are the names of this version's migrations, in order; `applied` those of the store.
 */
export async function requireKnownVersion(
  db: Kysely<Tables>,
  engine: keyof typeof waysOut,
  known: readonly string[],
): Promise<void> {
  const { place, backUp } = waysOut[engine]
  const { rows } = (await hasTable(db, engine, 'kysely_migration'))
    ? await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(db)
    : { rows: [] }
  const [first = ''] = known
  const isUsed = rows.length > 0 || (await hasTable(db, engine, 'audit'))
  if (isUsed && !rows.some(({ name }) => name === first))
    throw new ConfigError([
      `${place}: the store is from before the migration ${first}, the earliest that this version can upgrade; start the version that made it, or ${backUp}`,
    ])
  const unknown = rows.find(({ name }) => !known.includes(name))
  if (unknown !== undefined)
    throw new ConfigError([
      `${place}: the store was upgraded by a newer version, with the migration ${unknown.name}, which this version does not know; start that version, or restore a backup from before the upgrade`,
    ])
}

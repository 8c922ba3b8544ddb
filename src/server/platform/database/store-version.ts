import { sql, type Kysely } from 'kysely'
import { ConfigError } from '../config/startup-error.ts'
import type { Tables } from './schema.ts'

type Engine = 'sqlite' | 'postgres'

export async function hasTable(db: Kysely<Tables>, engine: Engine, name: string): Promise<boolean> {
  const { rows } = await sql<{ found: string | null }>`SELECT ${
    engine === 'sqlite'
      ? sql`max(name) AS found FROM sqlite_master WHERE type = 'table' AND name = ${name}`
      : sql`CAST(to_regclass(${name}) AS text) AS found`
  }`.execute(db)
  return typeof rows[0]?.found === 'string'
}

/** What an operator can do with a store that this version can't use. */
const waysOut = {
  sqlite: {
    place: 'DATA_DIR',
    backUp: 'back it up (npm run admin -- backup <new directory>) and set another DATA_DIR',
  },
  postgres: { place: 'DATABASE_URL', backUp: 'back it up (pg_dump) and give an empty database' },
} as const

/**
 * Throws `ConfigError` for a store of a newer version, or of a version before the first of the known migrations. An empty store
 * passes.
 */
export async function requireKnownVersion(
  db: Kysely<Tables>,
  engine: Engine,
  known: readonly string[],
): Promise<void> {
  if (!(await hasTable(db, engine, 'audit'))) return
  const { place, backUp } = waysOut[engine]
  const { rows } = (await hasTable(db, engine, 'kysely_migration'))
    ? await sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`.execute(db)
    : { rows: [] }
  const applied = rows.map(({ name }) => name)
  const [first = ''] = known
  if (!applied.includes(first))
    throw new ConfigError([
      `${place}: the store is from before the migration ${first}, the earliest that this version can upgrade; start the version that made it, or ${backUp}`,
    ])
  const unknown = applied.find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new ConfigError([
      `${place}: the store was upgraded by a newer version, with the migration ${unknown}, which this version does not know; start that version, or restore a backup from before the upgrade`,
    ])
}

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

/** The last of 21 migrations that were joined into the first one of today, which makes the same tables. */
const lastJoined = '026-one-count'

/** Writes the first migration as done in place of the joined ones. */
const writeJoined = (db: Kysely<Tables>, first: string): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await sql`DELETE FROM kysely_migration WHERE name <= ${lastJoined}`.execute(transaction)
    // Another replica may have written it.
    await sql`INSERT INTO kysely_migration (name, timestamp) VALUES (${first}, ${new Date().toISOString()})
      ON CONFLICT DO NOTHING`.execute(transaction)
  })

/**
 * Throws `ConfigError` for a store of a newer version, or of a version from before the known migrations. An empty store
 * passes. Makes a store of the joined migrations one of the first migration.
 */
export async function adoptVersion(
  db: Kysely<Tables>,
  engine: Engine,
  names: readonly string[],
): Promise<void> {
  if (!(await hasTable(db, engine, 'audit'))) return
  const { place, backUp } = waysOut[engine]
  const { rows } = (await hasTable(db, engine, 'kysely_migration'))
    ? await sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`.execute(db)
    : { rows: [] }
  const applied = rows.map(({ name }) => name)
  const [first = ''] = names
  if (applied.includes(lastJoined)) return writeJoined(db, first)
  if (!applied.includes(first))
    throw new ConfigError([
      `${place}: the store is from before November 27, 2026 (migration ${lastJoined}); upgrade it with the last version that could (docs/operations.md, Another version), or ${backUp}`,
    ])
  const unknown = applied.find((name) => !names.includes(name))
  if (unknown !== undefined)
    throw new ConfigError([
      `${place}: the store was upgraded by a newer version, with the migration ${unknown}, which this version does not know; start that version, or restore a backup from before the upgrade`,
    ])
}

import { Migrator, type Kysely } from 'kysely'
import { initial } from './001-initial.ts'

/** Brings the store up to date; safe to run from several replicas at once. Throws when a migration fails. */
export async function migrate<Schema>(db: Kysely<Schema>, engine: 'sqlite' | 'postgres'): Promise<void> {
  const migrator = new Migrator({
    db,
    // One set for both engines. A migration that was released is never edited.
    provider: { getMigrations: () => Promise.resolve({ '001-initial': initial(engine) }) },
  })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error instanceof Error ? error : new Error('migration failed')
}

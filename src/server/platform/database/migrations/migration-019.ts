import type { Migration } from 'kysely'

/** The page that compared main languages was removed; the extension's page still asks operation 11. */
export const noLanguageCoverage: Migration = {
  async up(db) {
    for (const table of ['extension_language', 'language_count', 'language_range'])
      await db.schema.dropTable(table).execute()
  },
}

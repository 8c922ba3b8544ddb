import { sql, type Migration } from 'kysely'

/** What the last scan that ended has missed, so that a count that may be incomplete says so. */
export const scanFigures: Migration = {
  async up(db) {
    for (const column of [
      'last_ended_at bigint',
      'last_missed integer',
      'unread integer NOT NULL DEFAULT 0',
      'odd integer NOT NULL DEFAULT 0',
      'odd_example text',
    ])
      await sql.raw(`ALTER TABLE inventory_crawl ADD COLUMN ${column}`).execute(db)
    await sql`ALTER TABLE inventory_crawl DROP COLUMN whole`.execute(db)
    await sql`UPDATE inventory_crawl SET last_ended_at = last_whole_at, last_missed = 0 WHERE last_whole_at IS NOT NULL`.execute(
      db,
    )
  },
}

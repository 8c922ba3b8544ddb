import { sql, type Migration } from 'kysely'

/** A number in review is closed too: sending it again is decided on its own row. */
export const reviewStaysOpen: Migration = {
  async up(db) {
    await sql`DROP INDEX job_item_open`.execute(db)
    await sql`CREATE UNIQUE INDEX job_item_open ON job_item (account, ext)
      WHERE state IN ('pending', 'sending', 'unknown', 'review') OR (state = 'done' AND checked IS NULL)`.execute(
      db,
    )
  },
}

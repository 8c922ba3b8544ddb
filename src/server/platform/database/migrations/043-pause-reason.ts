import { sql, type Migration } from 'kysely'

/** Since when the service refuses what paused a job, and in which words. */
export const pauseReason: Migration = {
  async up(db) {
    await sql`ALTER TABLE job ADD COLUMN paused_since bigint`.execute(db)
    await sql`ALTER TABLE job ADD COLUMN paused_message text`.execute(db)
  },
}

import { sql, type Migration } from 'kysely'

/** The user who closed a request, because two users may have one name. */
export const requestCloser: Migration = {
  async up(db) {
    await sql`ALTER TABLE service_request ADD COLUMN closed_by_id text`.execute(db)
  },
}

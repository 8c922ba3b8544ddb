import { sql, type Migration } from 'kysely'

/** Saved views name the page of people as its address does. */
export const peopleViews: Migration = {
  async up(db) {
    await sql`UPDATE saved_view SET page = 'people' WHERE page = 'agents'`.execute(db)
  },
}

import { sql, type Migration } from 'kysely'

/** One queue of look-ups instead of the crawls of agents and details and the task of reservations. */
export const lookUps: Migration = {
  async up(db) {
    await sql`DELETE FROM inventory_crawl WHERE kind IN ('agents', 'details')`.execute(db)
    await sql`DELETE FROM task WHERE name IN ('agents', 'details', 'reservations')`.execute(db)
  },
}

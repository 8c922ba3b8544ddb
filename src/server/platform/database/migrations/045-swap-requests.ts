import { sql, type Migration } from 'kysely'

/** The other number of a request to swap two numbers. */
export const swapRequests: Migration = {
  async up(db) {
    await sql`ALTER TABLE service_request ADD COLUMN with_ext text`.execute(db)
    await sql`CREATE INDEX service_request_with ON service_request (account, with_ext) WHERE with_ext IS NOT NULL`.execute(
      db,
    )
  },
}

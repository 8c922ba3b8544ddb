import { sql, type Migration } from 'kysely'

/** A number is kept back after its agent left: a reservation of this many days, whose agent is the one who left. */
export const keptBack: Migration = {
  async up(db) {
    await sql.raw(`ALTER TABLE reservation ADD COLUMN keep_days integer`).execute(db)
  },
}

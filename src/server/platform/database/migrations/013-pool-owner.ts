import { sql, type Migration } from 'kysely'

/** A pool's owner is a user. The text that earlier versions kept stays as the name. */
export const poolOwner: Migration = {
  async up(db) {
    await sql`ALTER TABLE pool ADD COLUMN owner_id text`.execute(db)
  },
}

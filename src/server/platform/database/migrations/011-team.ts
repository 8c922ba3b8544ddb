import { sql, type Migration } from 'kysely'

/** The departments and people that a user chose as their team. */
export const team: Migration = {
  async up(db) {
    await sql`CREATE TABLE team (
      account text NOT NULL,
      user_id text NOT NULL,
      departments text NOT NULL,
      people text NOT NULL,
      pool text,
      PRIMARY KEY (account, user_id)
    )`.execute(db)
  },
}

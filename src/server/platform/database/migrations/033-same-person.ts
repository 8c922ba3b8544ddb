import { sql, type Migration } from 'kysely'

/** What somebody said of a new colleague and a person: they are the same (the ID of the colleague leads to the person), or not. */
export const samePerson = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db) {
    const text = sql.raw(engine === 'postgres' ? 'text COLLATE "C"' : 'text')
    await sql`CREATE TABLE same_person (
      account text NOT NULL,
      colleague_id ${text} NOT NULL,
      person_id ${text} NOT NULL,
      is_same integer NOT NULL,
      CONSTRAINT same_person_key PRIMARY KEY (account, colleague_id, person_id)
    )`.execute(db)
  },
})

import { sql, type Migration } from 'kysely'

/** All that lists of people filter and sort by, since they leave out who is removed: SQLite reads a list from its index alone. */
export const peopleList = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db) {
    // PostgreSQL scans the table as fast (033-person.ts).
    if (engine !== 'sqlite') return
    await sql`DROP INDEX person_list`.execute(db)
    await sql`CREATE INDEX person_list ON person
      (account, sort_key, id, removed_at, kind, department_key, department, work_key, ext, exts, agent_uuid, search, name)`.execute(
      db,
    )
  },
})

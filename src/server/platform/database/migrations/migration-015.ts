import { sql, type Migration } from 'kysely'

/** By bytes, as SQLite and the console itself compare: agents are gone through in order, a beginning of a number is a range. */
export const byteOrder = (engine: 'sqlite' | 'postgres'): Migration => ({
  async up(db) {
    if (engine === 'sqlite') return
    for (const [table, column] of [
      ['assignment', 'agent_uuid'],
      ['job_item', 'ext'],
    ] as const)
      await sql`ALTER TABLE ${sql.ref(table)} ALTER COLUMN ${sql.ref(column)} TYPE text COLLATE "C"`.execute(
        db,
      )
  },
})

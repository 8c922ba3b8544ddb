import { sql, type Migration } from 'kysely'

/**
 * Who made, sent, closed or ended something is kept by ID: users are renamed, and two may have one name. Rows from before keep the name
 * where it alone was stored.
 */
export const userIds: Migration = {
  async up(db) {
    await sql`ALTER TABLE reservation ADD COLUMN ended_by_id text`.execute(db)
    await sql`ALTER TABLE service_request ADD COLUMN sent_by_id text`.execute(db)
    await sql`DROP INDEX service_request_assigned`.execute(db)
    for (const [table, column] of [
      ['reservation', 'user_name'],
      ['service_request', 'user_name'],
      ['service_request', 'assignee_name'],
      ['service_request', 'assigned_at'],
      ['service_request', 'assigned_by'],
    ] as const)
      await sql`ALTER TABLE ${sql.ref(table)} DROP COLUMN ${sql.ref(column)}`.execute(db)
  },
}

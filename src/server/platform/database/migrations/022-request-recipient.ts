import { sql, type Migration } from 'kysely'

/** A request is with the administrators, or with the user whom it was assigned to. */
export const requestRecipient: Migration = {
  async up(db) {
    for (const statement of [
      `ALTER TABLE service_request ADD COLUMN assignee_id text`,
      `ALTER TABLE service_request ADD COLUMN assignee_name text`,
      `ALTER TABLE service_request ADD COLUMN assigned_at bigint`,
      `ALTER TABLE service_request ADD COLUMN assigned_by text`,
      `CREATE INDEX service_request_assigned ON service_request (account, assigned_at) WHERE assigned_at IS NOT NULL`,
    ])
      await sql.raw(statement).execute(db)
  },
}

import { sql, type Migration } from 'kysely'

/** One form of lease for tokens, jobs and periodic tasks; tasks show their runs. Removes columns that nothing uses. */
export const oneLease: Migration = {
  async up(db) {
    for (const statement of [
      `ALTER TABLE token_state ADD COLUMN fencing_token bigint NOT NULL DEFAULT 0`,
      `ALTER TABLE token_state DROP COLUMN lease_owner`,
      `ALTER TABLE job DROP COLUMN lease_owner`,
      `ALTER TABLE job_item DROP COLUMN resends`,
      `ALTER TABLE job_item DROP COLUMN delivered`,
      `DROP TABLE task_lease`,
      `CREATE TABLE task (
        name text PRIMARY KEY,
        lease_until bigint,
        fencing_token bigint NOT NULL DEFAULT 0,
        next_at bigint NOT NULL,
        ran_at bigint,
        failure text
      )`,
    ])
      await sql.raw(statement).execute(db)
  },
}

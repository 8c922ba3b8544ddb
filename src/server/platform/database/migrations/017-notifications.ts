import { sql, type Migration } from 'kysely'

/** What users are notified of, and how far each service's events were read. */
export const notifications: Migration = {
  async up(db) {
    for (const statement of [
      `CREATE TABLE notification (
        id text PRIMARY KEY,
        user_id text NOT NULL,
        account text,
        key text NOT NULL,
        count integer NOT NULL,
        event text NOT NULL,
        at bigint NOT NULL,
        read_at bigint
      )`,
      `CREATE UNIQUE INDEX notification_once ON notification (user_id, key)`,
      `CREATE INDEX notification_newest ON notification (user_id, at, id)`,
      `CREATE INDEX notification_unread ON notification (user_id) WHERE read_at IS NULL`,
      `CREATE INDEX notification_oldest ON notification (at)`,
      `CREATE TABLE notification_scan (
        account text PRIMARY KEY,
        until bigint NOT NULL,
        conditions text NOT NULL
      )`,
      `CREATE INDEX reservation_ended ON reservation (account, ended_at) WHERE ended_at IS NOT NULL`,
      `CREATE INDEX reservation_expires ON reservation (account, expires_at) WHERE state = 'reserved'`,
      `CREATE INDEX service_request_closed ON service_request (account, closed_at) WHERE closed_at IS NOT NULL`,
      `CREATE INDEX job_ended ON job (account, ended_at) WHERE ended_at IS NOT NULL`,
    ])
      await sql.raw(statement).execute(db)
  },
}

import { sql, type Migration } from 'kysely'

/** Notifications by mail and webhook, users' choices, and who works on a request. */
export const deliveries: Migration = {
  async up(db) {
    for (const statement of [
      `CREATE TABLE notification_choice (
        user_id text PRIMARY KEY,
        language text NOT NULL,
        choices text NOT NULL
      )`,
      `CREATE TABLE mail_server (
        id integer PRIMARY KEY,
        host text NOT NULL,
        port integer NOT NULL,
        tls text NOT NULL,
        user_name text,
        password text,
        sender text NOT NULL
      )`,
      `CREATE TABLE webhook (
        id text PRIMARY KEY,
        url text NOT NULL,
        secret text NOT NULL,
        kinds text NOT NULL,
        created_at bigint NOT NULL,
        failing_since bigint,
        off_at bigint,
        off_because text
      )`,
      `CREATE TABLE delivery (
        id text PRIMARY KEY,
        webhook_id text,
        user_id text,
        key text NOT NULL,
        event text NOT NULL,
        at bigint NOT NULL,
        state text NOT NULL,
        attempts integer NOT NULL,
        next_at bigint NOT NULL,
        tried_at bigint,
        status integer,
        failure text
      )`,
      `CREATE UNIQUE INDEX delivery_once ON delivery (coalesce(webhook_id, user_id), key)`,
      `CREATE INDEX delivery_due ON delivery (next_at) WHERE state = 'waiting'`,
      `CREATE INDEX delivery_newest ON delivery (webhook_id, at)`,
      `CREATE INDEX delivery_oldest ON delivery (at)`,
      `ALTER TABLE service_request ADD COLUMN recipient_id text`,
      `ALTER TABLE service_request ADD COLUMN recipient_name text`,
      `ALTER TABLE service_request ADD COLUMN recipient_set_at bigint`,
      `ALTER TABLE service_request ADD COLUMN recipient_set_by text`,
    ])
      await sql.raw(statement).execute(db)
  },
}

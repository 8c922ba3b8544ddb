import { sql, type Migration } from 'kysely'

/** The connection to the service that administrators save, in one row, and the last daily check of each service. */
export const service: Migration = {
  async up(db) {
    for (const statement of [
      `CREATE TABLE service_connection (
        id integer PRIMARY KEY,
        url text NOT NULL,
        extensions_url text NOT NULL,
        app_id text NOT NULL,
        app_key text NOT NULL,
        company_id text,
        authorization_value text,
        profile text NOT NULL,
        active integer NOT NULL,
        version bigint NOT NULL
      )`,
      `CREATE TABLE service_check (
        account text PRIMARY KEY,
        at bigint NOT NULL,
        states text NOT NULL,
        changed text NOT NULL
      )`,
    ])
      await sql.raw(statement).execute(db)
  },
}

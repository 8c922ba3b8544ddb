import { sql, type Migration } from 'kysely'

/** Tokens with which scripts call the API for a user. */
export const apiTokens: Migration = {
  async up(db) {
    for (const statement of [
      `CREATE TABLE api_token (
        id text PRIMARY KEY,
        hash text NOT NULL,
        user_id text NOT NULL,
        name text NOT NULL,
        scopes text NOT NULL,
        created_at bigint NOT NULL,
        expires_at bigint NOT NULL,
        last_used_at bigint
      )`,
      `CREATE UNIQUE INDEX api_token_hash ON api_token (hash)`,
      `CREATE INDEX api_token_user ON api_token (user_id)`,
    ])
      await sql.raw(statement).execute(db)
  },
}

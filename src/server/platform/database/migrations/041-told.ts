import { sql, type Migration } from 'kysely'
import * as z from 'zod'

const hourMs = 3_600_000
const conditions = z.record(z.string(), z.object({ since: z.number(), seen: z.number() }))

/**
 * Users are told in the transaction that records something: what ends soon is marked when it was announced, and no one reads events again
 * from where the last reading ended.
 */
export const told: Migration = {
  async up(db) {
    for (const table of ['reservation', 'job', 'api_token'])
      await sql`ALTER TABLE ${sql.ref(table)} ADD COLUMN warned_at bigint`.execute(db)
    await sql`CREATE TABLE untold (id text PRIMARY KEY, at bigint NOT NULL, recorded text NOT NULL)`.execute(
      db,
    )
    await sql`CREATE TABLE condition (
      account text NOT NULL,
      key text NOT NULL,
      since bigint NOT NULL,
      seen bigint NOT NULL,
      CONSTRAINT condition_key PRIMARY KEY (account, key)
    )`.execute(db)
    const { rows } = await sql<{ account: string; until: number; conditions: string }>`
      SELECT * FROM notification_scan`.execute(db)
    for (const { account, until, conditions: json } of rows) {
      for (const [key, { since, seen }] of Object.entries(conditions.parse(JSON.parse(json))))
        await sql`INSERT INTO condition (account, key, since, seen) VALUES (${account}, ${key}, ${since}, ${seen})`.execute(
          db,
        )
      // What was announced so far.
      await sql`UPDATE reservation SET warned_at = ${until} WHERE account = ${account}
        AND state = 'reserved' AND expires_at <= ${until + 4 * hourMs}`.execute(db)
      await sql`UPDATE job SET warned_at = ${until} WHERE account = ${account}
        AND secrets_until <= ${until + 4 * hourMs}`.execute(db)
      await sql`UPDATE api_token SET warned_at = ${until}
        WHERE expires_at <= ${until + 14 * 24 * hourMs} AND coalesce(warned_at, 0) < ${until}`.execute(db)
    }
    await sql`DROP TABLE notification_scan`.execute(db)
  },
}

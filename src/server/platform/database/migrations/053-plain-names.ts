import { sql, type Migration } from 'kysely'
import * as z from 'zod'

const late = z.object({ entries: z.array(z.unknown()), told: z.array(z.unknown()) })
const columns = sql.raw(
  'account, kind, started_at, cursor, done, total, unread, odd, odd_example, ended_at, last_ended_at, last_whole_at, last_missed, problem',
)

/** Names that the code uses: of the crawls, and of what could not be announced when it was recorded. */
export const plainNames: Migration = {
  async up(db) {
    await sql`CREATE TABLE crawl (
      account text NOT NULL,
      kind text NOT NULL,
      started_at bigint,
      cursor text,
      done bigint NOT NULL,
      total bigint,
      unread integer NOT NULL DEFAULT 0,
      odd integer NOT NULL DEFAULT 0,
      odd_example text,
      ended_at bigint,
      last_ended_at bigint,
      last_whole_at bigint,
      last_missed integer,
      problem text,
      CONSTRAINT crawl_key PRIMARY KEY (account, kind)
    )`.execute(db)
    await sql`INSERT INTO crawl (${columns}) SELECT ${columns} FROM inventory_crawl`.execute(db)
    await sql`DROP TABLE inventory_crawl`.execute(db)

    await sql`CREATE TABLE unannounced (id text PRIMARY KEY, at bigint NOT NULL, recorded text NOT NULL)`.execute(
      db,
    )
    const { rows } = await sql<{ id: string; at: number; recorded: string }>`SELECT * FROM untold`.execute(db)
    for (const { id, at, recorded } of rows) {
      const { entries, told: notices } = late.parse(JSON.parse(recorded))
      const renamed = JSON.stringify({ entries, notices })
      await sql`INSERT INTO unannounced (id, at, recorded) VALUES (${id}, ${at}, ${renamed})`.execute(db)
    }
    await sql`DROP TABLE untold`.execute(db)
  },
}

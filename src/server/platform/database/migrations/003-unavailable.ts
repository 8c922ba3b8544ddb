import { sql, type Migration } from 'kysely'

/** The longest prefix with counters when this migration was written. */
const countedDigits = 4

/**
 * Numbers outside the idle list are no longer free: `not-seen-free` becomes `unavailable`, and numbers that were called free
 * without having been listed are unknown until the next scan of the idle list.
 */
export const unavailable: Migration = {
  async up(db) {
    for (const statement of statements()) await sql.raw(statement).execute(db)
  },
}

function statements(): string[] {
  const unlisted = `state = 'free' AND idle_at IS NULL`
  const counts = Array.from({ length: countedDigits + 1 }, (_, length) => length)
  /** Adds the numbers of a condition to the counters of a state, or subtracts them. */
  const count = (condition: string, state: string, sign: '' | '-') =>
    counts.map(
      (length) => `INSERT INTO inventory_count (account, length, prefix, state, language, count)
        SELECT account, ${length}, substr(ext, 1, ${length}), '${state}', language, ${sign}count(*) FROM inventory
        WHERE ${condition} AND length(ext) >= ${length} GROUP BY account, substr(ext, 1, ${length}), language
        ON CONFLICT (account, length, prefix, state, language)
        DO UPDATE SET count = inventory_count.count + excluded.count`,
    )
  return [
    `ALTER TABLE inventory ADD COLUMN using_uuid text`,
    `ALTER TABLE snapshot_count ADD COLUMN unavailable integer NOT NULL DEFAULT 0`,
    ...count(unlisted, 'free', '-'),
    ...count(unlisted, 'unknown', ''),
    `UPDATE inventory SET state = 'unknown' WHERE ${unlisted}`,
    `UPDATE inventory SET state = 'unavailable' WHERE state = 'not-seen-free'`,
    `UPDATE inventory_count SET state = 'unavailable' WHERE state = 'not-seen-free'`,
    `UPDATE saved_view SET query = replace(query, 'not-seen-free', 'unavailable')`,
    // Not bound, and not known whether the idle list has them: looked up, and decided by the next scan.
    `CREATE INDEX inventory_unlisted ON inventory (account, state_since, ext)
      WHERE state = 'unknown' AND bind_status = 0`,
    // Left the idle list and not read since.
    `CREATE INDEX inventory_left ON inventory (account, state_since, ext)
      WHERE state = 'unavailable' AND seen_at < state_since`,
  ]
}

import { sql, type Kysely, type Migration } from 'kysely'
import * as z from 'zod'

const numberSet = z.object({
  ranges: z.array(z.object({ from: z.string(), to: z.string() })),
  prefixes: z.array(z.string()),
})

/** Indexes of lists that were paged by key, of searches by the last digits, and of numbers that left the list by a scan. */
const goneIndexes = ['ending', 'language', 'state_language', 'state', 'left']

/** One table of numbers, each with its pool, without counters kept by hand. */
export const numberTable: Migration = {
  async up(db) {
    await sql`DROP TABLE inventory_count`.execute(db)
    for (const name of goneIndexes) await sql`DROP INDEX ${sql.ref(`inventory_${name}`)}`.execute(db)
    await sql`ALTER TABLE inventory_crawl DROP COLUMN last_whole_count`.execute(db)
    await sql`ALTER TABLE inventory RENAME TO number`.execute(db)
    await sql`ALTER TABLE number ADD COLUMN pool_id text`.execute(db)
    await addPools(db)
    await sql`CREATE INDEX number_pool ON number (account, pool_id, ext) WHERE pool_id IS NOT NULL`.execute(
      db,
    )
  },
}

async function addPools(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string; account: string; numbers: string }>`
    SELECT id, account, numbers FROM pool`.execute(db)
  for (const { id, account, numbers } of rows) {
    const { ranges, prefixes } = numberSet.parse(JSON.parse(numbers))
    const parts = [
      ...ranges.map(
        ({ from, to }) => sql`(ext >= ${from} AND ext <= ${to} AND length(ext) = ${sql.lit(from.length)})`,
      ),
      ...prefixes.map((prefix) => sql`(ext >= ${prefix} AND ext < ${`${prefix}:`})`),
    ]
    await sql`UPDATE number SET pool_id = ${id} WHERE account = ${account} AND (${sql.join(parts, sql` OR `)})`.execute(
      db,
    )
  }
}

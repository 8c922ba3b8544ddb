import type { FirstScan } from '#contract/number-states.ts'
import type { Database } from '../platform/database/database.ts'

const scanOf = (db: Database['db'], account: string, kind: 'idle' | 'gaps') =>
  db
    .selectFrom('inventory_crawl')
    .select(['started_at', 'ended_at', 'done', 'total', 'last_whole_at', 'last_ended_at', 'last_missed'])
    .where('account', '=', account)
    .where('kind', '=', kind)
    .executeTakeFirst()

/** When the last whole scan of the idle list began, in epoch milliseconds; `null` before the first. */
export const lastWholeScan = async (db: Database['db'], account: string): Promise<number | null> =>
  (await scanOf(db, account, 'idle'))?.last_whole_at ?? null

/**
 * The progress of the scan of the idle list, or with `gaps` of the look-up of the numbers between its numbers, which finds the bound
 * ones; `null` while the last one has missed nothing.
 */
export async function readFirstScan(
  db: Database['db'],
  account: string,
  kind: 'idle' | 'gaps',
): Promise<FirstScan> {
  const scan = await scanOf(db, account, kind)
  if (scan?.last_missed === 0) return null
  const running = scan !== undefined && scan.started_at !== null && scan.ended_at === null
  const { done = 0, total = null, last_ended_at: endedAt = null, last_missed: missed = null } = scan ?? {}
  return { running, done, total, ...(endedAt === null ? {} : { missed }) }
}

import { sql, type RawBuilder } from 'kysely'
import { inMs, type Database } from './database/database.ts'

/** No lease is longer. A later end was set before the store's clock was set back. */
const longestMs = 60_000

/**
 * The lease of a row: the right of one process to work on it for a limited time, by the store's clock. It is part of the
 * statements that change the row, so no time passes between check and write.
 */
export function leaseOf(now: Database['now']) {
  const extend = (leaseMs: number) => {
    if (leaseMs > longestMs) throw new RangeError('a lease is too long')
    return { lease_until: inMs(now)(leaseMs) }
  }
  return {
    isFree: sql<boolean>`(lease_until IS NULL OR lease_until < ${now} OR lease_until > ${inMs(now)(longestMs)})`,
    take: (leaseMs: number) => ({ ...extend(leaseMs), fencing_token: sql<number>`fencing_token + 1` }),
    extend,
  }
}

/** True for the holder with this fencing token. */
export const isHeld = (fencingToken: number): RawBuilder<boolean> =>
  sql<boolean>`(fencing_token = ${fencingToken} AND lease_until IS NOT NULL)`

/** Ends the lease. */
export const released = { lease_until: null }

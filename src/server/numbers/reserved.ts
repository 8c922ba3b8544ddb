import { sql, type RawBuilder } from 'kysely'
import type { NumberState } from '#contract/number-states.ts'
import type { Database } from '../platform/database/database.ts'

type Clock = Database['now']

/** SQL: true when a row of `reservation` is open. */
export const isOpen = (now: Clock): RawBuilder<boolean> => sql`state = 'reserved' AND expires_at > ${now}`

/**
 * SQL: true when a row of `inventory` is reserved: in the idle list, with an open reservation (contract, number-states.ts). The cost grows with the open reservations, not with the numbers.
 */
export const isReserved = (account: string, now: Clock): RawBuilder<boolean> =>
  sql`(state = 'free' AND ext IN (SELECT ext FROM reservation WHERE account = ${account} AND ${isOpen(now)}))`

/** SQL: the displayed state of a row of `inventory`. */
export const shownState = (account: string, now: Clock): RawBuilder<NumberState> =>
  sql`CASE WHEN ${isReserved(account, now)} THEN 'reserved' ELSE state END`

import { sql, type RawBuilder } from 'kysely'
import type { NumberState } from '#contract/number-states.ts'

/** SQL: true when a row of `reservation` is open. Past its end, a look-up of the number decides how it ended. */
export const isOpen: RawBuilder<boolean> = sql`state = 'reserved'`

/**
 * SQL: true when a row of `inventory` is reserved: in the idle list, with an open reservation (contract, number-states.ts). The cost grows with the open reservations, not with the numbers.
 */
export const isReserved = (account: string): RawBuilder<boolean> =>
  sql`(state = 'free' AND ext IN (SELECT ext FROM reservation WHERE account = ${account} AND ${isOpen}))`

/** SQL: the displayed state of a row of `inventory`. */
export const shownState = (account: string): RawBuilder<NumberState> =>
  sql`CASE WHEN ${isReserved(account)} THEN 'reserved' ELSE state END`

import { listedState } from '#contract/number-states.ts'
import type { Extension } from '#contract/records.ts'
import type { Reservation } from '#contract/reservations.ts'

type Listed = Pick<Extension, 'ext' | 'bindStatus'>

/** True for a row of a live page of the idle list that can be reserved. */
export const isFree = (row: Listed, reserved: ReadonlyMap<string, Reservation>): boolean =>
  listedState(row, reserved.has(row.ext)) === 'free'

/** The free numbers of a page before the others, which are not offered. */
export const freeFirst = <Row extends Listed>(
  rows: readonly Row[],
  reserved: ReadonlyMap<string, Reservation>,
): Row[] => rows.toSorted((a, b) => Number(isFree(b, reserved)) - Number(isFree(a, reserved)))

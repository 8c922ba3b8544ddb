import { listedState } from '#contract/number-states.ts'
import type { Extension } from '#contract/records.ts'
import type { Reservation } from '#contract/reservations.ts'

/** True for a row of a live page of the idle list that can be reserved. */
export const isFree = (
  row: Pick<Extension, 'ext' | 'bindStatus'>,
  reserved: ReadonlyMap<string, Reservation>,
): boolean => listedState(row, reserved.has(row.ext)) === 'free'

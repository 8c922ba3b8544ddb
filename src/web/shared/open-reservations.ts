import type { Reservation } from '#contract/reservations.ts'
import { sharedValue } from '../lib/shared-value.ts'

const open = sharedValue<ReadonlyMap<string, Reservation>>(new Map())

/** Open reservations by number, as last read; empty until `ReservationWatch` has read them. */
export const useReservations = open.use

/** Takes what was read; numbers on screen are drawn again only when something has changed. */
export function setReservations(items: readonly Reservation[]): void {
  const known = open.get()
  const same = items.length === known.size && items.every(({ ext, id }) => known.get(ext)?.id === id)
  if (!same) open.set(new Map(items.map((item) => [item.ext, item])))
}

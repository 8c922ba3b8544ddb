import type { Reservation } from '#contract/reservations.ts'
import { sharedValue } from '../../lib/shared-value.ts'
import { useSession } from '../session/SessionContext.tsx'

const open = sharedValue<ReadonlyMap<string, Reservation>>(new Map())

/** Returns the open reservations by number, as of the last read; empty until `openQuery` has loaded them. */
export const useReservations = open.use

/** Returns how many of the user's open reservations count toward the limit: numbers kept back do not. */
export function useOwnCount(): number {
  const { user } = useSession()
  return [...open.use().values()].filter(({ by, keptBack }) => by.id === user.id && keptBack === undefined)
    .length
}

const isSame = (one: Reservation | undefined, other: Reservation) =>
  one?.id === other.id &&
  one.expiresAt === other.expiresAt &&
  one.agentUuid === other.agentUuid &&
  one.agentName === other.agentName &&
  one.missing === other.missing &&
  (one.holder === null) === (other.holder === null)

/** Stores the open reservations. Numbers on the page re-render only when a reservation has changed. */
export function setReservations(items: readonly Reservation[]): void {
  const known = open.get()
  const same = items.length === known.size && items.every((item) => isSame(known.get(item.ext), item))
  if (!same) open.set(new Map(items.map((item) => [item.ext, item])))
}

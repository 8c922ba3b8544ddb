import { useQuery } from '@tanstack/react-query'
import type { Reservation } from '#contract/reservations.ts'
import { useSession } from '../session/SessionContext.tsx'
import { openQuery } from './queries.ts'

type ByNumber = ReadonlyMap<string, Reservation>
const none: ByNumber = new Map()
const maps = new WeakMap<readonly Reservation[], ByNumber>()

/** One map for all that select from the same reservations. */
function byNumber({ items }: { items: readonly Reservation[] }): ByNumber {
  const map = maps.get(items) ?? new Map(items.map((item) => [item.ext, item]))
  maps.set(items, map)
  return map
}

/** Returns the open reservations by number, as of the last read; empty until `openQuery` has loaded them. Starts no read. */
export const useReservations = (): ByNumber =>
  useQuery({ ...openQuery(), enabled: false, select: byNumber, notifyOnChangeProps: ['data'] }).data ?? none

/** Returns how many of the user's open reservations count toward the limit: numbers kept back do not. */
export function useOwnCount(): number {
  const { user } = useSession()
  return [...useReservations().values()].filter(
    ({ by, keptBack }) => by.id === user.id && keptBack === undefined,
  ).length
}

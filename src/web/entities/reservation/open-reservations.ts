import { useQuery } from '@tanstack/react-query'
import type { Reservation } from '#contract/reservations.ts'
import { useSession } from '../session/SessionContext.tsx'
import { openQuery } from './queries.ts'

type ByNumber = ReadonlyMap<string, Reservation>
const none: ByNumber = new Map()

/** Every cell of a list selects its own reservation: one map for all, because each would search through all reservations. */
const maps = new WeakMap<readonly Reservation[], ByNumber>()
function mapByNumber({ items }: { items: readonly Reservation[] }): ByNumber {
  const map = maps.get(items) ?? new Map(items.map((item) => [item.ext, item]))
  maps.set(items, map)
  return map
}

/** Starts no read: the shell polls the reservations. */
const cachedQuery = () => ({ ...openQuery(), enabled: false })

/** Returns the open reservations by number, as of the last read; empty until `openQuery` has loaded them. */
export const useReservations = (): ByNumber =>
  useQuery({ ...cachedQuery(), select: mapByNumber }).data ?? none

/** Returns the open reservation of a number, as of the last read. Renders only when it changes. */
export const useReservation = (ext: string): Reservation | undefined =>
  useQuery({ ...cachedQuery(), select: (answer) => mapByNumber(answer).get(ext) }).data

/** Returns how many of the user's open reservations count toward the limit: numbers kept back do not. */
export function useOwnCount(): number {
  const { user } = useSession()
  return [...useReservations().values()].filter(
    ({ by, keptBack }) => by.id === user.id && keptBack === undefined,
  ).length
}

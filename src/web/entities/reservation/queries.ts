import { keepPreviousData } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import {
  changeReservation,
  listReservations,
  openReservations,
  releaseReservation,
  reserve,
  type Pair,
} from '#contract/reservations.ts'
import { read, write } from '../../api/endpoint-queries.ts'
import { invalidateInBackground } from '../../api/query-client.ts'
import type { PersonRef } from '../person/find-people.ts'
import { peoplePaths } from '../person/queries.ts'

export type ReservationsQuery = z.input<(typeof listReservations)['query']>

/** Refetch interval of reservations while the console is visible, ms. */
export const openEveryMs = 15_000

/** Every open reservation. Pages mark reserved numbers with them (open-reservations.ts). */
export const openQuery = () => read(openReservations, {}, { staleTime: 5_000, meta: { quiet: true } })

/** Polls as the open ones are: a reservation that is lost or expires leaves those and is only found here. */
export const reservationsQuery = (query: ReservationsQuery) =>
  read(
    listReservations,
    { query },
    { staleTime: 5_000, refetchInterval: openEveryMs, placeholderData: keepPreviousData },
  )

/** Everything that a change of reservations can change. */
export const changedWithReservations = [
  '/api/reservations',
  // The request to bind a released number is withdrawn.
  '/api/service-requests',
  ...peoplePaths,
  '/api/pools',
  '/api/numbers',
  '/api/capacity',
  '/api/extensions/:ext',
] as const
const onSettled = invalidateInBackground(...changedWithReservations)

/** Returns the pair of a number and a person, as `reserve` accepts it. */
export function pairOf(ext: string, { id, isNewColleague, isNew, kind, name, workNumber }: PersonRef): Pair {
  if (isNew)
    return { ext, colleague: { name: name ?? '', kind, ...(workNumber == null ? {} : { workNumber }) } }
  return isNewColleague ? { ext, colleagueId: id } : { ext, agentUuid: id, agentName: name }
}

export const reserveMutation = () => ({ ...write(reserve), onSettled })

export const changeReservationMutation = () => ({ ...write(changeReservation), onSettled })

export const releaseMutation = () => ({ ...write(releaseReservation), onSettled })

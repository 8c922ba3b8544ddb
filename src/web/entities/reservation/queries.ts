import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import {
  changeReservation,
  listReservations,
  openReservations,
  releaseReservation,
  reserve,
  type Pair,
} from '#contract/reservations.ts'
import { call } from '../../api/call.ts'
import { invalidatingInBackground } from '../../api/query-client.ts'
import type { KnownAgent } from '../agent/find-agent.ts'
import type { Keyed } from '../../api/idempotent-mutation.ts'

export type ReservationsQuery = z.input<(typeof listReservations)['query']>

/** Refetch interval of reservations while the console is visible, ms. */
export const openEveryMs = 15_000

/** Every open reservation. Pages mark reserved numbers with them (open-reservations.ts). */
export const openQuery = () =>
  queryOptions({
    queryKey: ['reservations', 'open'],
    queryFn: ({ signal }) => call(openReservations, { signal }),
    staleTime: 5_000,
    meta: { quiet: true },
  })

/** Polls as the open ones are: a reservation that is lost or expires leaves those and is only found here. */
export const reservationsQuery = (query: ReservationsQuery) =>
  queryOptions({
    queryKey: ['reservations', 'list', query],
    queryFn: ({ signal }) => call(listReservations, { query, signal }),
    staleTime: 5_000,
    refetchInterval: openEveryMs,
    placeholderData: keepPreviousData,
  })

/** Everything that a change of reservations can change. */
export const changedWithReservations = [
  ['reservations'],
  // The request to bind a released number is withdrawn.
  ['service-requests'],
  ['agents'],
  ['pools'],
  ['inventory'],
  ['capacity'],
  ['extensions', 'detail'],
  ['history'],
] as const
const onSettled = invalidatingInBackground(...changedWithReservations)

/** Returns the pair of a number and an agent, joiner or new colleague, as `reserve` accepts it. */
export function pairOf(ext: string, { id, isJoiner, isNew, name, workNumber }: KnownAgent): Pair {
  if (isNew) return { ext, colleague: { name: name ?? '', ...(workNumber == null ? {} : { workNumber }) } }
  return isJoiner ? { ext, joinerId: id } : { ext, agentUuid: id, agentName: name }
}

type ReserveBody = z.input<(typeof reserve)['body']>

export const reserveMutation = () =>
  mutationOptions({
    mutationFn: (request: Keyed<ReserveBody>) => call(reserve, request),
    onSettled,
  })

/** Sends the requests in order, until one fails. Calls `onAnswer` with each answer. */
export const reserveInPartsMutation = (onAnswer: (answer: z.output<(typeof reserve)['answer']>) => void) =>
  mutationOptions({
    mutationFn: async (requests: readonly Keyed<ReserveBody>[]) => {
      for (const request of requests) onAnswer(await call(reserve, request))
    },
    onSettled,
  })

export const changeReservationMutation = () =>
  mutationOptions({
    mutationFn: ({ id, ...body }: { id: string } & z.input<(typeof changeReservation)['body']>) =>
      call(changeReservation, { params: { id }, body }),
    onSettled,
  })

export const releaseMutation = () =>
  mutationOptions({
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      call(releaseReservation, { params: { id }, body: reason === '' ? {} : { reason } }),
    onSettled,
  })

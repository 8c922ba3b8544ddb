import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import {
  createServiceRequests,
  changeServiceRequests,
  listServiceRequests,
} from '#contract/service-requests.ts'
import { call } from '../../api/call.ts'

export type RequestsQuery = z.input<(typeof listServiceRequests)['query']>

/** The previous page stays while the next page loads. Polls every 15 s: new data from the service may close a request at any time. */
export const requestsQuery = (query: RequestsQuery) =>
  queryOptions({
    queryKey: ['service-requests', query],
    queryFn: ({ signal }) => call(listServiceRequests, { query, signal }),
    staleTime: 5_000,
    refetchInterval: 15_000,
    placeholderData: keepPreviousData,
  })

/** The pending requests for a number or an agent. The page works without them. */
export const pendingRequestsQuery = (of: { ext: string } | { agentUuid: string }) => ({
  ...requestsQuery({ ...of, state: 'pending' }),
  meta: { quiet: true },
})

export type RequestsBody = z.input<(typeof createServiceRequests)['body']>

export const sendRequestsMutation = () =>
  mutationOptions({
    mutationFn: (body: RequestsBody) => call(createServiceRequests, { body }),
    onSettled: (_answer, _error, { keepBack }, _result, { client }) => {
      for (const key of ['service-requests', 'history', ...(keepBack === true ? ['reservations'] : [])])
        void client.invalidateQueries({ queryKey: [key] })
    },
  })

export type ChangeBody = z.input<(typeof changeServiceRequests)['body']>

export const changeRequestsMutation = () =>
  mutationOptions({
    mutationFn: (body: ChangeBody) => call(changeServiceRequests, { body }),
    onSettled: (_answer, _error, { state }, _result, { client }) => {
      // Withdrawing a request also releases the number that it kept back.
      for (const key of ['service-requests', 'history', ...(state === 'withdrawn' ? ['reservations'] : [])])
        void client.invalidateQueries({ queryKey: [key] })
    },
  })

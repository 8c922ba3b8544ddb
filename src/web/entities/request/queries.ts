import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import {
  createServiceRequests,
  changeServiceRequests,
  listServiceRequests,
} from '#contract/service-requests.ts'
import { call } from '../../api/call.ts'
import { invalidate } from '../../api/query-client.ts'

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

const changed = [['service-requests'], ['history']]

export type RequestsBody = z.input<(typeof createServiceRequests)['body']>

export const sendRequestsMutation = () =>
  mutationOptions({
    mutationFn: (body: RequestsBody) => call(createServiceRequests, { body }),
    onSettled: (_answer, _error, { keepBack }, _result, { client }) =>
      void invalidate(client, ...changed, ...(keepBack === true ? [['reservations']] : [])),
  })

export type ChangeBody = z.input<(typeof changeServiceRequests)['body']>

export const changeRequestsMutation = () =>
  mutationOptions({
    mutationFn: (body: ChangeBody) => call(changeServiceRequests, { body }),
    // Withdrawing a request also releases the number that it kept back.
    onSettled: (_answer, _error, { state }, _result, { client }) =>
      void invalidate(client, ...changed, ...(state === 'withdrawn' ? [['reservations']] : [])),
  })

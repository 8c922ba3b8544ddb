import { keepPreviousData, mutationOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import {
  createServiceRequests,
  changeServiceRequests,
  listServiceRequests,
  readRequestSummary,
} from '#contract/service-requests.ts'
import { read, write } from '../../api/endpoint-queries.ts'
import { invalidate } from '../../api/query-client.ts'
import { historyPaths } from '../history/history-paths.ts'

export type RequestsQuery = z.input<(typeof listServiceRequests)['query']>

/** The previous page stays while the next page loads. Polls every 15 s: new data from the service may close a request at any time. */
export const requestsQuery = (query: RequestsQuery) =>
  read(
    listServiceRequests,
    { query },
    { staleTime: 5_000, refetchInterval: 15_000, placeholderData: keepPreviousData },
  )

/** What is open, and with whom. Every page shows it in the navigation; the page works without it. */
export const requestSummaryQuery = () =>
  read(readRequestSummary, {}, { staleTime: 15_000, refetchInterval: 30_000, meta: { quiet: true } })

/** The pending requests for a number or an agent. The page works without them. */
export const pendingRequestsQuery = (subject: { ext: string } | { agentUuid: string }) => ({
  ...requestsQuery({ ...subject, state: 'pending' }),
  meta: { quiet: true },
})

const changed = ['/api/service-requests', ...historyPaths]

export type RequestsBody = z.input<(typeof createServiceRequests)['body']>

export const sendRequestsMutation = () =>
  mutationOptions({
    ...write(createServiceRequests),
    onSettled: (_answer, _error, { body: { keepBack } }, _result, { client }) =>
      void invalidate(client, ...changed, ...(keepBack === true ? ['/api/reservations'] : [])),
  })

export const changeRequestsMutation = () =>
  mutationOptions({
    ...write(changeServiceRequests),
    // Withdrawing a request also releases the number that it kept back.
    onSettled: (_answer, _error, { body: { state } }, _result, { client }) =>
      void invalidate(client, ...changed, ...(state === 'withdrawn' ? ['/api/reservations'] : [])),
  })

import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import {
  assignServiceRequests,
  checkServiceRequests,
  listServiceRequests,
  type ServiceRequest,
} from '#contract/service-requests.ts'
import { call } from '../../api/call.ts'
import { invalidatingInBackground } from '../../api/query-client.ts'

const onSettled = invalidatingInBackground(['service-requests'], ['history'])

export const assignRequestsMutation = () =>
  mutationOptions({
    mutationFn: (body: z.input<(typeof assignServiceRequests)['body']>) =>
      call(assignServiceRequests, { body }),
    onSettled,
  })

export const checkRequestsMutation = () =>
  mutationOptions({
    mutationFn: (ids: string[]) => call(checkServiceRequests, { body: { ids } }),
    onSettled,
  })

async function readPending(ids: ReadonlySet<string>, signal: AbortSignal): Promise<ServiceRequest[]> {
  const pageSize = 1_000
  const found = new Map<string, ServiceRequest>()
  for (let page = 1; found.size < ids.size; page++) {
    const query = { state: 'pending', page, pageSize } as const
    const { items } = await call(listServiceRequests, { query, signal })
    // A request made between two pages moves the rows of the second page.
    for (const item of items) if (ids.has(item.id)) found.set(item.id, item)
    if (items.length < pageSize) break
  }
  return [...found.values()]
}

/** Those of the requests that are still pending, in the order of the list. */
export const pendingAmongQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['service-requests', 'pending', ids],
    queryFn: ({ signal }) => readPending(new Set(ids), signal),
  })

import { queryOptions } from '@tanstack/react-query'
import {
  assignServiceRequests,
  checkServiceRequests,
  listServiceRequests,
  type ServiceRequest,
} from '#contract/service-requests.ts'
import { call } from '../../api/call.ts'
import { write } from '../../api/endpoint-queries.ts'
import { invalidateInBackground } from '../../api/query-client.ts'
import { historyPaths } from '../../entities/history/history-paths.ts'

const onSettled = invalidateInBackground('/api/service-requests', ...historyPaths)

export const assignRequestsMutation = () => ({ ...write(assignServiceRequests), onSettled })

export const checkRequestsMutation = () => ({ ...write(checkServiceRequests), onSettled })

async function readPending(ids: ReadonlySet<string>, signal: AbortSignal): Promise<ServiceRequest[]> {
  const pageSize = 1_000
  const pending = new Map<string, ServiceRequest>()
  for (let page = 1; pending.size < ids.size; page++) {
    const query = { state: 'pending', page, pageSize } as const
    const { items } = await call(listServiceRequests, { query, signal })
    // A request made between two pages moves the rows of the second page.
    for (const item of items) if (ids.has(item.id)) pending.set(item.id, item)
    if (items.length < pageSize) break
  }
  return [...pending.values()]
}

/** Those of the requests that are still pending, in the order of the list. */
export const pendingAmongQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: [listServiceRequests.path, 'pending', ids],
    queryFn: ({ signal }) => readPending(new Set(ids), signal),
  })

import { QueryClient } from '@tanstack/react-query'
import { ApiError, hasCode } from './api-error.ts'

/** Nothing came back, or the BFF or the service was not able. Refusals stay refusals. */
const transient = (error: Error) =>
  error instanceof ApiError && (error.code === 'network' || error.status >= 500)
/** A BFF that has just started, or has too much to do, asks to come again. */
const retriesOf = (error: Error) => (hasCode(error, 'unavailable') ? 3 : 1)

/** `networkMode` always: the BFF may be on this very machine while the browser thinks itself offline. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnWindowFocus: false,
        retry: (failures, error) => transient(error) && failures < retriesOf(error),
        retryDelay: (failures) => 1000 * 2 ** failures,
      },
      // What a mutation sent or returned may be a secret: nothing of it outlives the component.
      mutations: { networkMode: 'always', retry: false, gcTime: 0 },
    },
  })
}

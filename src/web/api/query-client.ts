import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** Worth one more try: nothing came back, or the BFF or the service was not able. Refusals stay refusals. */
const transient = (error: Error) =>
  error instanceof ApiError && (error.code === 'network' || error.status >= 500)

/** `networkMode` always: the BFF may be on this very machine while the browser thinks itself offline. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 1 && transient(error),
        retryDelay: 1000,
      },
      // What a mutation sent or returned may be a secret: nothing of it outlives the component.
      mutations: { networkMode: 'always', retry: false, gcTime: 0 },
    },
  })
}

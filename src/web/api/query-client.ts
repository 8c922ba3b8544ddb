import { QueryClient } from '@tanstack/react-query'
import { ApiError, hasCode } from './api-error.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The page works without this read: its failed refresh shows no message, and its delay no notice. */
      quiet?: boolean
    }
  }
}

/** True when there was no response, or the BFF or the service failed. Refusals are never retried. */
const isTransient = (error: Error) =>
  error instanceof ApiError && (error.code === 'network' || error.status >= 500)
/** A BFF that has just started, or is overloaded, asks the client to retry. */
const retriesOf = (error: Error) => (hasCode(error, 'unavailable') ? 3 : 1)

/** `networkMode` is `always`: the BFF may run on the same machine while the browser considers itself offline. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        // A page mounts a moment after its first reads (first-reads.ts).
        staleTime: 1_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => isTransient(error) && failures < retriesOf(error),
        retryDelay: (failures) => 1000 * 2 ** failures,
      },
      // A mutation's request or result may be a secret: the cache drops both with the component.
      mutations: { networkMode: 'always', retry: false, gcTime: 0 },
    },
  })
}

const isAt = (key: unknown, path: string) =>
  typeof key === 'string' && (key === path || key.startsWith(`${path}/`))

/** Reads again what was read at and below these paths of the API. */
export const invalidate = (client: QueryClient, ...paths: string[]): Promise<unknown> =>
  client.invalidateQueries({ predicate: ({ queryKey: [key] }) => paths.some((path) => isAt(key, path)) })

type Settled = [unknown, Error | null, unknown, unknown, { client: QueryClient }]
/** Returns the `onSettled` of a mutation that stays pending until this has been read again. */
export const invalidateAfter =
  (...paths: string[]) =>
  (...[, , , , { client }]: Settled) =>
    invalidate(client, ...paths)
/** Returns the same for a mutation that does not wait. */
export const invalidateInBackground =
  (...paths: string[]) =>
  (...[, , , , { client }]: Settled) =>
    void invalidate(client, ...paths)

import type { UseQueryResult } from '@tanstack/react-query'
import { Suspense, type ReactNode } from 'react'
import { later } from '../later.ts'

const ErrorState = later(async () => (await import('./ErrorState.tsx')).ErrorState)

interface QueryStateProps<Data> {
  query: UseQueryResult<Data>
  /** Shown at the first load; of the data's own height, so that nothing jumps. */
  loading: ReactNode
  /** Draws the data, its own emptiness included (`EmptyState`, `FilteredEmpty`). */
  children: (data: Data) => ReactNode
}

/** Loading, broken or data. A failed refresh keeps the data on screen: `Toasts` tells of it. */
export function QueryState<Data>({ query, loading, children }: QueryStateProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error !== null)
    return (
      <Suspense fallback={loading}>
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      </Suspense>
    )
  return loading
}

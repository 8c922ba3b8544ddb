import { useState, type ReactNode } from 'react'
import { useFirstLoad, type LoadState } from '../../api/first-load.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import classes from './QueryState.module.css'
import { StaleNotice, type ReadStatus } from './StaleNotice.tsx'
import { ErrorState, Stopped } from './ErrorState.tsx'

/** A query's data and status. */
export type Read<Data> = ReadStatus & LoadState & { data: Data | undefined; errorUpdatedAt: number }

interface QueryStateProps<Data> {
  query: Read<Data>
  /** By the `useFirstLoad` of what else appears together with the data; by default, the query's own. */
  isLoading?: boolean
  /** Shown during the first load; as high as the data, so that the layout does not shift. */
  loading: ReactNode
  /** Renders the data, including empty data; lists use `List`. */
  children: (data: Data) => ReactNode
}

/** Calls `draw` in a component, so that an error is thrown inside the error boundary. */
const Drawn = ({ draw }: { draw: () => ReactNode }) => draw()

/**
 * Renders a query: loading, stopped, error or data. After a failed refresh, the data stays, marked with its age. Data that fails to
 * render breaks only its own panel.
 */
export function QueryState<Data>(props: QueryStateProps<Data>) {
  const { query, loading, children } = props
  const { data, isFetched, fetchStatus, errorUpdatedAt } = query
  const isFirst = useFirstLoad(query)
  const { isLoading = isFirst } = props
  // The query forgets its failure, but not its time, while a poll repeats it; the user's own retry may take the error away.
  const [failure, setFailure] = useState({ error: query.error, at: errorUpdatedAt })
  const [retried, setRetried] = useState<Error | null>(null)
  if (query.error !== null && query.error !== failure.error)
    setFailure({ error: query.error, at: errorUpdatedAt })
  const isPolled =
    isFetched && fetchStatus !== 'idle' && failure.at === errorUpdatedAt && failure.error !== retried
  const error = query.error ?? (isPolled ? failure.error : null)
  const retry = () => {
    setRetried(error)
    void query.refetch()
  }
  // Loading and data share one place in the tree, so that a table is filled instead of mounted again.
  if (isLoading || data !== undefined || (error === null && fetchStatus !== 'idle'))
    return (
      <>
        {!isLoading && data !== undefined && <StaleNotice query={query} />}
        <ErrorBoundary>
          <Drawn draw={() => (isLoading || data === undefined ? loading : children(data))} />
        </ErrorBoundary>
      </>
    )
  return (
    <div className={classes.failure}>
      <ErrorBoundary>
        {error === null ? <Stopped retry={retry} /> : <ErrorState error={error} retry={retry} />}
      </ErrorBoundary>
    </div>
  )
}

import { useDeferredValue, type ReactNode } from 'react'
import { isFirstLoad, type LoadState } from '../../api/first-load.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import classes from './QueryState.module.css'
import { StaleNotice, type ReadStatus } from './StaleNotice.tsx'
import { ErrorState, Stopped } from './ErrorState.tsx'

/** A query's data and status. */
export type Read<Data> = ReadStatus & { data: Data | undefined }

/** Joins two reads that supply one list: the first error, the older time, fetching while either fetches. */
export const joinReads = <Data,>(a: ReadStatus, b: ReadStatus, data: Data | undefined): Read<Data> => ({
  data,
  error: a.error ?? b.error,
  isPlaceholderData: a.isPlaceholderData || b.isPlaceholderData,
  fetchStatus: a.fetchStatus === 'idle' ? b.fetchStatus : a.fetchStatus,
  dataUpdatedAt: Math.min(a.dataUpdatedAt, b.dataUpdatedAt),
  isFetching: a.isFetching || b.isFetching,
  refetch: () => Promise.all([a.refetch(), b.refetch()]),
})

/**
 * Defers a read's first answer, so that it renders in slices: TanStack Query reports the answer outside of transitions, and rendering
 * it in one piece would block a phone. Until it has rendered, and until the reads `beside` it have answered or failed, it counts as
 * fetching.
 */
export function useDeferredRead<Data>(read: Read<Data>, ...beside: readonly LoadState[]): Read<Data> {
  const hasAnswer = read.data !== undefined && !beside.some(isFirstLoad)
  const isDrawn = useDeferredValue(hasAnswer)
  if (read.data === undefined || (hasAnswer && isDrawn)) return read
  const { error, isPlaceholderData, dataUpdatedAt, isFetching, refetch } = read
  const fetchStatus = 'fetching'
  return { data: undefined, error, isPlaceholderData, fetchStatus, dataUpdatedAt, isFetching, refetch }
}

interface QueryStateProps<Data> {
  query: Read<Data>
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
export function QueryState<Data>({ query: latest, loading, children }: QueryStateProps<Data>) {
  const query = useDeferredRead(latest)
  const { data, error } = query
  const retry = () => void query.refetch()
  // Loading and data share one place in the tree, so that a table is filled instead of mounted again.
  if (data !== undefined || (error === null && query.fetchStatus !== 'idle'))
    return (
      <>
        {data !== undefined && <StaleNotice query={query} />}
        <ErrorBoundary>
          <Drawn draw={() => (data === undefined ? loading : children(data))} />
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

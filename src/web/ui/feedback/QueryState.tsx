import { Suspense, useDeferredValue, type ReactNode } from 'react'
import { lazyNext } from '../../lib/lazy.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import classes from './QueryState.module.css'
import { StaleNotice, type ReadStatus } from './StaleNotice.tsx'

const ErrorState = lazyNext(async () => (await import('./ErrorState.tsx')).ErrorState)
const Stopped = lazyNext(async () => (await import('./ErrorState.tsx')).Stopped)

/** What is shown of a query: its data and how fresh they are. */
export type Read<Data> = ReadStatus & { data: Data | undefined }

/** Two reads that one list is drawn from. */
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
 * The read, whose first answer is drawn in slices: TanStack Query reports it outside of transitions, and in one piece it would
 * block a phone. Until it is drawn, it is still being fetched.
 */
export function useDeferredRead<Data>(read: Read<Data>): Read<Data> {
  const hasAnswer = read.data !== undefined
  const isDrawn = useDeferredValue(hasAnswer)
  if (!hasAnswer || isDrawn) return read
  const { error, isPlaceholderData, dataUpdatedAt, isFetching, refetch } = read
  const fetchStatus = 'fetching'
  return { data: undefined, error, isPlaceholderData, fetchStatus, dataUpdatedAt, isFetching, refetch }
}

interface QueryStateProps<Data> {
  query: Read<Data>
  /** Shown at the first load; of the data's own height, so that nothing jumps. */
  loading: ReactNode
  /** Draws the data, its own emptiness included; lists have `ListResult`. */
  children: (data: Data) => ReactNode
}

/** What cannot be drawn fails here, inside of its boundary. */
const Drawn = ({ draw }: { draw: () => ReactNode }) => draw()

/**
 * Loading, stopped, broken or data. A failed refresh keeps the data on screen, marked with its age; data that cannot be drawn
 * breaks its own panel and no other.
 */
export function QueryState<Data>({ query: latest, loading, children }: QueryStateProps<Data>) {
  const query = useDeferredRead(latest)
  const { data, error } = query
  const retry = () => void query.refetch()
  // Loading takes the data's own place, so that a table is filled instead of mounted again.
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
      <Suspense fallback={null}>
        {error === null ? <Stopped retry={retry} /> : <ErrorState error={error} retry={retry} />}
      </Suspense>
    </div>
  )
}

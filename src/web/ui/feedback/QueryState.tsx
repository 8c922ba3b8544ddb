import { Button } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import { Suspense, type ReactNode } from 'react'
import { useT } from '../../i18n/Language.tsx'
import { lazyFeature } from '../../lib/lazy.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { StaleNotice, type ReadStatus } from './StaleNotice.tsx'
import { StateMessage } from './StateMessage.tsx'

const ErrorState = lazyFeature(async () => (await import('./ErrorState.tsx')).ErrorState)

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

interface QueryStateProps<Data> {
  query: Read<Data>
  /** Shown at the first load; of the data's own height, so that nothing jumps. */
  loading: ReactNode
  /** Draws the data, its own emptiness included; lists have `ListResult`. */
  children: (data: Data) => ReactNode
}

function Drawn<Data>({ data, children }: Pick<QueryStateProps<Data>, 'children'> & { data: Data }) {
  return children(data)
}

function Stopped({ retry }: { retry: () => void }) {
  const t = useT()
  return (
    <StateMessage icon={IconHandStop} tone="quiet" title={t('state.stopped')} text={t('state.stopped.next')}>
      <Button variant="default" onClick={retry}>
        {t('action.retry')}
      </Button>
    </StateMessage>
  )
}

/**
 * Loading, stopped, broken or data. A failed refresh keeps the data on screen, marked with its age; data that cannot be drawn
 * breaks its own panel and no other.
 */
export function QueryState<Data>({ query, loading, children }: QueryStateProps<Data>) {
  const { data, error } = query
  const retry = () => void query.refetch()
  // Loading takes the data's own place, so that a table is filled instead of mounted again.
  if (data !== undefined || (error === null && query.fetchStatus !== 'idle'))
    return (
      <>
        {data !== undefined && <StaleNotice query={query} />}
        <ErrorBoundary>
          <Drawn data={data}>{(known) => (known === undefined ? loading : children(known))}</Drawn>
        </ErrorBoundary>
      </>
    )
  if (error !== null)
    return (
      <Suspense fallback={loading}>
        <ErrorState error={error} retry={retry} />
      </Suspense>
    )
  return <Stopped retry={retry} />
}

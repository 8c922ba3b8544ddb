import { Button } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { Suspense, type ReactNode } from 'react'
import { useT } from '../../i18n/Language.tsx'
import { lazyFeature } from '../../lib/lazy.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { StaleNotice } from './StaleNotice.tsx'
import { StateMessage } from './StateMessage.tsx'

const ErrorState = lazyFeature(async () => (await import('./ErrorState.tsx')).ErrorState)

interface QueryStateProps<Data> {
  query: UseQueryResult<Data>
  /** Shown at the first load; of the data's own height, so that nothing jumps. */
  loading: ReactNode
  /** Draws the data, its own emptiness included (`EmptyList`). */
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

import { Button } from '@mantine/core'
import { useReachable } from '../../api/reachability.ts'
import { useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { lazyFeature } from '../../lib/lazy.ts'
import classes from './StaleNotice.module.css'
import { Time } from '../Time.tsx'
import { Optional } from './Optional.tsx'

const ErrorSentence = lazyFeature(async () => (await import('./ErrorState.tsx')).ErrorSentence)

/** How a query fares, as TanStack's queries say it. */
export interface ReadStatus {
  error: Error | null
  isPlaceholderData: boolean
  fetchStatus: 'fetching' | 'paused' | 'idle'
  dataUpdatedAt: number
  isFetching: boolean
  refetch: () => Promise<unknown>
}

/** Above data that is not what was asked for just now: how old it is and why, or that the next page was stopped; and asks again. */
export function StaleNotice({ query }: { query: ReadStatus }) {
  const t = useT()
  const reachable = useReachable()
  const { error, isPlaceholderData, fetchStatus, dataUpdatedAt, isFetching } = query
  const stopped = isPlaceholderData && fetchStatus === 'idle'
  if (!stopped && error === null && reachable) return null
  return (
    <div className={classes.root} data-stale-note>
      {stopped ? (
        <span>{t('state.stopped.before')}</span>
      ) : (
        <span>
          <Message
            of="state.asOf"
            values={{
              time: <Time value={dataUpdatedAt} />,
              // A server that is gone has no sentence to fetch either.
              reason:
                error === null || !reachable ? (
                  t('state.notAnswering')
                ) : (
                  <Optional>
                    <ErrorSentence error={error} />
                  </Optional>
                ),
            }}
          />
        </span>
      )}
      <Button size="compact-sm" variant="default" loading={isFetching} onClick={() => void query.refetch()}>
        {t('action.retry')}
      </Button>
    </div>
  )
}

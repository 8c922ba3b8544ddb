import { Button } from '@mantine/core'
import { useReachable } from '../../api/reachability.ts'
import { useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import classes from './Notice.module.css'
import { Time } from '../text/Time.tsx'
import { ErrorSentence } from './ErrorState.tsx'

/** Says why a read failed. */
export function FailureReason({ error }: { error: Error | null }) {
  const t = useT()
  const reachable = useReachable()
  if (error === null || !reachable) return t('state.notAnswering')
  return <ErrorSentence error={error} />
}

/** A query's status, with TanStack Query's field names. */
export interface ReadStatus {
  error: Error | null
  isPlaceholderData: boolean
  fetchStatus: 'fetching' | 'paused' | 'idle'
  dataUpdatedAt: number
  isFetching: boolean
  refetch: () => Promise<unknown>
}

/** Shown above outdated data: its age and the reason, or that the user stopped the next page, with a retry button. */
export function StaleNotice({ query }: { query: ReadStatus }) {
  const t = useT()
  const reachable = useReachable()
  const { error, isPlaceholderData, fetchStatus, dataUpdatedAt, isFetching } = query
  const stopped = isPlaceholderData && fetchStatus === 'idle'
  if (!stopped && error === null && reachable) return null
  return (
    <div className={classes.inPage} data-stale-note>
      {stopped ? (
        <span>{t('state.stopped.before')}</span>
      ) : (
        <span>
          <Message
            id="state.asOf"
            values={{
              time: <Time value={dataUpdatedAt} />,
              reason: <FailureReason error={error} />,
            }}
          />
        </span>
      )}
      <Button size="compact-sm" loading={isFetching} onClick={() => void query.refetch()}>
        {t('action.retry')}
      </Button>
    </div>
  )
}

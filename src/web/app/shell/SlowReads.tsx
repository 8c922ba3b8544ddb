import { Button } from '@mantine/core'
import { useIsFetching, useQueryClient, type Query } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useT } from '../../i18n/Language.tsx'
import { announce } from '../../ui/feedback/announce.ts'
import { FailureReason } from '../../ui/feedback/StaleNotice.tsx'
import classes from './SlowReads.module.css'

/** The user can stop a read that takes longer than this, ms. */
const slowAfterMs = 3_000
const lookEveryMs = 500

/** True for a read that the user waits for: not a background read, and not the session, which the banner covers. */
const isAwaited = (query: Query) =>
  query.queryKey[0] !== '/api/session' && query.meta?.quiet !== true && query.getObserversCount() > 0

/**
 * Shows that reads take long, or why they are being repeated, with a button to stop them. Overlays the page, so that the layout does
 * not shift.
 */
export function SlowReads() {
  const t = useT()
  const client = useQueryClient()
  const fetching = useIsFetching({ predicate: isAwaited }) > 0
  const [slow, setSlow] = useState(false)
  const [failure, setFailure] = useState<Error | null>(null)
  useEffect(() => {
    if (!fetching) return undefined
    const since = new Map<string, number>()
    const look = () => {
      const now = performance.now()
      const reads = client.getQueryCache().findAll({ fetchStatus: 'fetching', predicate: isAwaited })
      const hashes = reads.map(({ queryHash }) => queryHash)
      for (const hash of since.keys()) if (!hashes.includes(hash)) since.delete(hash)
      for (const hash of hashes) if (!since.has(hash)) since.set(hash, now)
      setSlow(Math.min(Number.POSITIVE_INFINITY, ...since.values()) < now - slowAfterMs)
      // A read that failed is fetching until its last retry.
      setFailure(
        reads.find(({ state }) => state.fetchFailureReason !== null)?.state.fetchFailureReason ?? null,
      )
    }
    const timer = setInterval(look, lookEveryMs)
    return () => {
      clearInterval(timer)
      setSlow(false)
    }
  }, [client, fetching])
  if (!slow) return null
  const stop = () => {
    void client.cancelQueries({ fetchStatus: 'fetching', predicate: isAwaited })
    announce(t('state.stopped'))
  }
  return (
    <output className={classes.root}>
      <span>{failure === null ? t('shell.slow') : <FailureReason error={failure} />}</span>
      <Button size="compact-sm" onClick={stop}>
        {t('action.stop')}
      </Button>
    </output>
  )
}

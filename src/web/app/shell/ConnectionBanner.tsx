import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useQuery, useQueryClient, type Query } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useReachable } from '../../api/reachability.ts'
import { useT } from '../../i18n/Language.tsx'
import { sessionQuery } from '../../entities/session/queries.ts'
import classes from '../../ui/feedback/Notice.module.css'

const probeEveryMs = 5000

/** Shows that the BFF does not answer and keeps the page as it is. Retries every five seconds, and refreshes once the BFF is back. */
export function ConnectionBanner() {
  const t = useT()
  const client = useQueryClient()
  const reachable = useReachable()
  const { refetch, isFetching } = useQuery({
    ...sessionQuery(),
    retry: false,
    refetchInterval: reachable ? false : probeEveryMs,
  })
  const wasReachable = useRef(reachable)
  const refreshedAt = useRef(0)
  useEffect(() => {
    const isBack = reachable && !wasReachable.current
    wasReachable.current = reachable
    if (!isBack) return undefined
    const wait = Math.max(0, refreshedAt.current + probeEveryMs - Date.now())
    // Back within seconds of the last refresh: wait, then refresh failed reads only. One call may keep failing while the rest succeed.
    const failed = { predicate: ({ state }: Query) => state.status === 'error' }
    const timer = setTimeout(() => {
      refreshedAt.current = Date.now()
      void client.invalidateQueries(wait > 0 ? failed : {})
    }, wait)
    return () => clearTimeout(timer)
  }, [reachable, client])
  if (reachable) return null
  return (
    <div className={classes.top} role="alert">
      <IconCloudOff size={18} aria-hidden />
      <span>{t('shell.unreachable')}</span>
      <Button size="compact-sm" loading={isFetching} onClick={() => void refetch()}>
        {t('action.retry')}
      </Button>
    </div>
  )
}

import { queryOptions } from '@tanstack/react-query'
import { countNotifications } from '#contract/notification-count.ts'
import { call } from '../../api/call.ts'

const everyMs = 30_000

export const unreadQuery = () =>
  queryOptions({
    queryKey: ['notifications', 'count'],
    queryFn: ({ signal }) => call(countNotifications, { signal }),
    refetchInterval: everyMs,
    meta: { quiet: true },
  })

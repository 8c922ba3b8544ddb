import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { listNotifications, markNotificationsRead } from '#contract/notifications.ts'
import { call } from '../../api/call.ts'
import { invalidating } from '../../api/query-client.ts'

const everyMs = 30_000

export const notificationsQuery = (query: z.input<(typeof listNotifications)['query']>) =>
  queryOptions({
    queryKey: ['notifications', 'list', query],
    queryFn: ({ signal }) => call(listNotifications, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
  })

export const markReadMutation = () =>
  mutationOptions({
    mutationFn: (body: z.input<(typeof markNotificationsRead)['body']>) =>
      call(markNotificationsRead, { body }),
    onSettled: invalidating(['notifications']),
  })

import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { countNotifications, listNotifications, markNotificationsRead } from '#contract/notifications.ts'
import { call } from '../../api/call.ts'

const everyMs = 30_000

export const unreadQuery = () =>
  queryOptions({
    queryKey: ['notifications', 'count'],
    queryFn: ({ signal }) => call(countNotifications, { signal }),
    refetchInterval: everyMs,
    meta: { quiet: true },
  })

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
    onSettled: (_answer, _error, _input, _result, { client }) =>
      client.invalidateQueries({ queryKey: ['notifications'] }),
  })

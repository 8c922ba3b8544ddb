import { keepPreviousData, mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import {
  addWebhook,
  changePreferences,
  changeWebhook,
  listDeliveries,
  readChannels,
  readPreferences,
  removeMailServer,
  removeWebhook,
  setMailServer,
  testMail,
  testWebhook,
} from '#contract/notification-settings.ts'
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

export const preferencesQuery = () =>
  queryOptions({
    queryKey: ['notifications', 'preferences'],
    queryFn: ({ signal }) => call(readPreferences, { signal }),
  })

export const changePreferencesMutation = () =>
  mutationOptions({
    mutationFn: (body: z.input<(typeof changePreferences)['body']>) => call(changePreferences, { body }),
    onSuccess: (saved, _input, _result, { client }) =>
      client.setQueryData(preferencesQuery().queryKey, saved),
  })

export const channelsQuery = () =>
  queryOptions({
    queryKey: ['notification-channels'],
    queryFn: ({ signal }) => call(readChannels, { signal }),
  })

const refetchChannels = ({ client }: { client: QueryClient }) =>
  client.invalidateQueries({ queryKey: channelsQuery().queryKey })

export const setMailServerMutation = () =>
  mutationOptions({
    mutationFn: (input: { body: z.input<(typeof setMailServer)['body']>; action: string }) =>
      call(setMailServer, input),
    onSettled: (_answer, _error, _input, _result, context) => refetchChannels(context),
  })

export const removeMailServerMutation = () =>
  mutationOptions({
    mutationFn: () => call(removeMailServer, {}),
    onSettled: (_answer, _error, _input, _result, context) => refetchChannels(context),
  })

export const testMailMutation = () => mutationOptions({ mutationFn: () => call(testMail, {}) })

export const addWebhookMutation = () =>
  mutationOptions({
    mutationFn: (input: { body: z.input<(typeof addWebhook)['body']>; action: string }) =>
      call(addWebhook, input),
    onSettled: (_answer, _error, _input, _result, context) => refetchChannels(context),
  })

export const changeWebhookMutation = (id: string) =>
  mutationOptions({
    mutationFn: (body: z.input<(typeof changeWebhook)['body']>) =>
      call(changeWebhook, { params: { id }, body }),
    onSettled: (_answer, _error, _input, _result, context) => refetchChannels(context),
  })

export const removeWebhookMutation = (id: string) =>
  mutationOptions({
    mutationFn: () => call(removeWebhook, { params: { id } }),
    onSettled: (_answer, _error, _input, _result, context) => refetchChannels(context),
  })

export const testWebhookMutation = (id: string) =>
  mutationOptions({ mutationFn: () => call(testWebhook, { params: { id } }) })

export const deliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['notification-channels', 'deliveries', id],
    queryFn: ({ signal }) => call(listDeliveries, { params: { id }, signal }),
    refetchInterval: 5_000,
  })

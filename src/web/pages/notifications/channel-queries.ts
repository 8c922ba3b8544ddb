import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import {
  addWebhook,
  changeWebhook,
  listDeliveries,
  readChannels,
  removeMailServer,
  removeWebhook,
  setMailServer,
  testMail,
  testWebhook,
} from '#contract/notification-channels.ts'
import { call } from '../../api/call.ts'

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

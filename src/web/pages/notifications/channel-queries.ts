import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import {
  addWebhook,
  changeWebhook,
  listDeliveries,
  listMails,
  removeMailServer,
  removeWebhook,
  setMailServer,
  testMail,
  testWebhook,
} from '#contract/notification-channels.ts'
import { call } from '../../api/call.ts'
import { invalidating } from '../../api/query-client.ts'
import { channelsQuery } from '../../entities/notification/queries.ts'

const onSettled = invalidating(channelsQuery().queryKey)

export const setMailServerMutation = () =>
  mutationOptions({
    mutationFn: (input: { body: z.input<(typeof setMailServer)['body']>; action: string }) =>
      call(setMailServer, input),
    onSettled,
  })

export const removeMailServerMutation = () =>
  mutationOptions({
    mutationFn: () => call(removeMailServer, {}),
    onSettled,
  })

export const testMailMutation = () => mutationOptions({ mutationFn: () => call(testMail, {}) })

export const addWebhookMutation = () =>
  mutationOptions({
    mutationFn: (input: { body: z.input<(typeof addWebhook)['body']>; action: string }) =>
      call(addWebhook, input),
    onSettled,
  })

export const changeWebhookMutation = (id: string) =>
  mutationOptions({
    mutationFn: (body: z.input<(typeof changeWebhook)['body']>) =>
      call(changeWebhook, { params: { id }, body }),
    onSettled,
  })

export const removeWebhookMutation = (id: string) =>
  mutationOptions({
    mutationFn: () => call(removeWebhook, { params: { id } }),
    onSettled,
  })

export const testWebhookMutation = (id: string) =>
  mutationOptions({ mutationFn: () => call(testWebhook, { params: { id } }) })

/** The latest messages of a webhook. */
export const deliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['notification-channels', 'deliveries', id],
    queryFn: ({ signal }) => call(listDeliveries, { params: { id }, signal }),
    refetchInterval: 5_000,
  })

export const mailsQuery = () =>
  queryOptions({
    queryKey: ['notification-channels', 'mails'],
    queryFn: ({ signal }) => call(listMails, { signal }),
    refetchInterval: 5_000,
  })

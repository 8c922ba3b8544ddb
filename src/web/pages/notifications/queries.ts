import { keepPreviousData } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { listNotifications, markNotificationsRead } from '#contract/notifications.ts'
import { read, write } from '../../api/endpoint-queries.ts'

const everyMs = 30_000

export const notificationsQuery = (query: z.input<(typeof listNotifications)['query']>) =>
  read(listNotifications, { query }, { placeholderData: keepPreviousData, refetchInterval: everyMs })

export const markReadMutation = () => write(markNotificationsRead, listNotifications.path)

import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** The caller's unread notifications. */
export const countNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications/count',
  access: 'extension.read',
  answer: z.object({ unread: z.number() }),
})

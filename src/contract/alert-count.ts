import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Returns the number of alerts that are not snoozed. */
export const countAlerts = endpoint({
  method: 'GET',
  path: '/api/capacity/alerts',
  access: 'extension.read',
  answer: z.object({ count: z.number() }),
})

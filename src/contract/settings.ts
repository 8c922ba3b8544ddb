import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const settings = z.object({
  /** Offer the deprecated create (operation 10). */
  legacyCreate: z.boolean(),
})
export type Settings = z.infer<typeof settings>

export const readSettings = endpoint({
  method: 'GET',
  path: '/api/settings',
  access: 'settings.manage',
  answer: settings,
})

export const changeSettings = endpoint({
  method: 'PATCH',
  path: '/api/settings',
  access: 'settings.manage',
  body: z.partial(settings),
  answer: settings,
})

import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { notificationKinds } from './notification-kinds.ts'
import { uiLanguage } from './text.ts'

const kind = z.enum(notificationKinds)
/** How a user is notified of a kind. */
export const notificationChoice = z.object({ bell: z.boolean(), mail: z.boolean() })
export type NotificationChoice = z.infer<typeof notificationChoice>

/** What one user is notified of, and how. */
const preferences = z.object({
  /** The language of mails; null until the user has chosen. */
  language: z.nullable(uiLanguage),
  /** False while no mail server is set up, or for a user without an address. */
  canMail: z.boolean(),
  /** The kinds that the user's role can meet. `required`: cannot be turned off. */
  kinds: z.array(z.object({ kind, ...notificationChoice.shape, required: z.boolean() })),
})
export type Preferences = z.infer<typeof preferences>

export const readPreferences = endpoint({
  method: 'GET',
  path: '/api/notifications/preferences',
  access: 'extension.read',
  answer: preferences,
})

/** Changes the caller's preferences. What is required stays on. */
export const changePreferences = endpoint({
  method: 'PATCH',
  path: '/api/notifications/preferences',
  access: 'extension.read',
  body: z.object({
    language: uiLanguage,
    kinds: z
      .array(z.object({ kind, ...notificationChoice.shape }))
      .check(z.maxLength(notificationKinds.length)),
  }),
  answer: preferences,
})

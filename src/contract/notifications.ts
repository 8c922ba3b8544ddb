import * as z from 'zod/mini'
import { endpoint, nothing } from './endpoint.ts'
import { page, pageQuery } from './page.ts'
import type { NotificationKind } from './notification-kinds.ts'
import { requestKinds } from './service-requests.ts'
import { uuid } from './text.ts'

/** Most requests or reservations that a message names. */
export const maxNamed = 1_000

const text = z.string()
const unknownName = z.nullable(z.string())
const many = z.number()
/** Epoch milliseconds. */
const time = z.number()
const job = { jobId: text, name: text }
const ofNumbers = {
  /** How many within an hour; `ext` is the latest. */
  count: many,
  ext: text,
  /**
   * The requests or reservations, the latest first, at most `maxNamed`; `agent` is the person whom each is for, `swapWith` the other
   * number of a swap. Empty in the console's own lists.
   */
  items: z._default(
    z.array(z.object({ id: text, ext: text, agent: unknownName, swapWith: z.optional(text) })),
    [],
  ),
}
const reservation = { ...ofNumbers, agent: unknownName }
/** `swapWith`: the other number of the latest swap. */
const request = { ...ofNumbers, what: z.enum(requestKinds), swapWith: z.optional(text) }
const scope = {
  /** A prefix (empty for all numbers) or a pool, as thresholds name it. */
  scope: text,
  pool: unknownName,
  free: many,
}
const event = <Kind extends NotificationKind, Fields extends z.core.$ZodShape>(kind: Kind, fields: Fields) =>
  z.object({ kind: z.literal(kind), ...fields })

/** What happened, with what its sentence and its link need. Never a secret. */
export const notificationEvent = z.discriminatedUnion('kind', [
  event('request-opened', { ...request, by: text }),
  event('request-assigned', { ...request, by: text }),
  /** `by` null: the service shows the change. */
  event('request-closed', { ...request, by: unknownName, withdrawn: z.boolean() }),
  event('job-finished', { ...job, done: many, total: many, passwordsUntil: z.nullable(time) }),
  event('job-failed', {
    ...job,
    failed: many,
    needsReview: many,
    total: many,
    // Absent in notifications of earlier versions.
    passwordsUntil: z._default(z.nullable(time), null),
  }),
  event('job-paused', { ...job }),
  event('passwords-expiring', { ...job, count: many, until: time }),
  event('threshold-crossed', { ...scope, leastFree: many }),
  event('runs-out', { ...scope, until: time }),
  event('reservation-expiring', { ...reservation, until: time }),
  event('reservation-expired', reservation),
  event('reservation-taken', { ...reservation, holder: unknownName }),
  /** `holder`: the name of an account that is not identified as the new colleague's. */
  event('reservation-fulfilled', { ...reservation, holder: z._default(unknownName, null) }),
  /** `agent`: the new colleague whom `ext` is reserved for; `account` and its `number`: who may be that person. */
  event('colleague-appeared', {
    reservationId: text,
    ext: text,
    agent: unknownName,
    account: text,
    number: unknownName,
  }),
  event('service-changed', { failed: many, changed: many }),
  event('administrator-added', { name: text, by: text }),
  event('second-factor-removed', { name: text, by: text }),
  event('new-sign-in', { address: text }),
  /** `owner` null: a service token. */
  event('token-ending', { name: text, owner: unknownName, until: time }),
  event('webhook-off', { url: text }),
  /** `recipient` null: of all users. */
  event('mail-failing', { recipient: unknownName, since: time }),
])
export type NotificationEvent = z.infer<typeof notificationEvent>
export type EventOf<Kind extends NotificationKind> = Extract<NotificationEvent, { kind: Kind }>

const notification = z.object({
  id: text,
  at: time,
  readAt: z.nullable(time),
  event: notificationEvent,
})
export type Notification = z.infer<typeof notification>

/** The caller's notifications, newest first. */
export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  access: 'extension.read',
  query: z.object({ ...pageQuery, unread: z.optional(z.literal('1')) }),
  answer: z.object({ ...page(notification).shape, unread: z.number() }),
})

/** Marks the caller's notifications as read: those with these IDs, or without IDs all up to `until`, epoch milliseconds. */
export const markNotificationsRead = endpoint({
  method: 'POST',
  path: '/api/notifications/read',
  access: 'extension.read',
  body: z
    .object({
      ids: z.optional(z.array(uuid).check(z.minLength(1), z.maxLength(1000))),
      until: z.optional(time),
    })
    .check(
      z.refine(({ ids, until }) => (ids === undefined) !== (until === undefined), {
        path: ['ids'],
        message: 'give either IDs or a time',
      }),
    ),
  answer: nothing,
})

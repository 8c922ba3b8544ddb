import * as z from 'zod/mini'
import { endpoint, nothing } from './endpoint.ts'
import { notificationKinds } from './notification-kinds.ts'
import { notificationEvent } from './notifications.ts'
import { typedLine, uuid } from './text.ts'

const kind = z.enum(notificationKinds)
export const tlsModes = ['tls', 'starttls', 'none'] as const
const hostName = z
  .string()
  .check(
    z.maxLength(253),
    z.regex(/^[A-Za-z\d](?:[\w.:-]*[A-Za-z\d])?$/, 'give the name or address of the server'),
  )
const mailAddress = z
  .string()
  .check(z.maxLength(254), z.regex(/^[^\s@<>,;"]+@[^\s@<>,;"]+$/, 'give an email address'))
const mailServer = {
  host: hostName,
  port: z.number().check(z.int(), z.gte(1), z.lte(65_535)),
  /** `tls`: from the start; `starttls`: after a command, or not at all sent. */
  tls: z.enum(tlsModes),
  /** Null for a server that needs no sign-in. */
  user: z.nullable(typedLine(256).check(z.minLength(1))),
  sender: mailAddress,
}

const webhook = z.object({
  id: z.string(),
  url: z.string(),
  kinds: z.array(kind),
  createdAt: z.number(),
  /** Since when each attempt has failed; null while it works. */
  failingSince: z.nullable(z.number()),
  /** When it was turned off: by a user, or after a day of failures. Null while it is on. */
  offAt: z.nullable(z.number()),
  offBecause: z.nullable(z.enum(['user', 'failures'])),
  version: z.number(),
})
export type Webhook = z.infer<typeof webhook>

/** How an attempt ended. `failure` null: delivered. */
const attempt = z.object({
  /** The HTTP status of a webhook's target, or the reply code of the mail server; null without an answer. */
  status: z.nullable(z.number()),
  failure: z.nullable(z.string()),
})
export type Attempt = z.infer<typeof attempt>

/** Since when each mail has failed, and the latest failure. */
const failing = z.object({ since: z.number(), ...attempt.shape })
const health = z.object({
  lastDeliveredAt: z.nullable(z.number()),
  /** Null while the mail server accepts mails. */
  failing: z.nullable(failing),
  /** Users whose mails alone fail. */
  refused: z.array(z.object({ id: z.string(), name: z.string(), ...failing.shape })),
})

const channels = z.object({
  /** Null while there is none. */
  mail: z.nullable(z.object({ ...mailServer, hasPassword: z.boolean(), version: z.number(), health })),
  webhooks: z.array(webhook),
  /** True when webhooks may reach private networks (WEBHOOK_PRIVATE_NETWORKS). */
  privateNetworks: z.boolean(),
})
export type Channels = z.infer<typeof channels>

export const readChannels = endpoint({
  method: 'GET',
  path: '/api/notification-channels',
  access: 'settings.manage',
  answer: channels,
})

/**
 * Sets the mail server. Without `password`, the saved one stays as long as host, port and user do. Refused as `edit-conflict` when
 * the server has changed since `version`, 0 for none. Audited.
 */
export const setMailServer = endpoint({
  method: 'PUT',
  path: '/api/notification-channels/mail',
  access: 'settings.manage',
  freshSignIn: true,
  problems: ['edit-conflict'],
  body: z.object({
    ...mailServer,
    version: z.optional(z.number()),
    password: z.optional(z.string().check(z.minLength(1), z.maxLength(1_024))),
  }),
  answer: channels,
})

export const removeMailServer = endpoint({
  method: 'DELETE',
  path: '/api/notification-channels/mail',
  access: 'settings.manage',
  answer: channels,
})

/** Sends a mail to the caller's own address. */
export const testMail = endpoint({
  method: 'POST',
  path: '/api/notification-channels/mail/test',
  access: 'settings.manage',
  problems: ['not-found'],
  answer: attempt,
})

const webhookUrl = z
  .string()
  .check(
    z.maxLength(2_000),
    z.regex(/^https?:\/\/[^\s/@]+(?:\/\S*)?$/, 'give an address that begins with https://'),
  )
const newWebhook = { url: webhookUrl, kinds: z.array(kind).check(z.minLength(1, 'choose what to send')) }
const byId = z.object({ id: uuid })
export const maxWebhooks = 20

/** Adds a webhook. `secret` verifies its messages, and is answered only here. Audited. */
export const addWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks',
  access: 'settings.manage',
  freshSignIn: true,
  body: z.object(newWebhook),
  answer: z.object({ webhook, secret: z.string() }),
})

/** Changes what a webhook gets, or turns it on or off. Refused as `edit-conflict` when a user has changed it since `version`. Audited. */
export const changeWebhook = endpoint({
  method: 'PATCH',
  path: '/api/webhooks/:id',
  access: 'settings.manage',
  problems: ['edit-conflict'],
  params: byId,
  body: z.object({
    kinds: z.optional(newWebhook.kinds),
    on: z.optional(z.boolean()),
    version: z.optional(z.number()),
  }),
  answer: webhook,
})

export const removeWebhook = endpoint({
  method: 'DELETE',
  path: '/api/webhooks/:id',
  access: 'settings.manage',
  params: byId,
  answer: nothing,
})

/** Sends the message `test` at once, and does not repeat it. */
export const testWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks/:id/test',
  access: 'settings.manage',
  params: byId,
  answer: attempt,
})

/** `dropped`: what it was to say was no longer true when it was to be sent. */
export const deliveryStates = ['waiting', 'delivered', 'failed', 'dropped'] as const

const delivery = z.object({
  id: z.string(),
  event: notificationEvent,
  at: z.number(),
  state: z.enum(deliveryStates),
  attempts: z.number(),
  nextAt: z.nullable(z.number()),
  triedAt: z.nullable(z.number()),
  ...attempt.shape,
})
export type Delivery = z.infer<typeof delivery>

/** The latest messages of a webhook, newest first. */
export const listDeliveries = endpoint({
  method: 'GET',
  path: '/api/webhooks/:id/deliveries',
  access: 'settings.manage',
  params: byId,
  answer: z.object({ items: z.array(delivery) }),
})

/** The latest mails, newest first. */
export const listMails = endpoint({
  method: 'GET',
  path: '/api/notification-channels/mail/deliveries',
  access: 'settings.manage',
  answer: z.object({ items: z.array(z.object({ ...delivery.shape, to: z.nullable(z.string()) })) }),
})

import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { wholeNumber } from './page.ts'
import { uuid } from './text.ts'

/** Every recorded action. The list is closed, so that the page can name each action and filter by it. */
export const auditActions = [
  'access.refused',
  'account.add-api-token',
  'account.add-passkey',
  'account.begin-second-factor',
  'account.change-password',
  'account.end-other-sessions',
  'account.end-session',
  'account.off-second-factor',
  'account.on-second-factor',
  'account.remove-api-token',
  'account.remove-passkey',
  'account.rename',
  'account.rename-passkey',
  'account.renew-backup-codes',
  'agent.export',
  'agent.import',
  'agent.join',
  'agent.apart',
  'agent.change',
  'agent.remove',
  'agent.label',
  'reservation.expire',
  'reservation.export',
  'reservation.extend',
  'reservation.fulfill',
  'reservation.keep',
  'reservation.lose',
  'reservation.move',
  'reservation.release',
  'reservation.reserve',
  'request.ask',
  'request.assign',
  'request.export',
  'request.finish',
  'request.send',
  'request.settle',
  'request.withdraw',
  'audit.begin',
  'audit.export',
  'extension.create',
  'extension.export',
  'extension.label',
  'extension.reveal',
  // The earlier name of the numbers stays, because entries are chained by hash and never rewritten.
  'inventory.export',
  'job.create',
  'job.pause',
  'job.resume',
  'job.cancel',
  'job.retry',
  'job.recheck',
  'job.dismiss',
  'job.report',
  'job.credentials',
  'job.credentials.delete',
  'job.credentials.print',
  'job.item.create',
  'notification.mail',
  'notification.remove-mail',
  'pool.add',
  'pool.change',
  'pool.remove',
  'session.begin',
  'session.ask-code',
  'session.refused',
  'session.end',
  'session.step-up',
  'service.change',
  'service.check',
  'service.resume',
  'service.sandbox',
  'service-token.add',
  'service-token.remove',
  'settings.change',
  'team.change',
  'threshold.snooze',
  'threshold.change',
  'token.renew',
  'user.create',
  'user.disable',
  'user.enable',
  'user.end-sessions',
  'user.invite',
  'user.limit',
  'user.remove-second-factor',
  'user.require-second-factor',
  'user.reset-password',
  'user.role',
  'user.unlock',
  'user.waive-second-factor',
  'view.change',
  'view.remove',
  'view.save',
  'webhook.add',
  'webhook.change',
  'webhook.remove',
] as const
export type AuditAction = (typeof auditActions)[number]

/** Actions that readers look for together, as one choice of the filter. */
const auditActionGroups = {
  /** Who saw SIP passwords: on the screen, in a file or on paper. */
  passwords: ['extension.reveal', 'job.credentials', 'job.credentials.print'],
} as const satisfies Record<string, readonly AuditAction[]>
export const auditChoices = ['passwords', ...auditActions] as const
export type AuditChoice = (typeof auditChoices)[number]

/** Returns the actions of a choice: a group's, or the action itself. */
export const actionsOf = (choice: AuditChoice): readonly AuditAction[] =>
  choice === 'passwords' ? auditActionGroups[choice] : [choice]

/** Actions on an extension number. */
export const numberActions: readonly AuditAction[] = [
  'extension.create',
  'extension.label',
  'extension.reveal',
  'job.item.create',
  'request.ask',
  'request.assign',
  'request.finish',
  'request.send',
  'request.settle',
  'request.withdraw',
  'reservation.expire',
  'reservation.extend',
  'reservation.fulfill',
  'reservation.keep',
  'reservation.lose',
  'reservation.move',
  'reservation.release',
  'reservation.reserve',
]

/** What happened, as data, by names that the action has. A change is `{ before, after }`. */
export const auditValues = z.record(z.string(), z.unknown())
export type Values = Readonly<z.infer<typeof auditValues>>

/** An action: the entry of its outcome, or of its intent while there is no outcome. */
export const auditEvent = z.object({
  id: z.string(),
  /** Epoch milliseconds. */
  at: z.number(),
  /** The actor: a local account by its e-mail; a provider's user with the provider's host and user id in parentheses. */
  actor: z.string(),
  /** The user's id; `-` before a successful sign-in, `console` and `command-line` for actors that are not users. */
  actorId: z.string(),
  role: z.nullable(z.string()),
  /** A fingerprint that distinguishes sessions. */
  session: z.nullable(z.string()),
  address: z.nullable(z.string()),
  action: z.string(),
  object: z.string(),
  phase: z.enum(['intent', 'outcome']),
  /** What the action was about and what it changed; empty in entries of earlier versions. */
  values: auditValues,
  /** The reason that the user gave. */
  reason: z.nullable(z.string()),
  result: z.nullable(z.string()),
  /** The id of the request or job that caused the event. */
  requestId: z.nullable(z.string()),
  /** When the intent was written, epoch milliseconds; null for an event without one in the day before its outcome. */
  begunAt: z.nullable(z.number()),
})
export type AuditEvent = z.infer<typeof auditEvent>

const searched = z.string().check(z.minLength(1), z.maxLength(512), z.regex(/^[^\p{Cc}]*$/u))
const time = wholeNumber(0, 8_640_000_000_000_000)
const cursor = z.string().check(z.regex(/^\d{1,16}\.[0-9a-f-]{36}$/))

/** Matches whole values. `from` and `to` are epoch milliseconds; `to` is excluded. */
export const auditFilter = {
  /**
   * A user's id or name. A name matches every user who has or had it. When no user matches, it matches the strangers who typed
   * it at sign-in; the typed text is also the object of their entries.
   */
  actor: z.optional(searched),
  action: z.optional(z.enum(auditChoices)),
  object: z.optional(searched),
  requestId: z.optional(uuid),
  from: z.optional(time),
  to: z.optional(time),
}

/**
 * Newest first, paged by keyset: `before` and `after` take a page's `older` and `newer`, which are null at the ends. A page
 * that reaches the newest event is the first page.
 */
export const listAudit = endpoint({
  method: 'GET',
  path: '/api/audit',
  access: 'audit.read',
  query: z.object({
    ...auditFilter,
    before: z.optional(cursor),
    after: z.optional(cursor),
    pageSize: z._default(wholeNumber(1, 1000), 50),
    /** `0` leaves out the event of each row that a job creates; the job's own event stays. */
    jobRows: z.optional(z.literal('0')),
  }),
  answer: z.object({
    items: z.array(auditEvent),
    older: z.nullable(z.string()),
    newer: z.nullable(z.string()),
  }),
})

/** Recorded actors or objects that begin with `start`, at most ten. */
export const auditNames = endpoint({
  method: 'GET',
  path: '/api/audit/names',
  access: 'audit.read',
  query: z.object({
    of: z.enum(['actor', 'object']),
    start: z._default(z.union([searched, z.literal('')]), ''),
  }),
  answer: z.object({ items: z.array(z.string()) }),
})

/**
 * All events that the filter shows, newest first, for the file that the browser writes in its user's language. `timeZone` is the
 * console's. Refused for more than `maxExported` events. Audited.
 */
export const auditExport = z.object({
  timeZone: z.string(),
  items: z.array(auditEvent),
})
export const exportAudit = endpoint({
  method: 'GET',
  path: '/api/audit/export.json',
  access: 'audit.read',
  freshSignIn: true,
  query: z.object(auditFilter),
  answer: z.string(),
})
export const maxExported = 100_000

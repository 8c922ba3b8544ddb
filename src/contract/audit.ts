import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { wholeNumber } from './page.ts'
import { uuid } from './text.ts'

/** What is recorded; closed, so that the page can name each and filter by it. */
export const auditActions = [
  'access.refused',
  'agent.export',
  'agent.import',
  'agent.label',
  'reservation.export',
  'reservation.release',
  'reservation.reserve',
  'reservation.settle',
  'request.ask',
  'request.change',
  'request.export',
  'request.settle',
  'audit.begin',
  'audit.export',
  'code.name',
  'extension.create',
  'extension.export',
  'extension.label',
  'extension.reveal',
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
  'job.item.create',
  'pool.add',
  'pool.change',
  'pool.remove',
  'session.begin',
  'session.refused',
  'session.end',
  'session.step-up',
  'settings.change',
  'threshold.acknowledge',
  'threshold.change',
  'token.renew',
  'user.change',
  'view.change',
  'view.remove',
  'view.save',
] as const
export type AuditAction = (typeof auditActions)[number]

/** Actions whose object is an extension number. */
export const numberActions: readonly AuditAction[] = [
  'extension.create',
  'extension.label',
  'extension.reveal',
  'job.item.create',
  'request.ask',
  'request.change',
  'request.settle',
  'reservation.release',
  'reservation.reserve',
  'reservation.settle',
]

export const auditEntry = z.object({
  id: z.string(),
  /** Epoch milliseconds. */
  at: z.number(),
  /** Who: a local account by its e-mail, a provider's person with the provider's host and an id of theirs in parentheses. */
  actor: z.string(),
  /** The user's id; `-` for those whose sign-in has not succeeded, `console` and `command-line` for what is no user. */
  actorId: z.string(),
  role: z.nullable(z.string()),
  /** A fingerprint that tells sessions apart. */
  session: z.nullable(z.string()),
  address: z.nullable(z.string()),
  action: z.string(),
  object: z.string(),
  phase: z.enum(['intent', 'outcome']),
  reason: z.nullable(z.string()),
  result: z.nullable(z.string()),
  /** The request that brought it about, or the job. */
  requestId: z.nullable(z.string()),
  /** The other half of the event: an intent's outcome, and an outcome's intent when both are on the page. */
  pair: z.nullable(z.string()),
})
export type AuditEntry = z.infer<typeof auditEntry>

const searched = z.string().check(z.minLength(1), z.maxLength(512), z.regex(/^[^\p{Cc}]*$/u))
const time = wholeNumber(0, 8_640_000_000_000_000)
const place = z.string().check(z.regex(/^\d{1,16}\.[0-9a-f-]{36}$/))

/** Whole values; `from` and `to` in epoch milliseconds, `to` excluded. */
export const auditFilter = {
  /**
   * A user's id, or a name: that of the users who have or had it. Only where no user does, it's the strangers who typed it; what
   * they typed is the object of their entries as well.
   */
  actor: z.optional(searched),
  action: z.optional(z.enum(auditActions)),
  object: z.optional(searched),
  requestId: z.optional(uuid),
  from: z.optional(time),
  to: z.optional(time),
}

/**
 * Newest first, by keyset: `before` and `after` are the `older` and `newer` of a page, null where there is no more. A page
 * that reaches the newest entry is the first one.
 */
export const listAudit = endpoint({
  method: 'GET',
  path: '/api/audit',
  access: 'audit.read',
  query: z.object({
    ...auditFilter,
    before: z.optional(place),
    after: z.optional(place),
    pageSize: z._default(wholeNumber(1, 1000), 50),
    /** `0`: without each row that a job creates; the job itself is an entry. */
    jobRows: z.optional(z.literal('0')),
  }),
  answer: z.object({
    items: z.array(auditEntry),
    /** Of intents among `items`, where they stand on another page or outside the filter. */
    outcomes: z.array(auditEntry),
    older: z.nullable(z.string()),
    newer: z.nullable(z.string()),
  }),
})

/** Actors or objects on record that begin with `start`, at most ten. */
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

/** Exactly the entries that the filter shows, newest first. Refused for more than `mostExported`. Itself on record. */
export const exportAudit = endpoint({
  method: 'GET',
  path: '/api/audit/export.csv',
  access: 'audit.read',
  freshSignIn: true,
  query: z.object(auditFilter),
  answer: z.string(),
})
export const mostExported = 100_000

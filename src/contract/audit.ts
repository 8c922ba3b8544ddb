import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** What is recorded; closed, so that the page can name each and filter by it. */
export const auditActions = [
  'audit.begin',
  'audit.export',
  'extension.create',
  'extension.reveal',
  'job.create',
  'job.pause',
  'job.resume',
  'job.cancel',
  'job.retry',
  'job.recheck',
  'job.report',
  'job.credentials',
  'job.item.create',
  'session.begin',
  'session.refused',
  'session.end',
  'settings.change',
  'token.renew',
  'user.change',
] as const
export type AuditAction = (typeof auditActions)[number]

export const auditEntry = z.object({
  id: z.string(),
  /** Epoch milliseconds. */
  at: z.number(),
  actor: z.string(),
  role: z.nullable(z.string()),
  /** A fingerprint that tells sessions apart. */
  session: z.nullable(z.string()),
  address: z.nullable(z.string()),
  action: z.string(),
  object: z.string(),
  phase: z.enum(['intent', 'outcome']),
  reason: z.nullable(z.string()),
  result: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
})
export type AuditEntry = z.infer<typeof auditEntry>

const searched = z.string().check(z.minLength(1), z.maxLength(128), z.regex(/^[^\p{Cc}]*$/u))
const time = z.coerce.number().check(z.int(), z.gte(0), z.lte(8_640_000_000_000_000))

/** `actor` and `object` by their beginning; `from` and `to` in epoch milliseconds, `to` excluded. */
export const auditFilter = {
  actor: z.optional(searched),
  action: z.optional(z.enum(auditActions)),
  object: z.optional(searched),
  from: z.optional(time),
  to: z.optional(time),
}

/** Newest first, by keyset: `before` is the `next` of the page above; null when there is no more. */
export const listAudit = endpoint({
  method: 'GET',
  path: '/api/audit',
  access: 'audit.read',
  query: z.object({
    ...auditFilter,
    before: z.optional(z.string().check(z.regex(/^\d{1,16}\.[0-9a-f-]{36}$/))),
    pageSize: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1000)), 50),
  }),
  answer: z.object({ items: z.array(auditEntry), next: z.nullable(z.string()) }),
})

/** Exactly what the filter shows, oldest entries last, at most 100,000 of them. Itself on record. */
export const exportAudit = endpoint({
  method: 'GET',
  path: '/api/audit/export.csv',
  access: 'audit.read',
  query: z.object(auditFilter),
  answer: z.string(),
})

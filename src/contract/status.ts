import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { operationIds } from './operation-ids.ts'
import { problemCodes } from './problem.ts'

/** Times are epoch milliseconds. */
export const status = z.object({
  service: z.object({
    sandbox: z.boolean(),
    /** Scheme, host and path prefix; never a query. */
    url: z.string(),
    extensionsUrl: z.string(),
    /** The profile's name, and its way of authenticating the extension operations. */
    profile: z.string(),
    auth: z.enum(['v5', 'company', 'fixed', 'none']),
    companyId: z.nullable(z.string()),
    appId: z.string(),
  }),
  /** One entry per credential: the v5 token, and the company token when the auth mode needs it. Never includes the token itself. */
  tokens: z.array(
    z.object({
      kind: z.enum(['v5', 'company']),
      state: z.enum(['none', 'valid', 'renewing', 'contention', 'cooldown']),
      issuedAt: z.nullable(z.number()),
      expiresAt: z.nullable(z.number()),
      /** How many times this store has renewed the token; also its generation number. */
      generation: z.number(),
      cooldownUntil: z.nullable(z.number()),
      lastError: z.nullable(z.string()),
      /** During contention (another system uses the same app id): when young tokens were refused in the last hour. */
      contentionAt: z.array(z.number()),
    }),
  ),
  /** While a family is not `closed`, its calls fail at once; a single read at `probeAt` tries again. State of this process. */
  breakers: z.array(
    z.object({
      family: z.enum(['v5', 'extensions']),
      state: z.enum(['closed', 'open', 'half-open']),
      openSince: z.nullable(z.number()),
      probeAt: z.nullable(z.number()),
    }),
  ),
  /** One entry per operation of docs/upstream-api.md, in that order, counted since this process started. */
  operations: z.array(
    z.object({
      operation: z.enum(operationIds),
      calls: z.number(),
      failures: z.number(),
      lastSuccessAt: z.nullable(z.number()),
      lastLatencyMs: z.nullable(z.number()),
      lastError: z.nullable(
        z.object({
          at: z.number(),
          code: z.enum(problemCodes),
          upstreamCode: z.nullable(z.string()),
          message: z.nullable(z.string()),
        }),
      ),
      /** Names and counts of received fields that are missing from the specification. */
      unknownFields: z.array(z.object({ field: z.string(), count: z.number() })),
    }),
  ),
  now: z.number(),
})
export type Status = z.infer<typeof status>

export const readStatus = endpoint({
  method: 'GET',
  path: '/api/status',
  access: 'status.read',
  answer: status,
})

/** Runs operation 1 on demand. Returns the status after the renewal. */
export const renewToken = endpoint({
  method: 'POST',
  path: '/api/status/token/renew',
  access: 'token.renew',
  answer: status,
})

/** Whether the service answers this process. While a page asks, the service is called at least once a minute. */
export const readAnswering = endpoint({
  method: 'GET',
  path: '/api/status/answering',
  access: 'extension.read',
  answer: z.object({
    /** When the service first failed to answer, with no answer since; null while it answers. */
    noAnswerSince: z.nullable(z.number()),
    /** Since when the idle list arrives in another shape than the profile says; null while it can be read. */
    otherAnswersSince: z.nullable(z.number()),
    /** When the idle list was last read as a whole; null before the first time. */
    listsReadAt: z.nullable(z.number()),
  }),
})

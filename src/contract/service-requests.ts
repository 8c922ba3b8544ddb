import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { page, pageQuery } from './page.ts'
import { problemCodes } from './problem.ts'
import { agentName, agentUuid, ext, typedLine, uuid } from './text.ts'

/** Changes that the API cannot make, and that the console asks for: of the people who work at the service. */
export const requestKinds = ['unbind', 'rebind', 'delete', 'new-password'] as const
export type RequestKind = (typeof requestKinds)[number]
/** Kinds whose result the service shows: the number free, bound to the agent, or unknown. A new password shows nowhere. */
export const observableKinds = ['unbind', 'rebind', 'delete'] as const satisfies readonly RequestKind[]

/** `sent`: handed to the service's people; `done`: by what the service shows, or ticked off by a user. */
export const requestStates = ['open', 'sent', 'done', 'withdrawn'] as const
export type RequestState = (typeof requestStates)[number]
/** States in which a request is not closed. */
export const pendingStates = ['open', 'sent'] as const satisfies readonly RequestState[]

const text = z.nullable(z.string())

/** Times are epoch milliseconds. */
export const serviceRequest = z.object({
  id: z.string(),
  kind: z.enum(requestKinds),
  ext: z.string(),
  /** The agent of the number when it was requested, as the inventory last saw it. */
  boundTo: z.nullable(z.object({ agentUuid: z.string(), agentName: text })),
  /** For `rebind`: the agent to bind the number to. */
  rebindTo: z.nullable(z.object({ agentUuid: z.string(), agentName: text })),
  reason: z.string(),
  dueAt: z.nullable(z.number()),
  state: z.enum(requestStates),
  by: z.object({ id: z.string(), name: z.string() }),
  askedAt: z.number(),
  sentAt: z.nullable(z.number()),
  sentBy: text,
  closedAt: z.nullable(z.number()),
  /** Who closed it; null where the service showed the change. */
  closedBy: text,
  /** Said when it was closed. */
  note: text,
})
export type ServiceRequest = z.infer<typeof serviceRequest>

const userId = z.string().check(z.regex(/^[\w-]{1,64}$/))
const time = z.number().check(z.int(), z.gte(0), z.lte(8_640_000_000_000_000))

export const requestFilter = {
  /** `pending`: open or sent. */
  state: z.optional(z.enum(['pending', ...requestStates])),
  kind: z.optional(z.enum(requestKinds)),
  /** A user's id. */
  by: z.optional(userId),
  ext: z.optional(ext),
  /** Bound to the number then, or to be bound to it. */
  agentUuid: z.optional(agentUuid),
  /** `1`: not closed, and past the due date. */
  overdue: z.optional(z.literal('1')),
}
export const requestSorts = ['asked', 'due', 'ext'] as const
export type RequestSort = (typeof requestSorts)[number]

/** `people`: all who have ever requested anything. Requests without a due date come last, in the other direction first. */
export const listServiceRequests = endpoint({
  method: 'GET',
  path: '/api/service-requests',
  access: 'extension.read',
  query: z.object({
    ...pageQuery,
    ...requestFilter,
    sort: z._default(z.enum(requestSorts), 'asked'),
    order: z._default(z.enum(['asc', 'desc']), 'desc'),
  }),
  answer: z.object({
    ...page(serviceRequest).shape,
    people: z.array(z.object({ id: z.string(), name: z.string() })),
    now: z.number(),
  }),
})

/** Exactly what the filter shows, newest first, for the people who work at the service. Audited. */
export const exportServiceRequests = endpoint({
  method: 'GET',
  path: '/api/service-requests/export.csv',
  access: 'request.manage',
  query: z.object(requestFilter),
  answer: z.string(),
})
export const mostExportedRequests = 20_000

const mostCharacters = 200
export const requestReason = typedLine(mostCharacters).check(z.minLength(1, 'say why'))

/** Most numbers of one call. */
export const mostRequests = 1_000
/** Most requests of one user that are not closed: each is looked up at the service. */
export const mostPending = 5_000

const newItem = z.object({
  ext,
  /** The directory's name of the agent comes before this one. */
  rebindTo: z.optional(z.object({ agentUuid, agentName: z._default(z.nullable(agentName), null) })),
})

/** Names the agent of each number exactly where the kind has one. */
const withAgents = ({
  value: { kind, items },
  issues,
}: {
  value: { kind: RequestKind; items: { rebindTo?: unknown }[] }
  issues: z.core.$ZodRawIssue[]
}): void => {
  const isRebind = kind === 'rebind'
  for (const [index, { rebindTo }] of items.entries())
    if ((rebindTo !== undefined) !== isRebind)
      issues.push({
        code: 'custom',
        path: ['items', index, 'rebindTo'],
        message: isRebind ? 'name the agent to bind the number to' : 'leave out the agent',
        input: rebindTo,
      })
}

/**
 * Outcome of one number. `code` null: recorded, as `request`; `request-exists`: `request` is the one that is not closed;
 * `request-fulfilled`: the service shows the change already; `request-too-many`: the user has `mostPending` that are not closed.
 */
const outcome = z.object({
  ext: z.string(),
  code: z.nullable(z.enum(problemCodes)),
  request: z.nullable(serviceRequest),
})
export type RequestOutcome = z.infer<typeof outcome>

/** Requests a change of numbers, each on its own: some may be refused. A refusal of a single number is the answer's problem. */
export const askService = endpoint({
  method: 'POST',
  path: '/api/service-requests',
  access: 'request.manage',
  largestBody: 600_000,
  body: z
    .object({
      kind: z.enum(requestKinds),
      reason: requestReason,
      dueAt: z._default(z.nullable(time), null),
      items: z.array(newItem).check(z.minLength(1), z.maxLength(mostRequests)),
    })
    .check(withAgents),
  answer: z.object({ items: z.array(outcome) }),
})

export const requestChanges = ['sent', 'done', 'withdrawn'] as const
export type RequestChange = (typeof requestChanges)[number]

/** Marks requests as sent, ticks them off or withdraws them, which needs a note. Closed ones are refused as `request-ended`. */
export const changeServiceRequests = endpoint({
  method: 'PATCH',
  path: '/api/service-requests',
  access: 'request.manage',
  body: z
    .object({
      ids: z.array(uuid).check(z.minLength(1), z.maxLength(mostRequests)),
      state: z.enum(requestChanges),
      note: z._default(typedLine(mostCharacters), ''),
    })
    .check(
      z.refine(({ state, note }) => state !== 'withdrawn' || note !== '', {
        path: ['note'],
        message: 'say why',
      }),
    ),
  answer: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        code: z.nullable(z.enum(problemCodes)),
        request: z.nullable(serviceRequest),
      }),
    ),
  }),
})

import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ownFilter, page, pageQuery } from './page.ts'
import { problemCodes, serviceProblems } from './problem.ts'
import {
  agentName,
  agentUuid,
  eachNumberOnce,
  ext,
  maxReasonLength,
  typedLine,
  userId,
  uuid,
} from './text.ts'

/** Changes that the API cannot make. The console requests them from the people who work at the service. */
export const requestKinds = ['unbind', 'rebind', 'swap', 'delete', 'new-password'] as const
export type RequestKind = (typeof requestKinds)[number]
/**
 * Kinds with a result that the service shows: the number is free, bound to the agent, each of two numbers bound to the other's agent, or
 * unknown. A new password is never visible.
 */
export const observableKinds = [
  'unbind',
  'rebind',
  'swap',
  'delete',
] as const satisfies readonly RequestKind[]

/** `sent`: handed to the service's people; `done`: shown by the service, or ticked off by a user. */
export const requestStates = ['open', 'sent', 'done', 'withdrawn'] as const
export type RequestState = (typeof requestStates)[number]
/** States of a request that is not closed. */
export const pendingStates = ['open', 'sent'] as const satisfies readonly RequestState[]

const text = z.nullable(z.string())

const person = z.object({ id: z.string(), name: z.string() })
/** `workNumber` and `department`: as the directory knows them now. */
const agent = z.object({ agentUuid: z.string(), agentName: text, workNumber: text, department: text })

/** Times are epoch milliseconds; `dueOn` is a calendar date, such as `2026-12-05`, in no zone. */
const serviceRequest = z.object({
  id: z.string(),
  kind: z.enum(requestKinds),
  ext: z.string(),
  /** For `swap`: the other number. */
  swapWith: text,
  /** The number's agent at the time of the request, as the console last saw it. */
  boundTo: z.nullable(agent),
  /** For `rebind` and `swap`: the agent to bind the number to; for `swap`, the agent of the other number. */
  rebindTo: z.nullable(agent),
  reason: z.string(),
  dueOn: z.nullable(z.string()),
  state: z.enum(requestStates),
  /** The user who works on the request; null while it is with the administrators. */
  assignee: z.nullable(person),
  by: person,
  askedAt: z.number(),
  sentAt: z.nullable(z.number()),
  sentBy: text,
  closedAt: z.nullable(z.number()),
  /** The user who closed the request; null when the service showed the change. */
  closedBy: text,
  /** The note entered when the request was closed. */
  note: text,
})
export type ServiceRequest = z.infer<typeof serviceRequest>

/** `others`: the other pending requests for the same number. */
const listedRequest = z.extend(serviceRequest, { others: z.number() })
export type ListedRequest = z.infer<typeof listedRequest>

export const requestFilter = {
  /** `pending`: open or sent. */
  state: z.optional(z.enum(['pending', ...requestStates])),
  kind: z.optional(z.enum(requestKinds)),
  /** A user's id. */
  by: z.optional(userId),
  /** The id of the user whom the request is assigned to. */
  assignee: z.optional(userId),
  /** Of a swap, either number. */
  ext: z.optional(ext),
  /** The agent bound to the number at the time of the request, or the agent to bind it to. */
  agentUuid: z.optional(agentUuid),
  /** `1`: not closed, and the due date has passed in the console's time zone. */
  overdue: z.optional(z.literal('1')),
  ...ownFilter,
}
/** `state` sorts in the order of `requestStates`, then by the soonest due date and the latest request. */
export const requestSorts = ['asked', 'due', 'ext', 'state'] as const
export type RequestSort = (typeof requestSorts)[number]

/**
 * `people` lists every user who has ever made a request. Sorted by due date, requests without a due date come last in ascending
 * order, first in descending order.
 */
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
    ...page(listedRequest).shape,
    people: z.array(person),
    /** The users who can be the assignee, sorted by name. */
    assignees: z.array(person),
    /** The date in the console's time zone: a due date before it has passed. */
    today: z.string(),
  }),
})

/** What is open, and with whom. */
export const readRequestSummary = endpoint({
  method: 'GET',
  path: '/api/service-requests/summary',
  access: 'extension.read',
  answer: z.object({
    /** Requests that are open or sent. */
    pending: z.number(),
    /** Those that are overdue. */
    overdue: z.number(),
    /** Those that are assigned to the caller. */
    assigned: z.number(),
    /** Whom a request without an assignee is with, sorted by name. */
    administrators: z.array(person),
  }),
})

/** Exports exactly the rows that the filter shows, newest first, for the people who work at the service. Audited. */
export const exportServiceRequests = endpoint({
  method: 'GET',
  path: '/api/service-requests/export.csv',
  access: 'request.manage',
  query: z.object(requestFilter),
  answer: z.string(),
})
export const maxExportedRequests = 20_000

export const requestReason = typedLine(maxReasonLength).check(z.minLength(1, 'say why'))

/** Most numbers in one call. */
export const maxRequests = 1_000
/** Most pending requests of one user; each is looked up at the service. */
export const maxPending = 5_000

const newItem = z.object({
  ext,
  /** The agent's name in the directory takes precedence over this name. */
  rebindTo: z.optional(z.object({ agentUuid, agentName: z._default(z.nullable(agentName), null) })),
  /** For `swap`: the number that gets this number's agent, and whose agent gets this number. */
  swapWith: z.optional(ext),
})

/** What only one kind has beside its number. */
const ofKind = {
  rebindTo: { kind: 'rebind', missing: 'name the agent to bind the number to', extra: 'leave out the agent' },
  swapWith: { kind: 'swap', missing: 'name the other number', extra: 'leave out the other number' },
} as const

/** Requires an agent for each number of a `rebind` and a number for each of a `swap`, and forbids both for the other kinds. */
const withTheirOwn = ({
  value: { kind, items },
  issues,
}: {
  value: { kind: RequestKind; items: { rebindTo?: unknown; swapWith?: unknown }[] }
  issues: z.core.$ZodRawIssue[]
}): void => {
  for (const [index, item] of items.entries())
    for (const field of ['rebindTo', 'swapWith'] as const) {
      const { kind: only, missing, extra } = ofKind[field]
      if ((item[field] !== undefined) !== (kind === only))
        issues.push({
          code: 'custom',
          path: ['items', index, field],
          message: kind === only ? missing : extra,
          input: item[field],
        })
    }
}

/**
 * The outcome for one number. `code` null: recorded, see `request`; `request-exists`: `request` is the pending request;
 * `request-fulfilled`: the service shows the change already; `swap-unbound`: no agent is known to have one of the two numbers;
 * `request-too-many`: the user has `maxPending` pending requests.
 */
const outcome = z.object({
  ext: z.string(),
  code: z.nullable(z.enum(problemCodes)),
  request: z.nullable(serviceRequest),
  /** For how many days the number is now kept back; absent when it is not, or already was. */
  keptDays: z.optional(z.number()),
})
export type RequestOutcome = z.infer<typeof outcome>

/**
 * Requests a change of numbers. Each number succeeds or fails independently. With `keepBack`, numbers to unbind are also kept
 * back for the days of the setting, also those with a pending request.
 * A refused single number returns that refusal as the problem.
 */
export const createServiceRequests = endpoint({
  method: 'POST',
  path: '/api/service-requests',
  access: 'request.manage',
  largestBody: 600_000,
  problems: [
    'limited',
    'names-secret',
    'request-exists',
    'request-fulfilled',
    'request-too-many',
    'swap-unbound',
    // The numbers of a swap are looked up when the console has not read them yet.
    ...serviceProblems,
  ],
  body: z
    .object({
      kind: z.enum(requestKinds),
      reason: requestReason,
      dueOn: z._default(z.nullable(z.iso.date('give a date such as 2026-12-05')), null),
      items: z
        .array(newItem)
        .check(z.minLength(1), z.maxLength(maxRequests), eachNumberOnce('ext', 'swapWith')),
      keepBack: z._default(z.boolean(), false),
    })
    .check(
      withTheirOwn,
      z.refine(({ kind, keepBack }) => !keepBack || kind === 'unbind', {
        path: ['keepBack'],
        message: 'only numbers to unbind can be kept back',
      }),
    ),
  answer: z.object({ items: z.array(outcome) }),
})

const requestChanges = ['sent', 'done', 'withdrawn'] as const
export type RequestChange = (typeof requestChanges)[number]

const changedRequests = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      code: z.nullable(z.enum(problemCodes)),
      request: z.nullable(serviceRequest),
    }),
  ),
})

/** Marks requests as sent or done, or withdraws them; a withdrawal needs a note. Closed requests are refused as `request-ended`. */
export const changeServiceRequests = endpoint({
  method: 'PATCH',
  path: '/api/service-requests',
  access: 'request.manage',
  problems: ['limited', 'names-secret', 'not-found', 'request-ended'],
  body: z
    .object({
      ids: z.array(uuid).check(z.minLength(1), z.maxLength(maxRequests)),
      state: z.enum(requestChanges),
      note: z._default(typedLine(200), ''),
    })
    .check(
      z.refine(({ state, note }) => state !== 'withdrawn' || note !== '', {
        path: ['note'],
        message: 'say why',
      }),
    ),
  answer: changedRequests,
})

/**
 * Assigns requests to a user who may work on them, or with null back to the administrators. Closed requests are refused as
 * `request-ended`.
 */
export const assignServiceRequests = endpoint({
  method: 'PUT',
  path: '/api/service-requests/assignee',
  access: 'request.manage',
  problems: ['limited', 'not-found', 'request-ended'],
  body: z.object({
    ids: z.array(uuid).check(z.minLength(1), z.maxLength(maxRequests)),
    userId: z.nullable(userId),
  }),
  answer: changedRequests,
})

/** Most requests in one check; each is looked up at the service while the user waits. */
export const maxChecked = 20

/** Looks the numbers of requests up at the service, and closes the requests whose change it shows. Returns the requests. */
export const checkServiceRequests = endpoint({
  method: 'POST',
  path: '/api/service-requests/check',
  access: 'request.manage',
  problems: serviceProblems,
  body: z.object({ ids: z.array(uuid).check(z.minLength(1), z.maxLength(maxChecked)) }),
  answer: z.object({ items: z.array(serviceRequest) }),
})

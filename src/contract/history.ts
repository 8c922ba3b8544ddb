import * as z from 'zod/mini'
import { auditActions, auditValues } from './audit.ts'
import { endpoint } from './endpoint.ts'
import { itemStates } from './jobs.ts'
import { reservationStates } from './reservations.ts'
import { requestKinds } from './service-requests.ts'
import { wholeNumber } from './page.ts'
import { agentUuid, ext } from './text.ts'

const text = z.nullable(z.string())

/** A number's observed binding. `unknown`: bindStatus is missing or undocumented; `gone`: the service does not know the number. */
const bindingStates = ['free', 'bound', 'unknown', 'gone'] as const
export type BindingState = (typeof bindingStates)[number]

/**
 * `name` from the directory, else as shown at the time; `workNumber`, which distinguishes namesakes, when the directory has it.
 */
const agent = z.object({
  agentUuid: text,
  name: text,
  workNumber: z.optional(z.string()),
})
export type HistoryAgent = z.infer<typeof agent>
/** A user of the console; `id` is null when only the name was kept, and `console` for the console itself. */
const person = z.object({ id: text, name: z.string() })
export type HistoryPerson = z.infer<typeof person>

/** `settled`: the service showed the change. */
export const requestEvents = ['asked', 'sent', 'done', 'settled', 'withdrawn'] as const

const binding = z.object({ state: z.enum(bindingStates), agent: z.nullable(agent) })
export type Binding = z.infer<typeof binding>

/** Times are epoch milliseconds. */
const common = {
  /** The entry's unique position in the order, and the `before` of the page that follows it. */
  place: z.string(),
  at: z.number(),
  ext: z.string(),
}

const historyEntry = z.union([
  /** The service showed a different binding than before. */
  z.object({ kind: z.literal('binding'), ...common, before: binding, after: binding }),
  /** A new reservation, a change of it, or its end. */
  z.object({
    kind: z.literal('reservation'),
    ...common,
    state: z.enum([...reservationStates, 'extended', 'moved']),
    id: z.string(),
    /** Whom the number was reserved for then; when the reservation was moved, the person to whom. */
    agent,
    /** Null when the reservation expired or the service ended it. */
    by: z.nullable(person),
    /** Null while `agent` has not left a number kept back. */
    expiresAt: z.nullable(z.number()),
    reason: text,
    /** True for a number kept back after `agent` left. */
    keptBack: z.optional(z.boolean()),
    /** The agent with the number, once it is bound or taken. */
    holder: z.nullable(agent),
  }),
  /** A service request that was made, sent or closed. */
  z.object({
    kind: z.literal('request'),
    ...common,
    event: z.enum(requestEvents),
    id: z.string(),
    change: z.enum(requestKinds),
    /** The agent with the number at the time of the request. */
    agent: z.nullable(agent),
    rebindTo: z.nullable(agent),
    /** The other number of a swap, whose agent was `rebindTo`. */
    swapWith: text,
    /** Null when the service showed the change. */
    by: z.nullable(person),
    /** Why it was requested, or the note of the user who closed it. */
    reason: text,
    /** A calendar date; only of a request that was made. */
    dueOn: text,
  }),
  /** A job row that created the number, or tried to. */
  z.object({
    kind: z.literal('creation'),
    ...common,
    state: z.enum(itemStates),
    /** The problem code of a row that was not created. */
    code: text,
    job: z.object({ id: z.string(), name: z.string() }),
    by: person,
  }),
  /** Audited actions that no other kind shows: reveals and refused attempts. Only for users who may read the audit. */
  z.object({
    kind: z.literal('action'),
    ...common,
    action: z.enum(auditActions),
    /** Null when the action has no recorded outcome. */
    result: text,
    values: auditValues,
    /** The reason that the user gave. */
    reason: text,
    by: person,
  }),
])
export type HistoryEntry = z.infer<typeof historyEntry>

/** A period in one binding, as the console observed it. */
const bindingSpan = z.object({
  ext: z.string(),
  ...binding.shape,
  from: z.number(),
  /** Null while the binding lasts, as far as the console knows. */
  to: z.nullable(z.number()),
  /** The service's own time of the binding, when it is earlier than `from`. */
  boundAt: z.nullable(z.number()),
})
export type BindingSpan = z.infer<typeof bindingSpan>

const time = wholeNumber(0, 8_640_000_000_000_000)
const cursor = z.string().check(z.regex(/^\d{1,16}\.[\w-]{1,64}$/))
const query = z.object({
  /** Epoch milliseconds; `to` excluded. */
  from: z.optional(time),
  to: z.optional(time),
  /** Returns only changes of the binding. */
  only: z.optional(z.literal('bindings')),
  before: z.optional(cursor),
  pageSize: z._default(wholeNumber(1, 100), 20),
})

/** Most spans in one answer. */
export const maxSpans = 20
/** How long binding changes are kept, in milliseconds, and the most kept per service; the oldest are removed first. */
export const bindingRetentionMs = 2 * 365 * 24 * 3_600_000
export const maxBindingChanges = 1_000_000

const history = {
  /** Newest first. */
  items: z.array(historyEntry),
  /** The `before` of the next page; null on the last page. */
  older: text,
  /** Spans that overlap the requested period, newest first. A span begins at `boundAt` when the service gave it. */
  spans: z.array(bindingSpan),
  moreSpans: z.boolean(),
  /**
   * For a period before the records of a number: the agent's binding that they start with, unless the service's time of it is
   * known. It may have begun in the period or before.
   */
  firstKnown: z.nullable(bindingSpan),
  /** When the console first saw the number or the agent; null when it never did. */
  observedSince: z.nullable(z.number()),
}

/**
 * Everything known about a number: changes of its binding, reservations, service requests,
 * creations and, for users who may read the audit, other actions on it.
 */
export const extensionHistory = endpoint({
  method: 'GET',
  path: '/api/extensions/:ext/history',
  access: 'extension.read',
  params: z.object({ ext }),
  query,
  answer: z.object(history),
})

/** The history of the numbers bound to or reserved for an agent: changes of their bindings, reservations, and service requests. */
export const personHistory = endpoint({
  method: 'GET',
  path: '/api/people/:id/history',
  access: 'extension.read',
  params: z.object({ id: agentUuid }),
  query,
  answer: z.object(history),
})
export type HistoryQuery = z.input<typeof query>

import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { unavailableReasons } from './number-states.ts'
import { ownFilter, page, pageQuery } from './page.ts'
import { problemCodes } from './problem.ts'
import { requestKinds } from './service-requests.ts'
import {
  agentId,
  agentName,
  agentUuid,
  eachNumberOnce,
  ext,
  letterOrDigit,
  maxReasonLength,
  typedLine,
  userId,
  uuid,
} from './text.ts'

/**
 * A reservation exists only in the console, because the API has no bind operation. It is
 * `reserved` until the service shows the number bound to the agent (`bound`) or to another
 * agent (`taken`), until it expires (`expired`), or until a user releases it (`released`).
 */
export const reservationStates = ['reserved', 'bound', 'taken', 'expired', 'released'] as const
export type ReservationState = (typeof reservationStates)[number]

/** A reservation ends at most this long after it was made or extended, in ms. */
export const longestReservationMs = 62 * 24 * 3_600_000
/** The length of a reservation whose request names no end, in ms. */
export const usualReservationMs = 24 * 3_600_000
/** Most numbers that one user may reserve at a time, so that other users find free numbers. */
export const maxReserved = 200
/** Most pairs in one request; each number is read at the service first. */
export const maxPairs = 20

const holder = z.object({
  agentUuid: z.nullable(z.string()),
  agentName: z.nullable(z.string()),
  /** Epoch milliseconds; null when the service does not send it. */
  since: z.nullable(z.number()),
})

/**
 * What a number can be for. `resource`: a line, a room or a device, such as a fax. It has no account, so a number reserved for it comes
 * true with the account that the service binds it to.
 */
export const personKinds = ['person', 'resource'] as const
export type PersonKind = (typeof personKinds)[number]
export const noFirstDay = 'a line or room has no first day'

/** Times are epoch milliseconds. */
const reservation = z.object({
  id: z.string(),
  ext: z.string(),
  /** Null for a new colleague that the service has not shown yet, and for a number kept back. */
  agentUuid: z.nullable(z.string()),
  /** The new colleague's id in the directory at the time of the reservation; kept after the service shows the new colleague. */
  colleagueId: z.nullable(z.string()),
  /** As the directory has it now; so is the work number. */
  agentName: z.nullable(z.string()),
  workNumber: z.nullable(z.string()),
  department: z.nullable(z.string()),
  personKind: z.enum(personKinds),
  /** From the extension record at the time of the reservation. */
  domain: z.nullable(z.string()),
  langCodeTxt: z.nullable(z.string()),
  state: z.enum(reservationStates),
  by: z.object({ id: z.string(), name: z.string() }),
  reservedAt: z.number(),
  expiresAt: z.number(),
  /** When the service last showed the number. */
  checkedAt: z.number(),
  /** True when the service did not know the number at the last look-up. */
  missing: z.boolean(),
  /** The number's agent once it is bound or taken, bound while the new colleague's uuid is unknown or to a resource, or still bound while it is kept back. */
  holder: z.nullable(holder),
  endedAt: z.nullable(z.number()),
  /** The user who released it. */
  endedBy: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /**
   * Present for a number kept back after its agent left, and reserved for no one. `days`: how long, counted from the last
   * look-up that showed the number with that agent, who is then the `holder`.
   */
  keptBack: z.optional(
    z.object({ agentUuid: z.nullable(z.string()), agentName: z.nullable(z.string()), days: z.number() }),
  ),
})
export type Reservation = z.infer<typeof reservation>

export const reservationFilter = {
  /** An agent's uuid, or a new colleague's id. */
  agentUuid: z.optional(agentUuid),
  ext: z.optional(ext),
  state: z.optional(z.enum(reservationStates)),
  by: z.optional(userId),
  ...ownFilter,
}

/** `until`: the end of an open reservation, or when another one ended. `state` sorts in the order of `reservationStates`. */
export const reservationSorts = ['reserved', 'until', 'ext', 'state'] as const
export type ReservationSort = (typeof reservationSorts)[number]

/** `people` lists the users who have reserved numbers. */
export const listReservations = endpoint({
  method: 'GET',
  path: '/api/reservations',
  access: 'extension.read',
  query: z.object({
    ...pageQuery,
    ...reservationFilter,
    sort: z._default(z.enum(reservationSorts), 'reserved'),
    order: z._default(z.enum(['asc', 'desc']), 'desc'),
  }),
  answer: z.object({
    ...page(reservation).shape,
    people: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
})

/** More are left out of the open reservations, which every page reads. */
export const maxOpenReservations = 10_000

/** The reservations in state `reserved`, sorted by number. Marks reserved numbers wherever they are shown. */
export const openReservations = endpoint({
  method: 'GET',
  path: '/api/reservations/open',
  access: 'extension.read',
  answer: z.object({ items: z.array(reservation), now: z.number() }),
})

export const releaseReason = typedLine(maxReasonLength).check(z.minLength(1, 'say why'))
/** When a reservation ends, epoch milliseconds: in the future, at most `longestReservationMs` ahead. */
const until = z.number().check(z.int(), z.gte(0), z.lte(8_640_000_000_000_000))

/**
 * A person whom neither the service nor the roster has shown, or a resource. The reservation adds either to the directory as a new colleague. A
 * resource has no first day.
 */
export const newColleague = z
  .object({
    name: typedLine(200).check(z.minLength(1, 'give a name'), z.regex(letterOrDigit, 'give a name')),
    kind: z._default(z.enum(personKinds), 'person'),
    workNumber: z.optional(agentId),
    department: z.optional(typedLine(200).check(z.minLength(1))),
    startsOn: z.optional(z.iso.date('give a date such as 2026-12-05')),
  })
  .check(
    z.refine(({ kind, startsOn }) => kind === 'person' || startsOn === undefined, {
      path: ['startsOn'],
      message: noFirstDay,
    }),
  )

const person = {
  agentUuid: z.optional(agentUuid),
  colleagueId: z.optional(uuid),
  agentName: z._default(z.nullable(agentName), null),
}

/** A number for an agent, for a new colleague in the directory, or for one to add there. */
const pair = z.object({ ext, ...person, colleague: z.optional(newColleague) }).check(
  z.refine(
    (each) =>
      [each.agentUuid, each.colleagueId, each.colleague].filter((who) => who !== undefined).length === 1,
    {
      path: ['agentUuid'],
      message: 'give one of an agent uuid, the id of a new colleague, and a new colleague to add',
    },
  ),
)
export type Pair = z.input<typeof pair>

/** The outcome of one pair. `code` null: reserved, see `reservation`; `reservation-held`: `reservation` is the conflicting reservation; `agent-exists`: the directory has a person with the new colleague's work number. */
const pairOutcome = z.object({
  ext: z.string(),
  code: z.nullable(z.enum(problemCodes)),
  reservation: z.nullable(reservation),
  /** The agent that the service shows the number bound to (`extension-bound`) or in use by (`extension-unavailable`). */
  holder: z.nullable(holder),
  /** Why the number is not in the idle list (`extension-unavailable`), when its record tells. */
  reason: z.nullable(z.enum(unavailableReasons)),
  /** Reserved, although a request for the number is pending that is not to bind it to this person. `agent`: to whom it is to be bound. */
  request: z.nullable(
    z.object({
      kind: z.enum(requestKinds),
      agent: z.nullable(z.string()),
      by: z.string(),
      askedAt: z.number(),
    }),
  ),
})
export type PairOutcome = z.infer<typeof pairOutcome>

/**
 * Reserves free numbers for agents. Each pair succeeds or fails independently. Every number is read (operation 7) right before,
 * and looked up in the idle list (operation 8) when the console does not know it as listed.
 * Needs `Idempotency-Key`: the same key and body return the same reservations.
 */
export const reserve = endpoint({
  method: 'POST',
  path: '/api/reservations',
  access: 'extension.reserve',
  idempotencyKey: true,
  body: z.object({
    items: z.array(pair).check(z.minLength(1), z.maxLength(maxPairs), eachNumberOnce('ext')),
    /** `usualReservationMs` from now when left out. */
    until: z.optional(until),
  }),
  answer: z.object({ items: z.array(pairOutcome), now: z.number() }),
})

/**
 * Extends a reservation, or moves its number to another person. Who may do so, and the refusals, are those of `releaseReservation`.
 * A number kept back is refused as `extension-bound` while it is bound to the agent who leaves. A repeated request changes
 * nothing. Audited.
 */
export const changeReservation = endpoint({
  method: 'PATCH',
  path: '/api/reservations/:id',
  access: 'extension.reserve',
  problems: ['limited', 'agent-not-found', 'extension-bound', 'reservation-ended', 'reservation-of-another'],
  params: z.object({ id: uuid }),
  body: z.object({ until: z.optional(until), ...person }).check(
    z.refine((each) => each.agentUuid === undefined || each.colleagueId === undefined, {
      path: ['agentUuid'],
      message: 'give either an agent uuid or the id of a new colleague',
    }),
    z.refine(({ until: end, agentUuid: agent, colleagueId }) => (end ?? agent ?? colleagueId) !== undefined, {
      path: ['until'],
      message: 'give an end or a person',
    }),
  ),
  answer: reservation,
})

/**
 * Releases the user's own reservation; other users' reservations need `extension.release` and a reason. Refused as
 * `reservation-ended` once it is bound, taken or expired.
 */
export const releaseReservation = endpoint({
  method: 'DELETE',
  path: '/api/reservations/:id',
  access: 'extension.reserve',
  problems: ['names-secret', 'reservation-ended', 'reservation-of-another'],
  params: z.object({ id: uuid }),
  body: z.object({ reason: z.optional(releaseReason) }),
  answer: reservation,
})

/** Exports exactly the rows that the filter shows, newest first. Audited. */
export const exportReservations = endpoint({
  method: 'GET',
  path: '/api/reservations/export.csv',
  access: 'extension.reserve',
  query: z.object(reservationFilter),
  answer: z.string(),
})
export const maxExportedReservations = 20_000

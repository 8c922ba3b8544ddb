import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { page, pageQuery } from './page.ts'
import { problemCodes } from './problem.ts'
import { agentName, agentUuid, ext, typedLine, uuid } from './text.ts'

/**
 * A reservation is the console's own: the API has no bind. `reserved` until the service shows the number bound to the agent
 * (`bound`) or to another (`taken`), its time is over (`expired`), or a user releases it (`released`).
 */
export const reservationStates = ['reserved', 'bound', 'taken', 'expired', 'released'] as const
export type ReservationState = (typeof reservationStates)[number]

/** How long a reservation may be made for, hours. */
export const reservationHours = [1, 8, 24, 72, 168] as const
export const usualReservationHours = 24
/** Most numbers that one user may reserve at a time, so that others find some. */
export const mostReserved = 200
/** Pairs of one request; each is read at the service first. */
export const mostPairs = 20

const holder = z.object({
  agentUuid: z.nullable(z.string()),
  agentName: z.nullable(z.string()),
  /** Epoch milliseconds; null where the service does not send it. */
  since: z.nullable(z.number()),
})

/** Times are epoch milliseconds. */
export const reservation = z.object({
  id: z.string(),
  ext: z.string(),
  /** Null for a joiner whom the service has not shown yet. */
  agentUuid: z.nullable(z.string()),
  /** For a joiner, also once the service shows them: the directory's id when it was reserved. */
  joinerId: z.nullable(z.string()),
  /** As the person who reserved knew it; a joiner's as the directory had it. */
  agentName: z.nullable(z.string()),
  /** Of a joiner. */
  workNumber: z.nullable(z.string()),
  /** Of the extension record when it was reserved. */
  domain: z.nullable(z.string()),
  langCodeTxt: z.nullable(z.string()),
  state: z.enum(reservationStates),
  by: z.object({ id: z.string(), name: z.string() }),
  reservedAt: z.number(),
  expiresAt: z.number(),
  /** When the service last showed the number. */
  checkedAt: z.number(),
  /** The service did not know the number when it was last looked up. */
  missing: z.boolean(),
  /** The agent of the number once it is bound or taken, or bound while the joiner's uuid is not known. */
  holder: z.nullable(holder),
  endedAt: z.nullable(z.number()),
  /** Who released it. */
  endedBy: z.nullable(z.string()),
  reason: z.nullable(z.string()),
})
export type Reservation = z.infer<typeof reservation>

const userId = z.string().check(z.regex(/^[\w-]{1,64}$/))
export const reservationFilter = {
  /** An agent's uuid, or a joiner's id. */
  agentUuid: z.optional(agentUuid),
  ext: z.optional(ext),
  state: z.optional(z.enum(reservationStates)),
  by: z.optional(userId),
}

/** Newest first. `people`: all who have ever reserved. */
export const listReservations = endpoint({
  method: 'GET',
  path: '/api/reservations',
  access: 'extension.read',
  query: z.object({ ...pageQuery, ...reservationFilter }),
  answer: z.object({
    ...page(reservation).shape,
    people: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
})

/** All that are `reserved` now, in the order of their numbers: what marks a number wherever it appears. */
export const openReservations = endpoint({
  method: 'GET',
  path: '/api/reservations/open',
  access: 'extension.read',
  answer: z.object({ items: z.array(reservation), now: z.number() }),
})

export const releaseReason = typedLine(200).check(z.minLength(1, 'say why'))

/** A number for an agent, or for a joiner of the directory. */
const pair = z
  .object({
    ext,
    agentUuid: z.optional(agentUuid),
    joinerId: z.optional(uuid),
    agentName: z._default(z.nullable(agentName), null),
  })
  .check(
    z.refine((each) => (each.agentUuid === undefined) !== (each.joinerId === undefined), {
      path: ['agentUuid'],
      message: 'give either an agent uuid or the id of a joiner',
    }),
  )
export type Pair = z.input<typeof pair>

/** Outcome of one pair. `code` null: reserved, as `reservation`; `reservation-held`: `reservation` is the conflicting one. */
const pairOutcome = z.object({
  ext: z.string(),
  code: z.nullable(z.enum(problemCodes)),
  reservation: z.nullable(reservation),
  /** To whom the service shows the number bound (`extension-bound`). */
  holder: z.nullable(holder),
})
export type PairOutcome = z.infer<typeof pairOutcome>

/**
 * Reserves free numbers for agents, each on its own: some may fail. Every number is read (operation 7) right before. Needs
 * `Idempotency-Key`: the same key and body give the same reservations.
 */
export const reserve = endpoint({
  method: 'POST',
  path: '/api/reservations',
  access: 'extension.reserve',
  body: z.object({
    items: z.array(pair).check(z.minLength(1), z.maxLength(mostPairs)),
    hours: z._default(z.literal(reservationHours), usualReservationHours),
  }),
  answer: z.object({ items: z.array(pairOutcome), now: z.number() }),
})

/** One's own; others' with `extension.release`. Refused as `reservation-ended` once it is bound, taken or expired. */
export const releaseReservation = endpoint({
  method: 'DELETE',
  path: '/api/reservations/:id',
  access: 'extension.reserve',
  params: z.object({ id: uuid }),
  body: z.object({ reason: releaseReason }),
  answer: reservation,
})

/** Exactly what the filter shows, newest first. Audited. */
export const exportReservations = endpoint({
  method: 'GET',
  path: '/api/reservations/export.csv',
  access: 'extension.reserve',
  query: z.object(reservationFilter),
  answer: z.string(),
})
export const mostExportedReservations = 20_000

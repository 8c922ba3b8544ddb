import { pendingStates } from '#contract/service-requests.ts'
import type { NotificationKind } from '#contract/notification-kinds.ts'
import type { EventOf } from '#contract/notifications.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'

/** A message that is about to be sent. */
export interface Sending {
  db: Database['db']
  /** The store's time. */
  now: number
  delivery: Pick<Tables['delivery'], 'key' | 'user_id'>
  /** A condition that was not met for this long has ended, ms. */
  conditionMs: number
}

export type Events = { [Kind in NotificationKind]: EventOf<Kind> }
/** Returns the event with what still holds; null when nothing does. */
export type Check<Kind extends NotificationKind> = (
  event: Events[Kind],
  sending: Sending,
) => Promise<Events[Kind] | null>

type OfNumbers = EventOf<'request-opened' | 'request-assigned' | 'reservation-expiring'>

/** Returns the event with those of its items that are left, the latest first; messages of earlier versions name none. */
function leaving<Event extends OfNumbers>(event: Event, left: ReadonlySet<string>): Event | null {
  if (event.items.length === 0) return event
  const items = event.items.filter(({ id }) => left.has(id))
  const [latest] = items
  if (latest === undefined) return null
  return {
    ...event,
    items,
    ext: latest.ext,
    ...(latest.swapWith !== undefined && { swapWith: latest.swapWith }),
    count: event.count - (event.items.length - items.length),
  }
}

const idsOf = ({ items }: OfNumbers) => ['', ...items.map(({ id }) => id)]

/** A request that is still open; `assignee`: only as this user's. */
export async function pending<Event extends EventOf<'request-opened' | 'request-assigned'>>(
  event: Event,
  { db }: Sending,
  assignee: string | null,
): Promise<Event | null> {
  const rows = await db
    .selectFrom('service_request')
    .select('id')
    .where('id', 'in', idsOf(event))
    .where('state', 'in', pendingStates)
    .$if(assignee !== null, (query) => query.where('assignee_id', '=', assignee))
    .execute()
  return leaving(event, new Set(rows.map(({ id }) => id)))
}

/** A condition that was still met at the last comparison. */
export async function lasting<Event>(
  event: Event,
  { db, now, delivery, conditionMs }: Sending,
): Promise<Event | null> {
  const met = await db
    .selectFrom('condition')
    .selectAll()
    .where('seen', '>', now - conditionMs)
    .execute()
  return met.some(({ key, since }) => `${delivery.key} `.startsWith(`${key} ${since} `)) ? event : null
}

/** A job that is still paused. */
export const pausedJob: Check<'job-paused'> = async (event, { db }) => {
  const job = await db
    .selectFrom('job')
    .select('id')
    .where('id', '=', event.jobId)
    .where('ended_at', 'is', null)
    .where('desired_state', '=', 'pause')
    .executeTakeFirst()
  return job === undefined ? null : event
}

/** Passwords that still have this end. */
export const lastingPasswords: Check<'passwords-expiring'> = async (event, { db, now }) => {
  const job = await db
    .selectFrom('job')
    .select('secrets_until')
    .where('id', '=', event.jobId)
    .executeTakeFirst()
  return job?.secrets_until === event.until && event.until > now ? event : null
}

/** Reservations that still end then. */
export const openReservation: Check<'reservation-expiring'> = async (event, { db, now }) => {
  const rows = await db
    .selectFrom('reservation')
    .select(['id', 'expires_at'])
    .where('id', 'in', idsOf(event))
    .where('state', '=', 'reserved')
    .where('holder', 'is', null)
    .where('expires_at', '>', now)
    // One that was extended since has another end.
    .where('expires_at', '<=', event.until)
    .orderBy('expires_at')
    .execute()
  const left = leaving(event, new Set(rows.map(({ id }) => id)))
  if (left === null) return null
  return {
    ...left,
    agent: left.items[0]?.agent ?? left.agent,
    until: rows.at(-1)?.expires_at ?? left.until,
  }
}

/** A reservation for a new colleague whom a user has still to identify. */
export const openColleague: Check<'colleague-appeared'> = async (event, { db }) => {
  const row = await db
    .selectFrom('reservation')
    .innerJoin('person', 'person.id', 'reservation.joiner_id')
    .select('reservation.id')
    .where('reservation.id', '=', event.reservationId)
    .where('state', '=', 'reserved')
    .where('reservation.agent_uuid', 'is', null)
    .where('kind', '=', 'person')
    .executeTakeFirst()
  return row === undefined ? null : event
}

/** A token that still ends then. */
export const lastingToken: Check<'token-ending'> = async (event, { db, now }) => {
  const token = await db
    .selectFrom('api_token')
    .select('id')
    .where('name', '=', event.name)
    .where('expires_at', '=', event.until)
    .executeTakeFirst()
  return token !== undefined && event.until > now ? event : null
}

/** A webhook that is still off. */
export const stillOff: Check<'webhook-off'> = async (event, { db }) => {
  const webhook = await db
    .selectFrom('webhook')
    .select('id')
    .where('url', '=', event.url)
    .where('off_at', 'is not', null)
    .executeTakeFirst()
  return webhook === undefined ? null : event
}

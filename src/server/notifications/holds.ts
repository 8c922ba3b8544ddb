import { pendingStates } from '#contract/service-requests.ts'
import type { NotificationKind } from '#contract/notification-kinds.ts'
import type { EventOf, NotificationEvent } from '#contract/notifications.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import { conditionTimes, type ConditionTimes } from './store.ts'

/** A message that is about to be sent. */
interface Sending {
  db: Database['db']
  /** The store's time. */
  now: number
  delivery: Pick<Tables['delivery'], 'key' | 'user_id'>
  /** A condition that was not met for this long has ended, ms. */
  conditionMs: number
}

type Events = { [Kind in NotificationKind]: EventOf<Kind> }
/** Returns the event with what still holds; null when nothing does. */
type Check<Kind extends NotificationKind> = (
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
  return { ...event, items, ext: latest.ext, count: event.count - (event.items.length - items.length) }
}

const idsOf = ({ items }: OfNumbers) => ['', ...items.map(({ id }) => id)]

/** A request that is still open; `assignee`: only as this user's. */
async function pending<Event extends EventOf<'request-opened' | 'request-assigned'>>(
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
async function lasting<Event>(
  event: Event,
  { db, now, delivery, conditionMs }: Sending,
): Promise<Event | null> {
  const rows = await db.selectFrom('notification_scan').select('conditions').execute()
  const isMet = ([key, { since, seen }]: [string, ConditionTimes[string]]) =>
    seen > now - conditionMs && `${delivery.key} `.startsWith(`${key} ${since} `)
  return rows.some((row) => Object.entries(conditionTimes.parse(JSON.parse(row.conditions))).some(isMet))
    ? event
    : null
}

/** What must still hold when a message is sent, minutes or hours after its event. Null: it reports what has happened, which stays true. */
const checks: { readonly [Kind in NotificationKind]: Check<Kind> | null } = {
  'request-opened': (event, sending) => pending(event, sending, null),
  'request-assigned': (event, sending) => pending(event, sending, sending.delivery.user_id),
  'request-closed': null,
  'job-finished': null,
  'job-failed': null,
  'job-paused': async (event, { db }) => {
    const job = await db
      .selectFrom('job')
      .select('id')
      .where('id', '=', event.jobId)
      .where('ended_at', 'is', null)
      .where('desired_state', '=', 'pause')
      .executeTakeFirst()
    return job === undefined ? null : event
  },
  'passwords-expiring': async (event, { db, now }) => {
    const job = await db
      .selectFrom('job')
      .select('secrets_until')
      .where('id', '=', event.jobId)
      .executeTakeFirst()
    return job?.secrets_until === event.until && event.until > now ? event : null
  },
  'threshold-crossed': lasting,
  'runs-out': lasting,
  'reservation-expiring': async (event, { db, now }) => {
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
  },
  'reservation-expired': null,
  'reservation-taken': null,
  'reservation-fulfilled': null,
  'service-changed': null,
  'administrator-added': null,
  'second-factor-removed': null,
  'new-sign-in': null,
  'token-ending': async (event, { db, now }) => {
    const token = await db
      .selectFrom('api_token')
      .select('id')
      .where('name', '=', event.name)
      .where('expires_at', '=', event.until)
      .executeTakeFirst()
    return token !== undefined && event.until > now ? event : null
  },
  'webhook-off': async (event, { db }) => {
    const webhook = await db
      .selectFrom('webhook')
      .select('id')
      .where('url', '=', event.url)
      .where('off_at', 'is not', null)
      .executeTakeFirst()
    return webhook === undefined ? null : event
  },
  'mail-failing': lasting,
}

/** Returns the event with what still holds of it; null when nothing does. */
export const stillHolds = async <Kind extends NotificationKind>(
  event: Events[Kind] & { kind: Kind },
  sending: Sending,
): Promise<NotificationEvent | null> => {
  const check = checks[event.kind]
  return check === null ? event : check(event, sending)
}

import * as z from 'zod'
import { allows, type Permission, type Role } from '#contract/access.ts'
import { type NotificationKind, notificationKinds } from '#contract/notification-kinds.ts'
import { notificationChoice, type NotificationChoice } from '#contract/notification-preferences.ts'
import type { EventOf, NotificationEvent } from '#contract/notifications.ts'
import { pendingStates } from '#contract/service-requests.ts'
import { uiLanguage, type UiLanguage } from '#contract/text.ts'
import type { Notice } from '../audit/audit-store.ts'
import type { Recipient } from '../auth/recipients.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'

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
  const met = await db
    .selectFrom('condition')
    .selectAll()
    .where('seen', '>', now - conditionMs)
    .execute()
  return met.some(({ key, since }) => `${delivery.key} `.startsWith(`${key} ${since} `)) ? event : null
}

/** A job that is still paused. */
const pausedJob: Check<'job-paused'> = async (event, { db }) => {
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
const lastingPasswords: Check<'passwords-expiring'> = async (event, { db, now }) => {
  const job = await db
    .selectFrom('job')
    .select('secrets_until')
    .where('id', '=', event.jobId)
    .executeTakeFirst()
  return job?.secrets_until === event.until && event.until > now ? event : null
}

/** Reservations that still end then. */
const openReservation: Check<'reservation-expiring'> = async (event, { db, now }) => {
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
const openColleague: Check<'colleague-appeared'> = async (event, { db }) => {
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
const lastingToken: Check<'token-ending'> = async (event, { db, now }) => {
  const token = await db
    .selectFrom('api_token')
    .select('id')
    .where('name', '=', event.name)
    .where('expires_at', '=', event.until)
    .executeTakeFirst()
  return token !== undefined && event.until > now ? event : null
}

/** A webhook that is still off. */
const stillOff: Check<'webhook-off'> = async (event, { db }) => {
  const webhook = await db
    .selectFrom('webhook')
    .select('id')
    .where('url', '=', event.url)
    .where('off_at', 'is not', null)
    .executeTakeFirst()
  return webhook === undefined ? null : event
}

interface Meaning<Kind extends NotificationKind> {
  /** The permission of those whom it can concern in person; `anyone` for every user, null for no person. */
  person: Permission | 'anyone' | null
  /** The permission of those who are notified besides that person; null when there are none. */
  others: Permission | null
  /** Whether it also comes by mail, unless the user chooses otherwise. */
  mail: boolean
  /** About the security of accounts: cannot be turned off. */
  required?: true
  /** What must still hold when a message is sent, minutes or hours after its event. Without, it reports what has happened, which stays true. */
  holds?: Check<Kind>
}

/** Who is notified of what, and while what holds. */
const kinds: { readonly [Kind in NotificationKind]: Meaning<Kind> } = {
  'request-opened': {
    person: null,
    others: 'settings.manage',
    mail: true,
    holds: (event, sending) => pending(event, sending, null),
  },
  'request-assigned': {
    person: 'request.manage',
    others: null,
    mail: true,
    holds: (event, sending) => pending(event, sending, sending.delivery.user_id),
  },
  'request-closed': { person: 'request.manage', others: null, mail: false },
  'job-finished': { person: 'job.run', others: null, mail: false },
  'job-failed': { person: 'job.run', others: null, mail: true },
  'job-paused': { person: 'job.run', others: null, mail: true, holds: pausedJob },
  'passwords-expiring': { person: 'job.run', others: null, mail: true, holds: lastingPasswords },
  'threshold-crossed': { person: null, others: 'settings.manage', mail: true, holds: lasting },
  'runs-out': { person: null, others: 'settings.manage', mail: true, holds: lasting },
  'reservation-expiring': { person: 'extension.reserve', others: null, mail: true, holds: openReservation },
  'reservation-expired': { person: 'extension.reserve', others: null, mail: false },
  'reservation-taken': { person: 'extension.reserve', others: null, mail: true },
  'reservation-fulfilled': { person: 'extension.reserve', others: null, mail: false },
  'colleague-appeared': { person: 'extension.reserve', others: null, mail: true, holds: openColleague },
  'service-changed': { person: null, others: 'service.manage', mail: true },
  'administrator-added': { person: null, others: 'user.manage', mail: true, required: true },
  'second-factor-removed': { person: 'anyone', others: 'user.manage', mail: true, required: true },
  'new-sign-in': { person: 'anyone', others: null, mail: true, required: true },
  'token-ending': { person: 'anyone', others: 'user.manage', mail: true, holds: lastingToken },
  'webhook-off': { person: null, others: 'settings.manage', mail: true, holds: stillOff },
  'mail-failing': { person: null, others: 'settings.manage', mail: false, holds: lasting },
}

/** By kind, what a user chose; the rest is as usual. */
type Choices = Partial<Record<NotificationKind, NotificationChoice>>

export const isRequired = (kind: NotificationKind): boolean => kinds[kind].required === true

/** Returns how a user gets notifications of a kind. */
export const choiceOf = (kind: NotificationKind, choices: Choices | undefined): NotificationChoice =>
  isRequired(kind) ? { bell: true, mail: true } : (choices?.[kind] ?? { bell: true, mail: kinds[kind].mail })

/** Returns the kinds that a user with this role can get. */
export const kindsFor = (role: Role): NotificationKind[] =>
  notificationKinds.filter((kind) => {
    const { person, others } = kinds[kind]
    return (
      person === 'anyone' ||
      (person !== null && allows(role, person)) ||
      (others !== null && allows(role, others))
    )
  })

/** Returns the users whom it concerns; limited users, only in person. The user who caused it knows. */
export function recipientsOf<User extends Pick<Recipient, 'id' | 'role' | 'isLimited'>>(
  { event, person, causedBy }: Notice,
  users: readonly User[],
): User[] {
  const { others } = kinds[event.kind]
  return users.filter(
    ({ id, role, isLimited }) =>
      id !== causedBy && (id === person || (others !== null && !isLimited && allows(role, others))),
  )
}

/** Returns the event with what still holds of it; null when nothing does. */
export async function stillHolds<Kind extends NotificationKind>(
  event: Events[Kind] & { kind: Kind },
  sending: Sending,
): Promise<NotificationEvent | null> {
  const meaning: Meaning<Kind> = kinds[event.kind]
  return meaning.holds === undefined ? event : meaning.holds(event, sending)
}

const storedChoices = z.record(z.string(), z.unknown())

/** Leaves out kinds and choices that only a newer version knows. */
function choicesOf(json: string): Choices {
  const all = storedChoices.parse(JSON.parse(json))
  return Object.fromEntries(
    notificationKinds.flatMap((kind) => {
      const { data } = notificationChoice.safeParse(all[kind])
      return data === undefined ? [] : [[kind, data]]
    }),
  )
}

interface UserChoices {
  /** Null until the user has chosen. */
  language: UiLanguage | null
  choices: Choices
}
export const noChoices: UserChoices = { language: null, choices: {} }

/** Returns what all users chose to be notified of, by user ID. */
export async function readChoices({ db }: Pick<Database, 'db'>): Promise<Map<string, UserChoices>> {
  const rows = await db.selectFrom('notification_choice').selectAll().execute()
  return new Map(
    rows.map(({ user_id, language, choices }) => [
      user_id,
      { language: uiLanguage.safeParse(language).data ?? null, choices: choicesOf(choices) },
    ]),
  )
}

/** Saves these choices and keeps the stored ones of other kinds, which may be those of a newer version. */
export async function saveChoices(
  { db }: Pick<Database, 'db'>,
  userId: string,
  language: UiLanguage,
  choices: Choices,
): Promise<void> {
  const before = await db
    .selectFrom('notification_choice')
    .select('choices')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const all = { ...storedChoices.parse(JSON.parse(before?.choices ?? '{}')), ...choices }
  const row = { language, choices: JSON.stringify(all) }
  await db
    .insertInto('notification_choice')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
}

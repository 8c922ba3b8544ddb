import { allows, type Permission, type Role } from '#contract/access.ts'
import { type NotificationKind, notificationKinds } from '#contract/notification-kinds.ts'
import type { Recipient } from '../auth/recipients.ts'
import type { NotificationEvent } from '#contract/notifications.ts'
import type { Notice } from '../audit/audit-store.ts'
import {
  lastingPasswords,
  lasting,
  lastingToken,
  openColleague,
  openReservation,
  pausedJob,
  pending,
  stillOff,
  type Check,
  type Events,
  type Sending,
} from './holds.ts'

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

export type Choice = { bell: boolean; mail: boolean }
/** By kind, what a user chose; the rest is as usual. */
export type Choices = Partial<Record<NotificationKind, Choice>>

export const isRequired = (kind: NotificationKind): boolean => kinds[kind].required === true

/** Returns how a user gets notifications of a kind. */
export const choiceOf = (kind: NotificationKind, choices: Choices | undefined): Choice =>
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

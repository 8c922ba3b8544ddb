import { allows, type Permission, type Role } from '#contract/access.ts'
import { type NotificationKind, notificationKinds } from '#contract/notification-kinds.ts'
import type { Recipient } from '../auth/recipients.ts'
import type { Occurrence } from '../platform/occurrence.ts'

interface Audience {
  /** The permission of those whom it can concern in person; `anyone` for every user, null for no person. */
  person: Permission | 'anyone' | null
  /** The permission of those who are notified besides that person; null when there are none. */
  others: Permission | null
  /** Whether it also comes by mail, unless the user chooses otherwise. */
  mail: boolean
  /** About the security of accounts: cannot be turned off. */
  required?: true
}

/** Who is notified of what. */
const audiences: Readonly<Record<NotificationKind, Audience>> = {
  'request-opened': { person: null, others: 'settings.manage', mail: true },
  'request-assigned': { person: 'request.manage', others: null, mail: true },
  'request-closed': { person: 'request.manage', others: null, mail: false },
  'job-finished': { person: 'job.run', others: null, mail: false },
  'job-failed': { person: 'job.run', others: null, mail: true },
  'job-paused': { person: 'job.run', others: null, mail: true },
  'passwords-expiring': { person: 'job.run', others: null, mail: true },
  'threshold-crossed': { person: null, others: 'settings.manage', mail: true },
  'runs-out': { person: null, others: 'settings.manage', mail: true },
  'reservation-expiring': { person: 'extension.reserve', others: null, mail: true },
  'reservation-expired': { person: 'extension.reserve', others: null, mail: false },
  'reservation-taken': { person: 'extension.reserve', others: null, mail: true },
  'reservation-fulfilled': { person: 'extension.reserve', others: null, mail: false },
  'service-changed': { person: null, others: 'service.manage', mail: true },
  'administrator-added': { person: null, others: 'user.manage', mail: true, required: true },
  'second-factor-removed': { person: 'anyone', others: 'user.manage', mail: true, required: true },
  'new-sign-in': { person: 'anyone', others: null, mail: true, required: true },
  'token-ending': { person: 'anyone', others: 'user.manage', mail: true },
  'webhook-off': { person: null, others: 'settings.manage', mail: true },
  'mail-failing': { person: null, others: 'settings.manage', mail: false },
}

export type Choice = { bell: boolean; mail: boolean }
/** By kind, what a user chose; the rest is as usual. */
export type Choices = Partial<Record<NotificationKind, Choice>>

export const isRequired = (kind: NotificationKind): boolean => audiences[kind].required === true

/** Returns how a user gets notifications of a kind. */
export const choiceOf = (kind: NotificationKind, chosen: Choices | undefined): Choice =>
  isRequired(kind)
    ? { bell: true, mail: true }
    : (chosen?.[kind] ?? { bell: true, mail: audiences[kind].mail })

/** Returns the kinds that a user with this role can get. */
export const kindsFor = (role: Role): NotificationKind[] =>
  notificationKinds.filter((kind) => {
    const { person, others } = audiences[kind]
    return (
      person === 'anyone' ||
      (person !== null && allows(role, person)) ||
      (others !== null && allows(role, others))
    )
  })

/** Returns the users whom it concerns; limited users, only in person. The user who caused it knows. */
export function recipientsOf<User extends Pick<Recipient, 'id' | 'role' | 'isLimited'>>(
  { event, person, causedBy }: Occurrence,
  users: readonly User[],
): User[] {
  const { others } = audiences[event.kind]
  return users.filter(
    ({ id, role, isLimited }) =>
      id !== causedBy && (id === person || (others !== null && !isLimited && allows(role, others))),
  )
}

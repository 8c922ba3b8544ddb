import { allows, type Permission } from '#contract/access.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import type { Recipient } from '../auth/recipients.ts'
import type { Occurrence } from '../platform/occurrence.ts'

/** Who is notified besides the person whom it concerns: the users with this permission. */
const audiences: Readonly<Record<NotificationKind, Permission | null>> = {
  'request-opened': 'settings.manage',
  'request-closed': null,
  'job-finished': null,
  'job-failed': null,
  'job-paused': null,
  'passwords-expiring': null,
  'threshold-crossed': 'settings.manage',
  'runs-out': 'settings.manage',
  'reservation-expiring': null,
  'reservation-expired': null,
  'reservation-taken': null,
  'reservation-fulfilled': null,
  'service-changed': 'service.manage',
  'administrator-added': 'user.manage',
  'second-factor-removed': 'user.manage',
  'new-sign-in': null,
}

/** Returns the users to notify. The user who caused it knows. */
export function recipientsOf<User extends Pick<Recipient, 'id' | 'role'>>(
  { event, person, causedBy }: Occurrence,
  users: readonly User[],
): User[] {
  const permission = audiences[event.kind]
  return users.filter(
    ({ id, role }) => id !== causedBy && (id === person || (permission !== null && allows(role, permission))),
  )
}

import type { NotificationEvent } from '#contract/notifications.ts'

/** Something that users are notified of. */
export interface Told {
  /** A user is notified once of each key. Events with `items` join under one key. */
  key: string
  event: NotificationEvent
  /** True when it is about the console itself and not about the current service. */
  isOwn?: boolean
  /** The user whom it concerns: who made the request, the reservation or the job. Null when it concerns a role only. */
  person: string | null
  /** The user who caused it, who is not notified. */
  causedBy: string | null
}

const hourMs = 3_600_000
/** Returns a key for what happens in the hour of `at`: many events of one hour make one notification. */
export const ofHour = (group: string, at: number): string => `${group} ${Math.floor(at / hourMs) * hourMs}`

import { readRecipients } from '../auth/recipients.ts'
import type { Background } from '../platform/background.ts'
import type { Database } from '../platform/database/database.ts'
import type { Condition } from '../platform/occurrence.ts'
import type { Timings } from '../platform/timings.ts'
import { scan, type ScanDeps } from './scan.ts'
import { createNotificationStore } from './store.ts'

interface NotificationDeps extends Pick<ScanDeps, 'sources' | 'ownSources'> {
  /** The conditions that hold. */
  conditions: () => Promise<readonly Condition[]>
  database: Database
  account: string
  background: Pick<Background, 'every'>
  timings: Pick<Timings, 'notificationsEveryMs' | 'conditionsEveryMs'>
}

/** Notifications of users, from what the features' tables and the audit show. */
export function openNotifications({
  database,
  account,
  background,
  timings,
  conditions,
  ...sources
}: NotificationDeps) {
  const store = createNotificationStore(database, account)
  let comparedAt = -Infinity
  async function dueConditions(): Promise<readonly Condition[]> {
    if (performance.now() - comparedAt < timings.conditionsEveryMs) return []
    comparedAt = performance.now()
    return conditions()
  }
  background.every('notifications', timings.notificationsEveryMs, () =>
    scan({
      ...sources,
      conditions: dueConditions,
      store,
      account,
      recipients: () => readRecipients(database),
    }),
  )
  return { store }
}
export type NotificationParts = ReturnType<typeof openNotifications>

import type { Audit } from '../audit/audit-store.ts'
import { readRecipients } from '../auth/recipients.ts'
import type { Background } from '../platform/background.ts'
import type { Database } from '../platform/database/database.ts'
import type { Seal } from '../platform/database/encryption.ts'
import type { Condition, OccurrenceSource } from '../platform/occurrence.ts'
import type { Timings } from '../platform/timings.ts'
import { createChannels } from './channels.ts'
import { createChoices } from './choices.ts'
import { createDeliveries, type DeliveryDeps } from './deliveries.ts'
import { scan, type ScanDeps } from './scan.ts'
import { createNotificationStore } from './store.ts'
import { createWebhookSender } from './webhook.ts'

interface NotificationDeps
  extends Pick<ScanDeps, 'sources' | 'ownSources'>, Pick<DeliveryDeps, 'publicUrl' | 'times'> {
  database: Database
  account: string
  audit: Audit
  seal: Seal
  background: Pick<Background, 'every'>
  /** The conditions that hold. */
  conditions: () => Promise<readonly Condition[]>
  /** True when webhooks may reach private networks. */
  privateNetworks: boolean
  timings: Timings
}

/** Notifications of users, from what the features' tables and the audit show: in the console, by mail and by webhook. */
export function openNotifications(deps: NotificationDeps) {
  const { database, account, audit, background, timings, publicUrl, privateNetworks } = deps
  const store = createNotificationStore(database, account)
  const channels = createChannels(database, deps.seal)
  const choices = createChoices(database)
  const sender = createWebhookSender(privateNetworks, timings.deliveryMs)
  const recipients = () => readRecipients(database)
  const deliveries = createDeliveries({
    ...deps,
    channels,
    sender,
    recipients,
    languageOf: async (userId) => (await choices.all()).get(userId)?.language ?? 'en',
  })
  let comparedAt = -Infinity
  async function dueConditions(): Promise<readonly Condition[]> {
    if (performance.now() - comparedAt < timings.conditionsEveryMs) return []
    comparedAt = performance.now()
    return deps.conditions()
  }
  const turnedOff: OccurrenceSource = async (since) =>
    (await channels.turnedOffSince(since)).map(({ id, url, offAt }) => ({
      key: `webhook-off ${id} ${offAt}`,
      at: offAt ?? since,
      count: 1,
      event: { kind: 'webhook-off', url },
      person: null,
      causedBy: null,
    }))
  background.every('notifications', timings.notificationsEveryMs, () =>
    scan({
      store,
      account,
      sources: deps.sources,
      ownSources: [...deps.ownSources, turnedOff],
      conditions: dueConditions,
      recipients,
      choices: () => choices.all(),
      channels,
    }),
  )
  background.every('deliveries', timings.deliveriesEveryMs, ({ signal }) => deliveries.round(signal))
  return {
    store,
    channels,
    choices,
    deliveries,
    sender,
    audit,
    timings,
    publicUrl,
    privateNetworks,
    close: () => sender.close(),
  }
}
export type NotificationParts = ReturnType<typeof openNotifications>

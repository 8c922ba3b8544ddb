import { readRecipients, type Recipient } from '../auth/recipients.ts'
import type { FeatureContext } from '../feature.ts'
import type { Condition, OccurrenceSource } from '../platform/occurrence.ts'
import { Channels } from './channels.ts'
import { readChoices } from './choices.ts'
import { Deliveries, type DeliveryDeps } from './deliveries.ts'
import { scan, type ScanDeps } from './scan.ts'
import { mailConditions, readMailHealth, type MailHealth } from './mail-health.ts'
import { NotificationStore } from './store.ts'
import { createWebhookSender } from './webhook.ts'

interface NotificationDeps
  extends
    FeatureContext,
    Pick<ScanDeps, 'sources' | 'ownSources' | 'conditions'>,
    Pick<DeliveryDeps, 'publicUrl' | 'network'> {
  /** True when webhooks may reach private networks. */
  privateNetworks: boolean
}

/** Notifications of users, from what the features' tables and the audit show: in the console, by mail and by webhook. */
export function openNotifications(deps: NotificationDeps) {
  const { database, account, background, timings } = deps
  const store = new NotificationStore(database, account)
  const channels = new Channels(database, deps.seal)
  const sender = createWebhookSender(deps.privateNetworks, timings.deliveryMs, deps.network)
  const recipients = () => readRecipients(database)
  /** The language that the user chose for mails, or else that of the user's screens. */
  const languageOf = async ({ id, language }: Pick<Recipient, 'id' | 'language'>) =>
    (await readChoices(database)).get(id)?.language ?? language ?? 'en'
  const parts = { ...deps, store, channels, sender, recipients, languageOf }
  const deliveries = new Deliveries(parts)
  /** How mails fare; nothing fails without a mail server. */
  const health = async (): Promise<MailHealth> =>
    (await channels.mail()) === null
      ? { lastDeliveredAt: null, failing: null, refused: [] }
      : readMailHealth(database, await recipients())
  let comparedAt = -Infinity
  async function dueConditions(): Promise<readonly Condition[]> {
    if (performance.now() - comparedAt < timings.conditionsEveryMs) return []
    comparedAt = performance.now()
    return [...(await deps.conditions()), ...mailConditions(await health())]
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
    scan({ ...parts, ownSources: [...deps.ownSources, turnedOff], conditions: dueConditions }),
  )
  background.every('deliveries', timings.deliveriesEveryMs, async ({ signal }, failedBefore) => {
    const hadMails = await deliveries.round(signal)
    // Without a mail, nothing begins to fail.
    if (!hadMails && failedBefore !== 'mail-failing') return null
    const { failing, refused } = await health()
    return failing === null && refused.length === 0 ? null : 'mail-failing'
  })
  return { ...parts, deliveries, health, close: () => sender.close() }
}
export type NotificationParts = ReturnType<typeof openNotifications>

import { readRecipients, type Recipient } from '../auth/recipients.ts'
import type { FeatureContext } from '../feature.ts'
import type { Channels } from './channels.ts'
import { readChoices } from './kinds.ts'
import type { Notice } from '../audit/audit-store.ts'
import { storeTime, type StoreTransaction } from '../platform/database/database.ts'
import { Deliveries, type DeliveryDeps } from './deliveries.ts'
import {
  appearedColleagues,
  begun,
  type Condition,
  endingReservations,
  endingTokens,
  readAppeared,
} from './due.ts'
import { mailConditions, readMailHealth, type MailHealth } from './mail-health.ts'
import { NotificationStore } from './store.ts'
import type { Notifier } from './notify.ts'
import { createWebhookSender } from './webhook.ts'

interface NotificationDeps extends FeatureContext, Pick<DeliveryDeps, 'publicUrl' | 'network'> {
  channels: Channels
  notifier: Pick<Notifier, 'notifyLate'>
  /** Marks jobs whose passwords are deleted soon as announced, and returns whom to notify. */
  endingPasswords: (transaction: StoreTransaction, at: number) => Promise<Notice[]>
  /** The conditions that hold. */
  conditions: () => Promise<readonly Condition[]>
  /** True when webhooks may reach private networks. */
  privateNetworks: boolean
}

/** Notifications of users, in the console, by mail and by webhook. What is recorded is announced by `Notifier`; what depends on the time is announced here. */
export function openNotifications(deps: NotificationDeps) {
  const { database, account, audit, background, channels, timings } = deps
  const store = new NotificationStore(database, account)
  const sender = createWebhookSender(deps.privateNetworks, timings.deliveryMs, deps.network)
  const recipients = () => readRecipients(database)
  /** The language that the user chose for mails, or else that of the user's screens. */
  const languageOf = async ({ id, language }: Pick<Recipient, 'id' | 'language'>) =>
    (await readChoices(database)).get(id)?.language ?? language ?? 'en'
  const parts = { ...deps, store, sender, recipients, languageOf }
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
  background.every('notifications', timings.notificationsEveryMs, async () => {
    const conditions = await dueConditions()
    const appeared = await readAppeared(database.db, account)
    await audit.transaction(async (transaction, _write, notify) => {
      const at = await storeTime(transaction, database)
      notify(await endingReservations(transaction, account, at))
      notify(await appearedColleagues(transaction, appeared, at))
      notify(await endingTokens(transaction, at))
      notify(await deps.endingPasswords(transaction, at))
      notify(await begun(transaction, account, conditions, at))
      await store.removeOld(transaction, at)
    })
    await audit.transaction((transaction) => deps.notifier.notifyLate(transaction))
  })
  background.every('deliveries', timings.deliveriesEveryMs, async ({ signal }, failedBefore) => {
    const hadMails = await deliveries.round(signal)
    // Without a mail, nothing begins to fail.
    if (!hadMails && failedBefore !== 'mail-failing') return null
    const { failing, refused } = await health()
    return failing === null && refused.length === 0 ? null : 'mail-failing'
  })
  return { ...parts, deliveries, health, close: () => sender.close() }
}

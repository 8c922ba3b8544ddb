import { randomUUID } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import pLimit from 'p-limit'
import { deliveryStates, type Attempt, type Delivery } from '#contract/notification-channels.ts'
import { notificationPath } from '#contract/notification-words.ts'
import { notificationEvent, type NotificationEvent } from '#contract/notifications.ts'
import type { UiLanguage } from '#contract/text.ts'
import type { ZoneTimes } from '#contract/zone-time.ts'
import type { Network } from '#upstream/send.ts'
import type { Audit } from '../audit/audit-store.ts'
import type { Recipient } from '../auth/recipients.ts'
import { inMs, type Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import { knownIn, unchecked } from '../platform/stored.ts'
import type { Timings } from '../platform/timings.ts'
import { failWaiting, type Channels } from './channels.ts'
import { stillHolds } from './kinds.ts'
import { mailOf, sendMail } from './mail.ts'
import { moreMs, withoutItems } from './notify.ts'
import type { WebhookSender } from './webhook.ts'

type DeliveryRow = Selectable<Tables['delivery']>

/** Deliveries of one round, targets at a time, and deliveries in a webhook's log. */
const atOnce = 200
const targetsAtOnce = 4
const mostLogged = 50

export interface DeliveryDeps {
  database: Database
  audit: Pick<Audit, 'transaction'>
  channels: Channels
  sender: WebhookSender
  recipients: () => Promise<readonly Recipient[]>
  languageOf: (user: Recipient) => Promise<UiLanguage>
  publicUrl: string
  network: Network
  times: ZoneTimes
  timings: Pick<Timings, 'conditionsEveryMs' | 'deliveryMs' | 'deliveryRetryMs' | 'webhookOffMs'>
}

type Due = Omit<DeliveryRow, 'event'> & { event: NotificationEvent }

/** The queue of mails and webhooks' messages: each is sent at least once, and repeated after a failure. */
export class Deliveries {
  readonly #deps: DeliveryDeps

  constructor(deps: DeliveryDeps) {
    this.#deps = deps
  }

  /** Sends what is due: all of a user in one mail. Returns whether mails were due. */
  async round(signal: AbortSignal): Promise<boolean> {
    const { db, now } = this.#deps.database
    const isOn = db.selectFrom('webhook').select('id').where('off_at', 'is', null)
    const rows = await db
      .selectFrom('delivery')
      .selectAll()
      .where('state', '=', 'waiting')
      .where('next_at', '<=', now)
      .where((is) => is.or([is('webhook_id', 'is', null), is('webhook_id', 'in', isOn)]))
      // The oldest of each target come before the next of any: a target with many messages does not hold the others back.
      .orderBy(({ fn }) =>
        fn
          .agg<number>('row_number')
          .over((part) => part.partitionBy(['webhook_id', 'user_id']).orderBy('next_at')),
      )
      .orderBy('next_at')
      .limit(atOnce)
      .execute()
    const due: Due[] = []
    for (const row of rows) {
      const event = knownIn(notificationEvent, row.event)
      // A replica of the newer version that wrote it can send it.
      if (event === null) await this.#record(row, { status: null, failure: 'EUNKNOWN' })
      else due.push({ ...row, event })
    }
    const limit = pLimit(targetsAtOnce)
    const byTarget = Map.groupBy(due, ({ webhook_id, user_id }) => `${webhook_id ?? ''} ${user_id ?? ''}`)
    await Promise.all(
      [...byTarget.values()].map((batch) =>
        limit(async () => {
          const [{ webhook_id: webhookId, user_id: userId } = { webhook_id: null, user_id: null }] = batch
          if (signal.aborted) return
          if (webhookId !== null) await this.#toWebhook(webhookId, batch, signal)
          else if (userId !== null) await this.#toUser(userId, batch)
        }),
      ),
    )
    return due.some(({ user_id: userId }) => userId !== null)
  }

  /** Returns the latest messages of a webhook, or the latest mails, newest first. */
  async log(webhookId: string | null): Promise<(Delivery & { userId: string | null })[]> {
    const rows = await this.#deps.database.db
      .selectFrom('delivery')
      .select(['id', 'event', 'at', 'state', 'attempts', 'next_at', 'tried_at as triedAt'])
      .select(['status', 'failure', 'user_id as userId'])
      .where('webhook_id', webhookId === null ? 'is' : '=', webhookId)
      .orderBy('at', 'desc')
      .orderBy('id')
      .limit(mostLogged)
      .execute()
    return rows.map(({ next_at: nextAt, ...row }) => {
      const state = deliveryStates.find((each) => each === row.state) ?? 'waiting'
      return {
        ...row,
        event: withoutItems(unchecked(notificationEvent, row.event)),
        state,
        nextAt: state === 'waiting' ? nextAt : null,
      }
    })
  }

  async #toWebhook(webhookId: string, rows: readonly Due[], signal: AbortSignal): Promise<void> {
    const { channels, sender, publicUrl, timings } = this.#deps
    // A slow webhook must not hold the others back: its other messages wait for the next round.
    const until = performance.now() + timings.deliveryMs
    for (const row of rows) {
      const target = (await channels.webhooks()).find(({ id }) => id === webhookId)
      if (signal.aborted || target === undefined || target.offAt !== null) return
      const event = await this.#stillTrue(row)
      if (event === null) continue
      const { kind, ...data } = event
      const link = publicUrl + notificationPath(event)
      const attempt = await sender.send(target, {
        id: row.id,
        type: kind,
        at: row.at,
        data: { ...data, link },
      })
      await this.#record(row, attempt)
      await this.#note(webhookId, attempt.failure !== null)
      // The others would meet the same; they are due again with the next round.
      if (attempt.failure !== null || performance.now() > until) return
    }
  }

  async #toUser(userId: string, rows: readonly Due[]): Promise<void> {
    const { channels, recipients, languageOf, network, timings } = this.#deps
    const server = await channels.mail()
    const user = (await recipients()).find(({ id }) => id === userId)
    const messages: { row: Due; event: NotificationEvent }[] = []
    for (const row of rows) {
      const event = await this.#stillTrue(row)
      if (event !== null) messages.push({ row, event })
    }
    const [first] = messages
    if (first === undefined) return
    const attempt =
      server === null || user === undefined || user.mailAddress === null
        ? { status: null, failure: 'ENORECIPIENT' }
        : await sendMail(
            server,
            {
              to: user.mailAddress,
              id: first.row.id,
              ...mailOf(
                messages.map(({ event }) => event),
                { ...this.#deps, language: await languageOf(user) },
              ),
            },
            { deadlineMs: timings.deliveryMs, network },
          )
    for (const { row } of messages) await this.#record(row, attempt)
  }

  /** Returns what is still true of a message's event; null, and drops the message, when nothing is. */
  async #stillTrue(row: Due): Promise<NotificationEvent | null> {
    const { database, timings } = this.#deps
    const now = database.clock()
    const event = await stillHolds(row.event, {
      db: database.db,
      now,
      delivery: row,
      conditionMs: 3 * timings.conditionsEveryMs,
    })
    if (event === null)
      await database.db
        .updateTable('delivery')
        .set({ state: 'dropped', tried_at: now })
        .where('id', '=', row.id)
        .execute()
    return event
  }

  /** Writes how an attempt ended. What joined during it is another message. */
  async #record(row: Pick<DeliveryRow, 'id' | 'attempts' | 'count' | 'webhook_id'>, attempt: Attempt) {
    const { database, timings } = this.#deps
    const { db, now } = database
    const { id, attempts, count } = row
    const tried = db
      .updateTable('delivery')
      .set({
        attempts: attempts + 1,
        tried_at: now,
        ...attempt,
        // A receiver ignores an ID that it has processed.
        id: sql<string>`CASE WHEN count = ${count} THEN id ELSE ${randomUUID()} END`,
      })
      .where('id', '=', id)
      .where('attempts', '=', attempts)
    if (attempt.failure === null) {
      const sent = await tried.set({ state: 'delivered' }).where('count', '=', count).executeTakeFirst()
      const next_at = inMs(now)(row.webhook_id === null ? moreMs : 0)
      if (sent.numUpdatedRows === 0n) await tried.set({ attempts: 0, next_at }).execute()
      return
    }
    const wait = timings.deliveryRetryMs[attempts]
    if (wait === undefined) await tried.set({ state: 'failed' }).execute()
    // A webhook that was turned off during the attempt gets no other one.
    else
      await tried
        .set({ next_at: inMs(now)(wait) })
        .where('state', '=', 'waiting')
        .execute()
  }

  /** Notes since when a webhook fails, and turns it off after a day of failures. */
  async #note(webhookId: string, hasFailed: boolean): Promise<void> {
    const { database, audit, timings } = this.#deps
    const { db, now } = database
    const webhook = db.updateTable('webhook').where('id', '=', webhookId)
    if (!hasFailed) {
      await webhook.set({ failing_since: null }).where('failing_since', 'is not', null).execute()
      return
    }
    await webhook.set({ failing_since: now }).where('failing_since', 'is', null).execute()
    await audit.transaction(async (transaction, _write, notify) => {
      const off = await transaction
        .updateTable('webhook')
        .set({ off_at: now, off_because: 'failures' })
        .where('id', '=', webhookId)
        .where('off_at', 'is', null)
        .where('failing_since', '<', sql<number>`${now} - ${sql.lit(timings.webhookOffMs)}`)
        .returning(['url', 'off_at'])
        .executeTakeFirst()
      if (off === undefined) return
      await failWaiting(transaction, webhookId)
      const event = { kind: 'webhook-off', url: off.url } as const
      const key = `webhook-off ${webhookId} ${off.off_at}`
      notify([{ key, event, isOwn: true, person: null, causedBy: null }])
    })
  }
}

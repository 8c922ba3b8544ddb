import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { maxNamed, notificationEvent, type NotificationEvent } from '#contract/notifications.ts'
import { readRecipients } from '../auth/recipients.ts'
import type { Notice, Recorded } from '../audit/audit-store.ts'
import { endOf, storeTime, type Database, type StoreTransaction } from '../platform/database/database.ts'
import { knownIn, unchecked } from '../platform/stored.ts'
import { isNotified, noticeOf } from './actions.ts'
import { choiceOf, readChoices, recipientsOf } from './kinds.ts'
import type { Channels } from './channels.ts'

/** How long a mail with more events of the same hour waits for others: a burst makes few mails. */
export const moreMs = 10 * 60_000

interface NotifierDeps {
  database: Pick<Database, 'now'>
  channels: Pick<Channels, 'mail' | 'webhooks'>
  account: string
  /** How long a new message waits for more of its kind, ms. */
  gatherMs: number
  onFault: (error: unknown) => void
}

/** What joins under one key. `count` is 1 for events that never join. */
interface Joined extends Notice {
  count: number
}

/** Returns the later event with the items of both, the latest first. */
function joined(later: NotificationEvent, earlier: NotificationEvent | null): NotificationEvent {
  if (!('items' in later) || earlier === null || !('items' in earlier)) return later
  const items = [...later.items, ...earlier.items].slice(0, maxNamed)
  return { ...later, count: later.count + earlier.count, items }
}
/** The console's own lists name none of many requests or reservations. */
export const withoutItems = (event: NotificationEvent): NotificationEvent =>
  'items' in event ? { ...event, items: [] } : event
const countIn = (event: NotificationEvent): number => ('items' in event ? event.count : 1)
/** What met a fault, as the table `unannounced` has it. */
const late = z.custom<Recorded>()
const stored = (json: string | undefined): NotificationEvent | null =>
  json === undefined ? null : knownIn(notificationEvent, json)

/**
 * Notifies users of what is recorded, in the transaction that records it: each whom it concerns gets a notification and a mail as they
 * chose, each webhook a message.
 */
export class Notifier {
  readonly #deps: NotifierDeps

  constructor(deps: NotifierDeps) {
    this.#deps = deps
  }

  /** A fault delays notifications, never what is recorded: `notifyLate` repeats it. */
  readonly notify = async (transaction: StoreTransaction, { entries, notices }: Recorded): Promise<void> => {
    const announced = entries.filter(isNotified)
    if (announced.length + notices.length === 0) return
    await sql`SAVEPOINT notifying`.execute(transaction)
    try {
      await this.#notify(transaction, { entries: announced, notices })
    } catch (error) {
      await sql`ROLLBACK TO SAVEPOINT notifying`.execute(transaction)
      const missed: Recorded = { entries: announced, notices }
      await transaction
        .insertInto('unannounced')
        .values({ id: randomUUID(), at: this.#deps.database.now, recorded: JSON.stringify(missed) })
        .execute()
      this.#deps.onFault(error)
    }
    await sql`RELEASE SAVEPOINT notifying`.execute(transaction)
  }

  /** Notifies of what met a fault before. */
  async notifyLate(transaction: StoreTransaction): Promise<void> {
    for (const { recorded } of await transaction.deleteFrom('unannounced').returning('recorded').execute()) {
      await this.#notify(transaction, unchecked(late, recorded))
    }
  }

  async #notify(transaction: StoreTransaction, { entries, notices }: Recorded): Promise<void> {
    const { database, channels, account, gatherMs } = this.#deps
    const reader = { db: transaction }
    const users = await readRecipients(reader)
    const at = await storeTime(transaction, database)
    const all = [...notices]
    for (const entry of entries) {
      const by = users.find(({ id }) => id === entry.actor.id)?.name ?? entry.actor.name
      const notice = await noticeOf({ entry, by, at, transaction })
      if (notice !== null) all.push(notice)
    }
    if (all.length === 0) return
    const choices = await readChoices(reader)
    const server = await channels.mail(transaction)
    const webhooks = await channels.webhooks(transaction)
    for (const notice of joinedByKey(all)) {
      const { event } = notice
      for (const user of recipientsOf(notice, users)) {
        const { bell, mail } = choiceOf(event.kind, choices.get(user.id)?.choices)
        if (bell)
          await addNotification(transaction, user.id, notice, {
            at,
            account: notice.isOwn === true ? null : account,
          })
        if (mail && server !== null && user.mailAddress !== null)
          await addMail(transaction, user.id, notice, { at, gatherMs })
      }
      for (const { id, kinds, offAt } of webhooks)
        if (offAt === null && kinds.includes(event.kind))
          await addMessage(transaction, id, notice, { at, gatherMs })
    }
  }
}

function joinedByKey(all: readonly Notice[]): Joined[] {
  const byKey = new Map<string, Notice>()
  for (const each of all)
    byKey.set(each.key, { ...each, event: joined(each.event, byKey.get(each.key)?.event ?? null) })
  return [...byKey.values()].map((each) => ({ ...each, count: countIn(each.event) }))
}

/** Adds a notification. One that a user has already changes when more joins it, and is unread again. */
async function addNotification(
  transaction: StoreTransaction,
  userId: string,
  { key, event }: Joined,
  { at, account }: { at: number; account: string | null },
): Promise<void> {
  const before = await transaction
    .selectFrom('notification')
    .select(['id', 'event'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (before !== undefined && !('items' in event)) return
  const all = joined(event, stored(before?.event))
  const row = { at, read_at: null, count: countIn(all), event: JSON.stringify(withoutItems(all)) }
  await (
    before === undefined
      ? transaction
          .insertInto('notification')
          .values({ id: randomUUID(), user_id: userId, account, key, ...row })
      : transaction.updateTable('notification').set(row).where('id', '=', before.id)
  ).execute()
}

interface Timing {
  at: number
  gatherMs: number
}
const fresh = { state: 'waiting', attempts: 0, tried_at: null, status: null, failure: null }

/** Adds a mail. More of the same hour joins one that waits; after one that was sent, it is another mail some minutes later. */
async function addMail(
  transaction: StoreTransaction,
  userId: string,
  { key, event }: Joined,
  { at, gatherMs }: Timing,
): Promise<void> {
  const before = await transaction
    .selectFrom('delivery')
    .select(['id', 'event', 'state'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (before !== undefined && !('items' in event)) return
  const all = joined(event, stored(before?.event))
  const row = { at, count: countIn(all), event: JSON.stringify(all) }
  const another = { ...fresh, ...row, id: randomUUID() }
  await (
    before === undefined
      ? transaction
          .insertInto('delivery')
          .values({ ...another, webhook_id: null, user_id: userId, key, next_at: at + gatherMs })
      : transaction
          .updateTable('delivery')
          .set(before.state === 'waiting' ? row : { ...another, next_at: at + moreMs })
          .where('id', '=', before.id)
  ).execute()
}

/** Adds a message to a webhook. More of the same hour is another message, unless the one before was not tried yet. */
async function addMessage(
  transaction: StoreTransaction,
  webhookId: string,
  { key, event }: Joined,
  { at, gatherMs }: Timing,
): Promise<void> {
  const before = await transaction
    .selectFrom('delivery')
    .select(['id', 'event', 'state', 'attempts'])
    .where('webhook_id', '=', webhookId)
    .where('key', '>=', `${key} `)
    .where('key', '<', endOf(`${key} `))
    .orderBy('count', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (before !== undefined && !('items' in event)) return
  const all = joined(event, stored(before?.event))
  const count = countIn(all)
  const row = { key: `${key} ${count}`, at, count, event: JSON.stringify(all) }
  await (
    before?.state === 'waiting' && before.attempts === 0
      ? transaction.updateTable('delivery').set(row).where('id', '=', before.id)
      : transaction.insertInto('delivery').values({
          ...fresh,
          ...row,
          id: randomUUID(),
          webhook_id: webhookId,
          user_id: null,
          next_at: at + gatherMs,
        })
  ).execute()
}

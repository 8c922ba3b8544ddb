import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod'
import { type Notification, type NotificationEvent, notificationEvent } from '#contract/notifications.ts'
import { chunks, countOf, type Database, type StoreTransaction } from '../platform/database/database.ts'
import { unchecked } from '../platform/stored.ts'
import type { Tables } from '../platform/database/schema.ts'

/** For how long notifications and deliveries stay. */
const keptMs = 90 * 24 * 3_600_000
/** How long a mail with more events of the same hour waits for others: a burst makes few mails. */
const moreMs = 10 * 60_000

export const conditionTimes = z.record(z.string(), z.object({ since: z.number(), seen: z.number() }))
/** The conditions that hold, by key: since when, and when last seen, epoch milliseconds. */
export type ConditionTimes = z.infer<typeof conditionTimes>

export interface Scan {
  /** Epoch milliseconds by the store's clock. */
  until: number
  conditions: ConditionTimes
}

export type NewNotification = Pick<Tables['notification'], 'user_id' | 'account' | 'key' | 'count' | 'at'> &
  Pick<Notification, 'event'>

export type NewDelivery = Pick<Tables['delivery'], 'webhook_id' | 'user_id' | 'key' | 'at' | 'next_at'> &
  Pick<Notification, 'event'> & { count: number }

/** The console's own lists name none of many requests or reservations. */
export const withoutItems = (event: NotificationEvent): NotificationEvent =>
  'items' in event ? { ...event, items: [] } : event

/** Users' notifications, those about the current service and about the console itself. */
export class NotificationStore {
  readonly #db: Database['db']
  readonly #now: Database['now']
  readonly #account: string

  constructor({ db, now }: Pick<Database, 'db' | 'now'>, account: string) {
    this.#db = db
    this.#now = now
    this.#account = account
  }

  async list(
    userId: string,
    unreadOnly: boolean,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<{ items: Notification[]; total: number; unread: number }> {
    const shown = unreadOnly ? this.#own(userId).where('read_at', 'is', null) : this.#own(userId)
    const [rows, total, unread] = await Promise.all([
      shown
        .select(['id', 'at', 'read_at as readAt', 'event'])
        .orderBy('at', 'desc')
        .orderBy('id')
        .offset(offset)
        .limit(limit)
        .execute(),
      countOf(shown),
      countOf(this.#own(userId).where('read_at', 'is', null)),
    ])
    return {
      items: rows.map((row) => ({ ...row, event: unchecked(notificationEvent, row.event) })),
      total,
      unread,
    }
  }

  unread(userId: string): Promise<number> {
    return countOf(this.#own(userId).where('read_at', 'is', null))
  }

  /** Marks those with these IDs, or all up to `until`, as read. */
  async markRead(
    userId: string,
    { ids, until = 0 }: { ids?: readonly string[] | undefined; until?: number | undefined },
  ): Promise<void> {
    const unread = this.#db
      .updateTable('notification')
      .set({ read_at: this.#now })
      .where('user_id', '=', userId)
      .where('read_at', 'is', null)
    await (ids === undefined ? unread.where('at', '<=', until) : unread.where('id', 'in', ids)).execute()
  }

  /** How far events were read; null before the first time. `at`: the store's time. */
  async scan(): Promise<{ at: number; last: Scan | null }> {
    const { at } = await this.#db.selectNoFrom(this.#now.as('at')).executeTakeFirstOrThrow()
    const row = await this.#db
      .selectFrom('notification_scan')
      .selectAll()
      .where('account', '=', this.#account)
      .executeTakeFirst()
    return {
      at,
      last:
        row === undefined
          ? null
          : { until: row.until, conditions: conditionTimes.parse(JSON.parse(row.conditions)) },
    }
  }

  /**
   * Adds notifications and deliveries, and records how far events were read, in one transaction. One that a user has already changes only when
   * more events joined it; it is then unread again, and mailed again some minutes later. A mail that still waits is replaced.
   */
  save(
    {
      notifications,
      deliveries,
    }: { notifications: readonly NewNotification[]; deliveries: readonly NewDelivery[] },
    { until, conditions }: Scan,
  ): Promise<void> {
    const account = this.#account
    return this.#db.transaction().execute(async (transaction: StoreTransaction) => {
      for (const some of chunks(notifications))
        await transaction
          .insertInto('notification')
          .values(
            some.map(({ event, ...row }) => ({
              id: randomUUID(),
              ...row,
              event: JSON.stringify(withoutItems(event)),
            })),
          )
          .onConflict((conflict) =>
            conflict
              .columns(['user_id', 'key'])
              .doUpdateSet((excluded) => ({
                count: excluded.ref('excluded.count'),
                event: excluded.ref('excluded.event'),
                at: excluded.ref('excluded.at'),
                read_at: null,
              }))
              .whereRef('excluded.count', '>', 'notification.count'),
          )
          .execute()
      for (const some of chunks(deliveries))
        await transaction
          .insertInto('delivery')
          .values(
            some.map(({ event, ...row }) => ({
              id: randomUUID(),
              ...row,
              event: JSON.stringify(event),
              state: 'waiting',
              attempts: 0,
              tried_at: null,
              status: null,
              failure: null,
            })),
          )
          .onConflict((conflict) =>
            conflict
              .expression(sql`coalesce(webhook_id, user_id), key`)
              .doUpdateSet((excluded) => ({
                // Another mail, also for one that is being sent: its attempt finds no row to write to.
                id: excluded.ref('excluded.id'),
                count: excluded.ref('excluded.count'),
                event: excluded.ref('excluded.event'),
                at: excluded.ref('excluded.at'),
                state: 'waiting',
                attempts: 0,
                next_at: sql<number>`CASE delivery.state WHEN 'waiting' THEN delivery.next_at
                  ELSE excluded.next_at + ${sql.lit(moreMs)} END`,
              }))
              // The key of a webhook's message has its count.
              .where('delivery.webhook_id', 'is', null)
              .whereRef('excluded.count', '>', 'delivery.count'),
          )
          .execute()
      const row = { until, conditions: JSON.stringify(conditions) }
      await transaction
        .insertInto('notification_scan')
        .values({ account, ...row })
        .onConflict((conflict) => conflict.column('account').doUpdateSet(row))
        .execute()
      for (const table of ['notification', 'delivery'] as const)
        await transaction
          .deleteFrom(table)
          .where('at', '<', until - keptMs)
          .execute()
    })
  }

  #own(userId: string) {
    return this.#db
      .selectFrom('notification')
      .where('user_id', '=', userId)
      .where((is) => is.or([is('account', 'is', null), is('account', '=', this.#account)]))
  }
}

import { type Notification, notificationEvent } from '#contract/notifications.ts'
import { countOf, type Database, type StoreTransaction } from '../platform/database/database.ts'
import { unchecked } from '../platform/stored.ts'

/** For how long notifications and deliveries stay. */
const retentionMs = 90 * 24 * 3_600_000

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
    const listed = unreadOnly ? this.#ofUser(userId).where('read_at', 'is', null) : this.#ofUser(userId)
    const [rows, total, unread] = await Promise.all([
      listed
        .select(['id', 'at', 'read_at as readAt', 'event'])
        .orderBy('at', 'desc')
        .orderBy('id')
        .offset(offset)
        .limit(limit)
        .execute(),
      countOf(listed),
      countOf(this.#ofUser(userId).where('read_at', 'is', null)),
    ])
    return {
      items: rows.map((row) => ({ ...row, event: unchecked(notificationEvent, row.event) })),
      total,
      unread,
    }
  }

  unread(userId: string): Promise<number> {
    return countOf(this.#ofUser(userId).where('read_at', 'is', null))
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

  /** Deletes old notifications and deliveries. `at`: the store's time. */
  async removeOld(transaction: StoreTransaction, at: number): Promise<void> {
    for (const table of ['notification', 'delivery'] as const)
      await transaction
        .deleteFrom(table)
        .where('at', '<', at - retentionMs)
        .execute()
  }

  #ofUser(userId: string) {
    return this.#db
      .selectFrom('notification')
      .where('user_id', '=', userId)
      .where((is) => is.or([is('account', 'is', null), is('account', '=', this.#account)]))
  }
}

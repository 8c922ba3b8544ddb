import { randomUUID } from 'node:crypto'
import { sql, type Selectable, type Updateable } from 'kysely'
import { nameKey } from '#contract/text.ts'
import { ProblemError } from '../platform/problems.ts'
import { countOf, type Database, type StoreTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'

export type ViewRow = Selectable<Tables['saved_view']>
/** Maximum number of views per user. */
const maxViews = 100
/** The user's own views, and those that others share. */
const listed = maxViews + 500

/** Filters saved under a name, private or shared. Names are unique per owner and page, ignoring case. */
export class ViewStore {
  readonly #db: Database['db']
  readonly #now: Database['now']

  constructor({ db, now }: Pick<Database, 'db' | 'now'>) {
    this.#db = db
    this.#now = now
  }

  /** Returns the user's own views, then views that other users share; both sorted by name. */
  list(userId: string, page: string): Promise<ViewRow[]> {
    return this.#db
      .selectFrom('saved_view')
      .selectAll()
      .where('page', '=', page)
      .where((is) => is.or([is('user_id', '=', userId), is('shared', '=', 1)]))
      .orderBy(sql`user_id = ${userId}`, 'desc')
      .orderBy('name_key')
      .limit(listed)
      .execute()
  }

  async byId(id: string): Promise<ViewRow | null> {
    return (
      (await this.#db.selectFrom('saved_view').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
    )
  }

  /** Saves a view. Throws `too-many-views`, and `view-exists` when the owner has a view with that name. */
  async add(
    transaction: StoreTransaction,
    view: {
      page: string
      userId: string
      userName: string
      name: string
      query: string
      shared: boolean
    },
  ): Promise<ViewRow> {
    if ((await countOf(transaction.selectFrom('saved_view').where('user_id', '=', view.userId))) >= maxViews)
      throw new ProblemError('too-many-views')
    const row = await transaction
      .insertInto('saved_view')
      .values({
        id: randomUUID(),
        page: view.page,
        user_id: view.userId,
        user_name: view.userName,
        name: view.name,
        name_key: nameKey(view.name),
        query: view.query,
        shared: view.shared ? 1 : 0,
        changed_at: this.#now,
      })
      .onConflict((conflict) => conflict.columns(['user_id', 'page', 'name_key']).doNothing())
      .returningAll()
      .executeTakeFirst()
    if (row === undefined) throw new ProblemError('view-exists')
    return row
  }

  /** Changes a view. Throws `view-exists` when the owner has another view with that name, and `not-found`. */
  async change(
    transaction: StoreTransaction,
    { id, user_id, page }: ViewRow,
    {
      name,
      query,
      shared,
    }: { name?: string | undefined; query?: string | undefined; shared?: boolean | undefined },
  ): Promise<ViewRow> {
    if (name !== undefined && (await this.#sameName(transaction, user_id, page, name, id)) !== undefined)
      throw new ProblemError('view-exists')
    const set: Updateable<Tables['saved_view']> = {
      ...(name === undefined ? {} : { name, name_key: nameKey(name) }),
      ...(query === undefined ? {} : { query }),
      ...(shared === undefined ? {} : { shared: shared ? 1 : 0 }),
    }
    const row = await transaction
      .updateTable('saved_view')
      .set({ ...set, changed_at: this.#now })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    if (row === undefined) throw new ProblemError('not-found')
    return row
  }

  async remove(transaction: StoreTransaction, id: string): Promise<void> {
    await transaction.deleteFrom('saved_view').where('id', '=', id).execute()
  }

  #sameName(transaction: StoreTransaction, userId: string, page: string, name: string, except: string) {
    return transaction
      .selectFrom('saved_view')
      .select('id')
      .where('user_id', '=', userId)
      .where('page', '=', page)
      .where('name_key', '=', nameKey(name))
      .where('id', '!=', except)
      .executeTakeFirst()
  }
}

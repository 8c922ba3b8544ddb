import { randomUUID } from 'node:crypto'
import { sql, type Selectable, type Updateable } from 'kysely'
import { nameKey } from '#contract/text.ts'
import { ProblemError } from '../platform/problems.ts'
import { countOf, type Database } from '../platform/database/database.ts'
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

  /** Saves a view. `null` when the owner has a view with that name. Throws `too-many-views`. */
  async add(view: {
    page: string
    userId: string
    userName: string
    name: string
    query: string
    shared: boolean
  }): Promise<ViewRow | null> {
    if ((await countOf(this.#db.selectFrom('saved_view').where('user_id', '=', view.userId))) >= maxViews)
      throw new ProblemError('too-many-views')
    const row = await this.#db
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
    return row ?? null
  }

  /** Changes a view. `null` when the owner has another view with that name. */
  async change(
    { id, user_id, page }: ViewRow,
    {
      name,
      query,
      shared,
    }: { name?: string | undefined; query?: string | undefined; shared?: boolean | undefined },
  ): Promise<ViewRow | null> {
    if (name !== undefined && (await this.#sameName(user_id, page, name, id)) !== undefined) return null
    const set: Updateable<Tables['saved_view']> = {
      ...(name === undefined ? {} : { name, name_key: nameKey(name) }),
      ...(query === undefined ? {} : { query }),
      ...(shared === undefined ? {} : { shared: shared ? 1 : 0 }),
    }
    return (
      (await this.#db
        .updateTable('saved_view')
        .set({ ...set, changed_at: this.#now })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst()) ?? null
    )
  }

  async remove(id: string): Promise<void> {
    await this.#db.deleteFrom('saved_view').where('id', '=', id).execute()
  }

  #sameName(userId: string, page: string, name: string, except: string) {
    return this.#db
      .selectFrom('saved_view')
      .select('id')
      .where('user_id', '=', userId)
      .where('page', '=', page)
      .where('name_key', '=', nameKey(name))
      .where('id', '!=', except)
      .executeTakeFirst()
  }
}

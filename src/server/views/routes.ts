import { randomUUID } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import { changeView, listViews, removeView, saveView, type View } from '#contract/views.ts'
import { auditedChange } from '../audit/audited.ts'
import { changesOf } from '../audit/changes.ts'
import { actorOf, type SignedIn } from '../platform/http/caller.ts'
import type { Mount } from '../platform/http/mount.ts'
import { ProblemError } from '../platform/problems.ts'
import type { Console } from '../features.ts'
import { Resource } from '../platform/database/resource.ts'
import type { Tables } from '../platform/database/schema.ts'

type ViewRow = Selectable<Tables['saved_view']>
/** Maximum number of views per user. */
const maxViews = 100
/** The user's own views, and those that others share. */
const mostListed = maxViews + 500

/** Filters saved under a name, private or shared. */
const views = new Resource<ViewRow>('saved_view', {
  unique: { among: ['user_id', 'page'], problem: 'view-exists' },
  most: { among: ['user_id'], count: maxViews, problem: () => new ProblemError('too-many-views') },
})

const toView = (row: ViewRow, { user, permissions }: SignedIn): View => {
  const isMine = row.user_id === user.id
  return {
    id: row.id,
    name: row.name,
    query: row.query,
    shared: row.shared === 1,
    owner: row.user_name,
    mine: isMine,
    removable: isMine || (row.shared === 1 && permissions.includes('user.manage')),
    changedAt: row.changed_at,
    version: row.version,
  }
}

export function mountViews({ mount }: Mount, { database, audit, now }: Console): void {
  const { db } = database

  /** A view that the caller can see. Throws `not-found`. */
  async function visible(id: string, caller: SignedIn): Promise<View> {
    const row = await views.get(db, { id })
    if (row.shared === 0 && row.user_id !== caller.user.id) throw new ProblemError('not-found')
    return toView(row, caller)
  }

  // The user's own views, then views that other users share; both sorted by name.
  mount(listViews, async ({ query: { page }, caller }) => {
    const { id } = caller.user
    const rows = await db
      .selectFrom('saved_view')
      .selectAll()
      .where('page', '=', page)
      .where((is) => is.or([is('user_id', '=', id), is('shared', '=', 1)]))
      .orderBy(sql`user_id = ${id}`, 'desc')
      .orderBy('name_key')
      .limit(mostListed)
      .execute()
    return { items: rows.map((row) => toView(row, caller)) }
  })

  mount(saveView, (call) => {
    const { page, name, query, shared } = call.body
    const { user } = call.caller
    const at = now()
    const view = {
      page,
      name,
      query,
      shared: shared ? 1 : 0,
      user_id: user.id,
      user_name: user.email,
      changed_at: at,
    }
    const event = { actor: actorOf(call), action: 'view.save', object: name }
    return auditedChange(audit, event, async (transaction) =>
      toView(await views.put(transaction, { id: randomUUID() }, view, { version: 0, at }), call.caller),
    )
  })

  mount(changeView, async (call) => {
    const view = await visible(call.params.id, call.caller)
    if (!view.mine) throw new ProblemError('forbidden')
    const { version, ...body } = call.body
    const at = now()
    const values = {
      ...(body.name !== undefined && { name: body.name }),
      ...(body.query !== undefined && { query: body.query }),
      ...(body.shared !== undefined && { shared: body.shared ? 1 : 0 }),
      changed_at: at,
    }
    const event = {
      actor: actorOf(call),
      action: 'view.change',
      object: view.name,
      values: changesOf(view, { ...view, ...body }, ['name', 'query', 'shared']),
    }
    return auditedChange(audit, event, async (transaction) => {
      const { after } = await views.change(transaction, { id: view.id }, values, { version, at })
      return toView(after, call.caller)
    })
  })

  mount(removeView, async (call) => {
    const { id, name, removable } = await visible(call.params.id, call.caller)
    if (!removable) throw new ProblemError('forbidden')
    const event = { actor: actorOf(call), action: 'view.remove', object: name }
    await auditedChange(audit, event, (transaction) => views.remove(transaction, { id }))
    return {}
  })
}

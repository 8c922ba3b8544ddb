import { changeView, listViews, removeView, saveView, type View } from '#contract/views.ts'
import type { Audit } from '../audit/audit-store.ts'
import { auditedChange } from '../audit/audited.ts'
import { changesOf } from '../audit/changes.ts'
import { actorOf, type SignedIn } from '../platform/http/caller.ts'
import type { Mount } from '../platform/http/mount.ts'
import { ProblemError } from '../platform/problems.ts'
import type { ViewRow, ViewStore } from './store.ts'

const toView = (row: ViewRow, { user, permissions }: SignedIn): View => {
  const mine = row.user_id === user.id
  return {
    id: row.id,
    name: row.name,
    query: row.query,
    shared: row.shared === 1,
    owner: row.user_name,
    mine,
    removable: mine || (row.shared === 1 && permissions.includes('user.manage')),
    changedAt: row.changed_at,
  }
}

export function mountViews({ mount }: Mount, views: ViewStore, audit: Audit): void {
  /** A view that the caller can see. Throws `not-found`. */
  async function visible(id: string, caller: SignedIn): Promise<{ row: ViewRow; view: View }> {
    const row = await views.byId(id)
    if (row === null || (row.shared === 0 && row.user_id !== caller.user.id))
      throw new ProblemError('not-found')
    return { row, view: toView(row, caller) }
  }

  mount(listViews, async ({ query, caller }) => ({
    items: (await views.list(caller.user.id, query.page)).map((row) => toView(row, caller)),
  }))

  mount(saveView, (call) =>
    auditedChange(
      audit,
      { actor: actorOf(call), action: 'view.save', object: call.body.name },
      async (transaction) => {
        const { user } = call.caller
        const view = { ...call.body, userId: user.id, userName: user.email }
        return toView(await views.add(transaction, view), call.caller)
      },
    ),
  )

  mount(changeView, async (call) => {
    const { row, view } = await visible(call.params.id, call.caller)
    if (!view.mine) throw new ProblemError('forbidden')
    const values = changesOf(view, { ...view, ...call.body }, ['name', 'query', 'shared'])
    return auditedChange(
      audit,
      { actor: actorOf(call), action: 'view.change', object: row.name, values },
      async (transaction) => toView(await views.change(transaction, row, call.body), call.caller),
    )
  })

  mount(removeView, async (call) => {
    const { row, view } = await visible(call.params.id, call.caller)
    if (!view.removable) throw new ProblemError('forbidden')
    const what = { actor: actorOf(call), action: 'view.remove', object: row.name }
    await auditedChange(audit, what, (transaction) => views.remove(transaction, row.id))
    return {}
  })
}

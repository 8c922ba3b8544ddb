import { createApiToken, listApiTokens, removeApiToken } from '#contract/api-tokens.ts'
import type { Audit } from '../audit/audit-store.ts'
import { audited } from '../audit/audited.ts'
import { actorOf } from '../platform/http/caller.ts'
import type { Mount } from '../platform/http/mount.ts'
import { ProblemError } from '../platform/problems.ts'
import type { ApiTokens } from './api-tokens.ts'

export function mountApiTokens(
  { mount }: Mount,
  { apiTokens, audit }: { apiTokens: ApiTokens; audit: Audit },
): void {
  const listOf = async (userId: string) => ({ items: await apiTokens.list(userId) })

  mount(listApiTokens, ({ caller }) => listOf(caller.user.id))

  mount(createApiToken, async (call) => {
    const { user, permissions } = call.caller
    const { name, scopes, days } = call.body
    const missing = scopes.filter((scope) => !permissions.includes(scope))
    if (missing.length > 0)
      throw new ProblemError('forbidden', {
        errors: [{ path: 'scopes', message: `your role has no ${missing.join(', ')}; leave it out` }],
      })
    const reason = `${name}: ${scopes.join(', ')}`
    const action = { actor: actorOf(call), action: 'account.add-api-token', object: user.email, reason }
    const token = await audited(audit, action, () => apiTokens.create(user.id, { name, scopes, days }))
    return { token, ...(await listOf(user.id)) }
  })

  mount(removeApiToken, async (call) => {
    const { user } = call.caller
    const name = (await apiTokens.list(user.id)).find(({ id }) => id === call.params.id)?.name ?? null
    const action = {
      actor: actorOf(call),
      action: 'account.remove-api-token',
      object: user.email,
      reason: name,
    }
    await audited(audit, action, () => apiTokens.remove(user.id, call.params.id))
    return listOf(user.id)
  })
}

import {
  createApiToken,
  createServiceToken,
  listApiTokens,
  listServiceTokens,
  removeApiToken,
  removeServiceToken,
} from '#contract/api-tokens.ts'
import type { Audit } from '../audit/audit-store.ts'
import { audited } from '../audit/audited.ts'
import { actorOf, type SignedIn } from '../platform/http/caller.ts'
import type { Mount } from '../platform/http/mount.ts'
import { ProblemError } from '../platform/problems.ts'
import type { ApiTokens, NewToken } from './api-tokens.ts'

/** A user can't grant what they do not hold. Throws `forbidden`. */
function requireHeld({ permissions }: SignedIn, { scopes }: NewToken): void {
  const missing = scopes.filter((scope) => !permissions.includes(scope))
  if (missing.length > 0)
    throw new ProblemError('forbidden', {
      errors: [{ path: 'scopes', message: `your role has no ${missing.join(', ')}; leave it out` }],
    })
}

const grantOf = ({ name, scopes }: NewToken) => `${name}: ${scopes.join(', ')}`

export function mountApiTokens(
  { mount }: Mount,
  { apiTokens, audit }: { apiTokens: ApiTokens; audit: Audit },
): void {
  const { ofService } = apiTokens
  const listOf = async (userId: string) => ({ items: await apiTokens.list(userId) })

  mount(listApiTokens, ({ caller }) => listOf(caller.user.id))

  mount(createApiToken, async (call) => {
    requireHeld(call.caller, call.body)
    const { user } = call.caller
    const reason = grantOf(call.body)
    const action = { actor: actorOf(call), action: 'account.add-api-token', object: user.email, reason }
    const token = await audited(audit, action, () => apiTokens.create(user.id, call.body))
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

  mount(listServiceTokens, async () => ({ items: await ofService.list() }))

  mount(createServiceToken, async (call) => {
    requireHeld(call.caller, call.body)
    const { name, scopes } = call.body
    const action = {
      actor: actorOf(call),
      action: 'service-token.add',
      object: name,
      reason: scopes.join(', '),
    }
    const token = await audited(audit, action, () => ofService.create(call.caller.user.id, call.body))
    return { token, items: await ofService.list() }
  })

  mount(removeServiceToken, async (call) => {
    const found = (await ofService.list()).find(({ id }) => id === call.params.id)
    const action = { actor: actorOf(call), action: 'service-token.remove', object: found?.name ?? '-' }
    await audited(audit, action, () => ofService.remove(call.params.id))
    return { items: await ofService.list() }
  })
}

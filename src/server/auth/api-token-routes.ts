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

/** A user can't grant what they do not hold, or may not use yet. Throws `forbidden`, or what has to be done first. */
function requireHeld(
  { permissions, mustChangePassword, secondFactorNeed }: SignedIn,
  { scopes }: NewToken,
): void {
  if (mustChangePassword) throw new ProblemError('password-change-required')
  if (secondFactorNeed !== null) throw new ProblemError('second-factor-required')
  const missing = scopes.filter((scope) => !permissions.includes(scope))
  if (missing.length > 0)
    throw new ProblemError('forbidden', {
      errors: [{ path: 'scopes', message: `your role has no ${missing.join(', ')}; leave it out` }],
    })
}

/** Mounts the endpoints of a user's own tokens, and of the console's. The audit gets each change. */
export function mountApiTokens(
  { mount }: Mount,
  { apiTokens, audit }: { apiTokens: ApiTokens; audit: Audit },
): void {
  const listOf = async ({ user }: SignedIn) => ({ items: await apiTokens.list(user.id) })
  const listOfService = async () => ({ items: await apiTokens.list(null) })

  mount(listApiTokens, ({ caller }) => listOf(caller))

  mount(createApiToken, async (call) => {
    const { caller, body } = call
    requireHeld(caller, body)
    const action = {
      actor: actorOf(call),
      action: 'account.add-api-token',
      object: caller.user.email,
      values: { name: body.name, scopes: body.scopes },
    }
    const token = await audited(audit, action, () => apiTokens.create(caller.user.id, body))
    return { token, ...(await listOf(caller)) }
  })

  mount(removeApiToken, async (call) => {
    const { user } = call.caller
    const { items } = await listOf(call.caller)
    const values = { name: items.find(({ id }) => id === call.params.id)?.name ?? null }
    const action = { actor: actorOf(call), action: 'account.remove-api-token', object: user.email, values }
    await audited(audit, action, () => apiTokens.remove(user.id, call.params.id))
    return listOf(call.caller)
  })

  mount(listServiceTokens, listOfService)

  mount(createServiceToken, async (call) => {
    const { caller, body } = call
    requireHeld(caller, body)
    const values = { scopes: body.scopes }
    const action = { actor: actorOf(call), action: 'service-token.add', object: body.name, values }
    const token = await audited(audit, action, () => apiTokens.create(caller.user.id, body, true))
    return { token, ...(await listOfService()) }
  })

  mount(removeServiceToken, async (call) => {
    const { items } = await listOfService()
    const object = items.find(({ id }) => id === call.params.id)?.name ?? '-'
    const action = { actor: actorOf(call), action: 'service-token.remove', object }
    await audited(audit, action, () => apiTokens.remove(null, call.params.id))
    return listOfService()
  })
}

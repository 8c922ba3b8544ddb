import { revealSecret } from '#contract/secret.ts'
import type { Upstream } from '#upstream/upstream.ts'
import type { Audit } from '../audit/audit-store.ts'
import type { ActionLimits } from '../auth/action-limits.ts'
import { audited } from '../audit/audited.ts'
import type { Mount } from '../platform/http/mount.ts'
import { actorOf } from '../platform/http/caller.ts'
import { ProblemError } from '../platform/http/problems.ts'

/** The one answer that carries a secret of the service. */
export function mountSecret(
  { mount }: Mount,
  { upstream, audit, actionLimits }: { upstream: Upstream; audit: Audit; actionLimits: ActionLimits },
): void {
  mount(revealSecret, async (call) => {
    const { params, body, caller, signal } = call
    await actionLimits.countSecretRead(caller)
    return audited(
      audit,
      { actor: actorOf(call), action: 'extension.reveal', object: params.ext, reason: body.reason, signal },
      async () => {
        const { data } = await upstream.getExtension(params, { signal })
        if (data.password === null || data.password === '') throw new ProblemError('password-not-held')
        return { password: data.password }
      },
    )
  })
}

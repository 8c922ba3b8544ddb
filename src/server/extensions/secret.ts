import { revealSecret } from '#contract/secret.ts'
import type { AppDeps } from '../app.ts'
import { audited } from '../audit/audited.ts'
import { actorOf, type Mount } from '../http/mount.ts'
import { ProblemError } from '../http/problems.ts'
import { countSecretRead } from './secret-limits.ts'

/** The one answer that carries a secret of the service. */
export function mountSecret(
  { mount }: Mount,
  { upstream, audit, actLimits }: Pick<AppDeps, 'upstream' | 'audit' | 'actLimits'>,
): void {
  mount(revealSecret, async (call) => {
    const { params, body, caller, signal } = call
    await countSecretRead(actLimits, caller)
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

import { readStepUpNeed, stepUp } from '#contract/step-up.ts'
import type { Audit } from '../audit/audit-store.ts'
import type { Auth } from './auth.ts'
import { audited } from '../audit/audited.ts'
import { visitorOf, type Mount } from '../platform/http/mount.ts'
import { actorOf } from '../platform/http/caller.ts'
import { ProblemError } from '../platform/http/problems.ts'
import { requireProof } from './proof.ts'

/** How a user makes a sign-in fresh again for the endpoints that need it. */
export function mountStepUp({ mount }: Mount, { auth, audit }: { auth: Auth; audit: Audit }): void {
  mount(readStepUpNeed, async ({ caller }) => ({ need: await auth.stepUpNeed(caller) }))

  mount(stepUp, async (call) => {
    const { body, caller, header, setCookies } = call
    const { user } = caller
    const { code } = body
    const proof = await auth.proofOf(user.id)
    if (proof === 'sign-in') throw new ProblemError('sign-in-again')
    const isCodeNeeded = proof === 'password-and-code'
    if (isCodeNeeded && code === undefined)
      throw new ProblemError('bad-request', { errors: [{ path: 'code', message: 'is missing; add it' }] })
    return audited(
      audit,
      { actor: actorOf(call), action: 'session.step-up', object: user.email },
      async () => {
        requireProof(await auth.confirmPassword(user, body.password), 'password-wrong')
        if (isCodeNeeded && code !== undefined)
          requireProof(await auth.secondFactor.confirm(user, code, visitorOf(call)), 'code-wrong')
        // Before the outcome is written: the old session is gone either way.
        setCookies(await auth.renewSession(header('cookie') ?? ''))
        return {}
      },
    )
  })
}

import type { ProblemCode } from '#contract/problem.ts'
import { freshSignInMs, readStepUpNeed, revealSecret, stepUp, type StepUpNeed } from '#contract/secret.ts'
import type { AppDeps } from '../app.ts'
import { audited } from '../audit/audited.ts'
import type { SignedIn } from '../people/auth.ts'
import { actorOf, type Mount } from '../http/mount.ts'
import { ProblemError } from '../http/problems.ts'

const minuteMs = 60_000
/** Per user, over all replicas (trust 3.6). */
const revealLimits = [
  { most: 10, ms: minuteMs },
  { most: 100, ms: 24 * 60 * minuteMs },
]

interface Proof {
  right: boolean
  /** Seconds to wait when there were too many tries. */
  retryAfter: number | null
}

/** The one answer that carries a secret, and the fresh sign-in that it asks for (trust 3.6). */
export function mountSecret({ mount }: Mount, { upstream, auth, audit, actLimits }: AppDeps): void {
  async function needOf({ signedInAt, user }: SignedIn): Promise<StepUpNeed> {
    if (Date.now() - signedInAt <= freshSignInMs) return 'nothing'
    if (!(await auth.hasPassword(user.id))) return 'sign-in'
    return (await auth.secondFactor.isOn(user.id)) ? 'password-and-code' : 'password'
  }

  mount(revealSecret, async (call) => {
    const { params, body, caller, signal } = call
    const need = await needOf(caller)
    if (need !== 'nothing') throw new ProblemError(need === 'sign-in' ? 'sign-in-again' : 'step-up-needed')
    const wait = await actLimits.take(caller.user.id, 'reveal', revealLimits).catch(() => {
      throw new ProblemError('unavailable')
    })
    if (wait > 0) throw new ProblemError('too-many-requests', { retryAfter: Math.ceil(wait / 1_000) })
    return audited(
      audit,
      { actor: actorOf(call), action: 'extension.reveal', object: params.ext, reason: body.reason },
      async () => {
        const { data } = await upstream.getExtension(params, { signal })
        if (data.password === null || data.password === '') throw new ProblemError('password-not-held')
        return { password: data.password }
      },
    )
  })

  mount(readStepUpNeed, async ({ caller }) => ({ need: await needOf(caller) }))

  mount(stepUp, async (call) => {
    const { body, caller, header, address, setCookies } = call
    const { user } = caller
    if (!(await auth.hasPassword(user.id))) throw new ProblemError('sign-in-again')
    const { code } = body
    const codeWanted = await auth.secondFactor.isOn(user.id)
    if (codeWanted && code === undefined)
      throw new ProblemError('bad-request', { errors: [{ path: 'code', message: 'is missing; add it' }] })
    const from = { cookie: header('cookie') ?? null, address, userAgent: header('user-agent') ?? '' }
    const proved = ({ right, retryAfter }: Proof, wrong: ProblemCode) => {
      if (retryAfter !== null) throw new ProblemError('too-many-requests', { retryAfter })
      if (!right) throw new ProblemError(wrong)
    }
    return audited(
      audit,
      { actor: actorOf(call), action: 'session.step-up', object: user.email },
      async () => {
        proved(await auth.confirmPassword(user, body.password), 'password-wrong')
        if (codeWanted && code !== undefined)
          proved(await auth.secondFactor.confirm(user, code, from), 'code-wrong')
        // At once: the old session is gone, whether or not the outcome can be written.
        setCookies(await auth.renewSession(header('cookie') ?? ''))
        return {}
      },
    )
  })
}

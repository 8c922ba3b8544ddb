import { APIError } from 'better-auth/api'
import { freshSignInMs, type StepUpNeed } from '#contract/step-up.ts'
import type { Engine } from './auth-engine.ts'
import type { SignedIn } from '../platform/http/caller.ts'
import { ProblemError } from '../platform/http/problems.ts'
import type { SecondFactor } from './second-factor.ts'

/** What a step-up asks of better-auth. */
export function stepUpCalls(
  { api, context, names, cookieHeaders }: Engine,
  secondFactor: Pick<SecondFactor, 'isOn'>,
) {
  /** How a user proves who they are. */
  async function proofOf(userId: string): Promise<Exclude<StepUpNeed, 'nothing'>> {
    const account = await context.internalAdapter.findCredentialAccount(userId)
    if (typeof account?.password !== 'string') return 'sign-in'
    return (await secondFactor.isOn(userId)) ? 'password-and-code' : 'password'
  }

  return {
    proofOf,

    /** What the caller has to do before an endpoint with `freshSignIn`. */
    async stepUpNeed({ provedAt, user }: Pick<SignedIn, 'provedAt' | 'user'>): Promise<StepUpNeed> {
      const isFresh = provedAt !== null && Date.now() - provedAt <= freshSignInMs
      return isFresh ? 'nothing' : proofOf(user.id)
    },

    /** The caller's session under a new id, as if just begun; it goes into the cookies alone. */
    async renewSession(cookie: string): Promise<string[]> {
      const { headers } = await api
        .renewSession({ headers: cookieHeaders(cookie), returnHeaders: true })
        .catch((error: unknown) => {
          // Another step-up of the same session was first, or the session was ended.
          if (error instanceof APIError && error.statusCode === 401) throw new ProblemError('unauthenticated')
          throw error
        })
      return headers.getSetCookie().filter((line) => line.startsWith(`${names.session}=`))
    },
  }
}

import { APIError } from 'better-auth/api'
import { freshSignInMs, type StepUpNeed } from '#contract/step-up.ts'
import type { SignedIn } from '../platform/http/caller.ts'
import { ProblemError } from '../platform/http/problems.ts'
import type { Engine } from './auth-engine.ts'
import type { SecondFactor } from './second-factor.ts'
import type { SignInLimit } from './sign-in-limit.ts'

/** Replicas' clocks may differ by so much, ms. */
const clocksDifferMs = 60_000

/** How signed-in users prove once more who they are. */
export function createStepUp(
  { api, context, names, cookieHeaders }: Engine,
  { limit, secondFactor }: { limit: SignInLimit; secondFactor: Pick<SecondFactor, 'isOn'> },
) {
  const hashOf = async (userId: string): Promise<string | null> =>
    (await context.internalAdapter.findCredentialAccount(userId))?.password ?? null

  /** What a user has to give. */
  async function proofOf(userId: string): Promise<Exclude<StepUpNeed, 'nothing'>> {
    if ((await hashOf(userId)) === null) return 'sign-in'
    return (await secondFactor.isOn(userId)) ? 'password-and-code' : 'password'
  }

  return {
    proofOf,

    /** What the caller has to do before an endpoint with `freshSignIn`. */
    async stepUpNeed({ provedAt, user }: Pick<SignedIn, 'provedAt' | 'user'>): Promise<StepUpNeed> {
      const age = provedAt === null ? Infinity : Date.now() - provedAt
      // A proof in the future is from before the clock was put back: how old it is cannot be known.
      const isFresh = age <= freshSignInMs && age >= -clocksDifferMs
      return isFresh ? 'nothing' : proofOf(user.id)
    },

    /**
     * Checks the caller's own password, counted apart from the tries to sign in. `retryAfter`, in seconds, when there were too
     * many tries.
     */
    async confirmPassword(
      { id, email }: SignedIn['user'],
      password: string,
    ): Promise<{ right: boolean; retryAfter: number | null }> {
      const hash = await hashOf(id)
      if (hash === null) return { right: false, retryAfter: null }
      const made = await limit.counted([limit.stepUp(email)], async () => {
        const right = await context.password.verify({ hash, password })
        return { verdict: right ? 'right' : 'wrong', value: right }
      })
      return { right: made.value ?? false, retryAfter: made.retryAfter }
    },

    /** The caller's session under a new token, as if just begun; it goes into the cookies alone. */
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

import { APIError } from 'better-auth/api'
import { freshSignInMs, type StepUpNeed } from '#contract/step-up.ts'
import type { SignedIn } from '../platform/http/caller.ts'
import { ProblemError } from '../platform/http/problems.ts'
import type { Engine } from './auth-engine.ts'
import type { SecondFactor } from './second-factor.ts'
import type { SessionStore } from './session-store.ts'
import type { SignInLimit } from './sign-in-limit.ts'

/** The replicas' clocks may differ by this much, ms. */
const clocksDifferMs = 60_000

/** Lets signed-in users prove their identity again. */
export function createStepUp(
  { api, context, names, cookieHeaders }: Engine,
  {
    limit,
    secondFactor,
    sessions,
  }: {
    limit: SignInLimit
    secondFactor: Pick<SecondFactor, 'isOn'>
    sessions: Pick<SessionStore, 'useProof'>
  },
) {
  const hashOf = async (userId: string): Promise<string | null> =>
    (await context.internalAdapter.findCredentialAccount(userId))?.password ?? null

  /** Returns the proof that a step-up requires from the user. */
  async function proofOf(userId: string): Promise<Exclude<StepUpNeed, 'nothing'>> {
    if ((await hashOf(userId)) === null) return 'sign-in'
    return (await secondFactor.isOn(userId)) ? 'password-and-code' : 'password'
  }

  return {
    proofOf,

    /** Returns the step-up that the caller needs before an endpoint with `freshSignIn`. */
    async stepUpNeed({
      authenticatedAt,
      user,
    }: Pick<SignedIn, 'authenticatedAt' | 'user'>): Promise<StepUpNeed> {
      const age = authenticatedAt === null ? Infinity : Date.now() - authenticatedAt
      // A proof in the future dates from before the clock was put back, so its age is unknown.
      const isFresh = age <= freshSignInMs && age >= -clocksDifferMs
      return isFresh ? 'nothing' : proofOf(user.id)
    },

    /** Uses up the caller's proof of identity. Returns the step-up that the caller needs when it is used already. */
    useProof: async ({ sessionId, user }: Pick<SignedIn, 'sessionId' | 'user'>): Promise<StepUpNeed> =>
      (await sessions.useProof(sessionId)) ? 'nothing' : proofOf(user.id),

    /**
     * Checks the caller's password, with a counter separate from sign-ins. `retryAfter` is the wait in seconds after too
     * many attempts, otherwise null.
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

    /** Gives the caller's session a new token, as if it had just begun. Only the returned cookies carry the token. */
    async renewSession(cookie: string): Promise<string[]> {
      const { headers } = await api
        .renewSession({ headers: cookieHeaders(cookie), returnHeaders: true })
        .catch((error: unknown) => {
          // Another step-up of this session finished first, or the session has ended.
          if (error instanceof APIError && error.statusCode === 401) throw new ProblemError('unauthenticated')
          throw error
        })
      return headers.getSetCookie().filter((line) => line.startsWith(`${names.session}=`))
    },
  }
}

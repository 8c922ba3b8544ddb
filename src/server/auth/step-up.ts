import { freshSignInMs, type StepUpNeed } from '#contract/step-up.ts'
import type { ProblemCode } from '#contract/problem.ts'
import type { SignedIn } from '../platform/http/caller.ts'
import { ProblemError } from '../platform/problems.ts'
import type { AuthParts } from './parts.ts'
import type { UserStore } from './user-store.ts'

/** The replicas' clocks may differ by this much, ms. */
const clocksDifferMs = 60_000

/** Lets signed-in users prove their identity again. Wrong passwords and codes count apart from sign-ins. */
export function createStepUp(users: UserStore, { hashing, attempts, secondFactor, sessions }: AuthParts) {
  /** Returns the proof that a step-up requires from the user. */
  async function proofOf(userId: string): Promise<Exclude<StepUpNeed, 'nothing'>> {
    if (((await users.byId(userId))?.password ?? null) === null) return 'sign-in'
    return (await secondFactor.isOn(userId)) ? 'password-and-code' : 'password'
  }

  /** Makes one counted attempt. Throws `wrong`, and `too-many-requests` with the seconds to wait. */
  async function requireRight(
    userId: string,
    attempt: () => Promise<boolean>,
    wrong: ProblemCode,
  ): Promise<void> {
    const made = await attempts.counted([['proof', userId]], async () => (await attempt()) || null)
    if (made.retryAfter !== null) throw new ProblemError('too-many-requests', { retryAfter: made.retryAfter })
    if (made.value === null) throw new ProblemError(wrong)
  }

  const requirePassword = (userId: string, password: string): Promise<void> =>
    requireRight(
      userId,
      async () => {
        const hash = (await users.byId(userId))?.password ?? null
        return hash !== null && hashing.verify({ hash, password })
      },
      'password-wrong',
    )

  const requireCode = (userId: string, code: string): Promise<void> =>
    requireRight(userId, () => secondFactor.use(userId, code), 'code-wrong')

  return {
    proofOf,
    /** Throws `password-wrong`, and `too-many-requests` with the seconds to wait. */
    requirePassword,
    /** Spends a code. Throws `code-wrong`, and `too-many-requests` with the seconds to wait. */
    requireCode,

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
  }
}

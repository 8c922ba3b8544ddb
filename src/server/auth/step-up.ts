import { freshSignInMs, type StepUpNeed } from '#contract/step-up.ts'
import type { ProblemCode } from '#contract/problem.ts'
import type { SignedIn } from '../platform/http/caller.ts'
import { ProblemError } from '../platform/problems.ts'
import type { AuthParts } from './parts.ts'
import type { UserStore } from './user-store.ts'

/** The replicas' clocks may differ by this much, ms. */
const clocksDifferMs = 60_000

/** Lets signed-in users prove their identity again. Wrong passwords and codes count apart from sign-ins. */
export class StepUp {
  readonly #parts: AuthParts & { users: UserStore }

  constructor(parts: AuthParts & { users: UserStore }) {
    this.#parts = parts
  }

  /** Returns the proof that a step-up requires from the caller. */
  async proofOf({
    user: { id },
    requiresSecondFactor = false,
  }: Pick<SignedIn, 'user' | 'requiresSecondFactor'>): Promise<Exclude<StepUpNeed, 'nothing'>> {
    const { passkeys, secondFactor } = this.#parts
    if ((await this.#hashOf(id)) === null) return 'sign-in'
    if (await secondFactor.isOn(id)) return 'password-and-code'
    return requiresSecondFactor && (await passkeys.list(id)).length > 0 ? 'passkey' : 'password'
  }

  /** Returns the step-up that the caller needs before an endpoint with `freshSignIn`. */
  async need(caller: SignedIn): Promise<StepUpNeed> {
    const { authenticatedAt, secondFactorNeed } = caller
    const age = authenticatedAt === null ? Infinity : Date.now() - authenticatedAt
    // A proof in the future dates from before the clock was put back, so its age is unknown.
    const isFresh = age <= freshSignInMs && age >= -clocksDifferMs
    return isFresh && secondFactorNeed !== 'give' ? 'nothing' : this.proofOf(caller)
  }

  /** Uses up the caller's proof of identity. Returns the step-up that the caller needs when it is used already. */
  async useProof(caller: SignedIn): Promise<StepUpNeed> {
    return (await this.#parts.sessions.useProof(caller.sessionId)) ? 'nothing' : this.proofOf(caller)
  }

  /** Throws `password-wrong`, and `too-many-requests` with the seconds to wait. */
  requirePassword(userId: string, password: string): Promise<void> {
    return this.#require('password-wrong', userId, async () => {
      const hash = await this.#hashOf(userId)
      return hash !== null && this.#parts.hashing.verify({ hash, password })
    })
  }

  /** Spends a code. Throws `code-wrong`, and `too-many-requests` with the seconds to wait. */
  requireCode(userId: string, code: string): Promise<void> {
    return this.#require('code-wrong', userId, () => this.#parts.secondFactor.use(userId, code))
  }

  async #require(wrong: ProblemCode, userId: string, attempt: () => Promise<boolean>): Promise<void> {
    const isRight = await this.#parts.attempts.counted(
      [['proof', userId]],
      async () => (await attempt()) || null,
    )
    if (isRight === null) throw new ProblemError(wrong)
  }

  async #hashOf(userId: string): Promise<string | null> {
    return (await this.#parts.users.byId(userId))?.password ?? null
  }
}

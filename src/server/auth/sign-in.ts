import * as z from 'zod'
import type { UsedPasskey } from '#contract/passkeys.ts'
import { ProblemError } from '../platform/problems.ts'
import type { AuthParts } from './parts.ts'
import type { Visitor } from './sessions.ts'
import type { StoredUser, UserStore } from './user-store.ts'

/** A begun session, or with `sessionId` null a sign-in that waits for a code. Only the cookies carry the session or challenge. */
export interface SignInResult {
  user: StoredUser
  sessionId: string | null
  cookies: string[]
}

/** A sign-in that waits for a code in this browser. */
const waitingSignIn = z.object({ userId: z.string(), accessVersion: z.number() })

/** Signs users in, with a password and when needed a code, or with a passkey. Each way throws the problem of a refusal. */
export class SignIn {
  readonly #parts: AuthParts & { users: UserStore }

  constructor(parts: AuthParts & { users: UserStore }) {
    this.#parts = parts
  }

  /** Throws `sign-in-failed`, `one-time-password-invalid` and `too-many-requests`. */
  async withPassword({
    email,
    password,
    ...from
  }: Visitor & { email: string; password: string }): Promise<SignInResult> {
    const { attempts, cookies, secondFactor } = this.#parts
    const keys = await attempts.signInKeys(email, from.address)
    const user = await attempts.counted(keys, () => this.#userWith(email, password))
    if (user === null) throw new ProblemError('sign-in-failed')
    const until = user.one_time_until
    if (until !== null && until <= Date.now()) throw new ProblemError('one-time-password-invalid')
    if (!(await secondFactor.isOn(user.id))) return this.#enter(user, from, 'sign-in-failed', false)
    const waiting: z.infer<typeof waitingSignIn> = { userId: user.id, accessVersion: user.access_version }
    return { user, sessionId: null, cookies: [cookies.seal('challenge', waiting)] }
  }

  /** Returns the user whose sign-in in this browser waits for a code; `null` when it has expired, or the user's access has changed. */
  async waiting(cookie: string | null): Promise<StoredUser | null> {
    const waiting = this.#parts.cookies.open(cookie, 'challenge', waitingSignIn)
    const user = waiting === null ? null : await this.#parts.users.byId(waiting.userId)
    return user?.access_version === waiting?.accessVersion ? user : null
  }

  /** Takes a code from the app, or a backup code. Throws `code-expired`, `code-wrong` and `too-many-requests`. */
  async withCode(
    user: StoredUser | null,
    { code, ...from }: Visitor & { code: string },
  ): Promise<SignInResult> {
    const { attempts, cookies, secondFactor } = this.#parts
    if (user === null) throw new ProblemError('code-expired')
    const keys = await attempts.signInKeys(user.email, from.address)
    const right = await attempts.counted(keys, async () => (await secondFactor.use(user.id, code)) || null)
    if (right === null) throw new ProblemError('code-wrong')
    return this.#enter(user, from, 'code-expired', true, [cookies.line('challenge')])
  }

  /** Throws `passkey-wrong`, also for a disabled user. */
  async withPasskey({ response, ...from }: Visitor & { response: UsedPasskey }): Promise<SignInResult> {
    const { cookies, passkeys } = this.#parts
    const user = await this.#parts.users.byId(await passkeys.check(from.cookie, response, null))
    if (user === null) throw new ProblemError('passkey-wrong')
    return this.#enter(user, from, 'passkey-wrong', true, [cookies.line('passkey')])
  }

  /** Returns the user when the password is right; `null` otherwise, after the same work for an unknown user. */
  async #userWith(email: string, password: string): Promise<StoredUser | null> {
    const { hashing } = this.#parts
    const user = await this.#parts.users.byEmail(email)
    const hash = user?.password ?? null
    if (user === null || hash === null) {
      await hashing.hash(password)
      return null
    }
    if (!(await hashing.verify({ hash, password })) || user.disabled !== 0) return null
    if (hashing.isOutdated(hash))
      await this.#parts.users.replaceHash(user.id, hash, await hashing.hash(password))
    return user
  }

  /** Begins a session in place of the browser's current one. */
  async #enter(
    user: StoredUser,
    { cookie, ...from }: Visitor,
    refusal: 'sign-in-failed' | 'code-expired' | 'passkey-wrong',
    secondFactor: boolean,
    extraCookies: string[] = [],
  ): Promise<SignInResult> {
    const { attempts, sessions } = this.#parts
    const begun = await sessions.begin(user, from, { provedAt: Date.now(), secondFactor })
    if (begun === null) throw new ProblemError(refusal)
    await sessions.signOut(cookie)
    await attempts.remember(user.email, from.address)
    return { user, sessionId: begun.sessionId, cookies: [begun.cookie, ...extraCookies] }
  }
}

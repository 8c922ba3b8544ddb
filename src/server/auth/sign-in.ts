import * as z from 'zod'
import type { UsedPasskey } from '#contract/passkeys.ts'
import { ProblemError } from '../platform/problems.ts'
import type { AuthParts } from './parts.ts'
import type { Visitor } from './sessions.ts'
import type { UserStore } from './user-store.ts'

/** A begun session, or with `sessionId` null a sign-in that waits for a code. Only the cookies carry the session or challenge. */
export interface SignInResult {
  user: SignInUser
  sessionId: string | null
  cookies: string[]
}

const signInUser = z.object({
  id: z.string(),
  email: z.string(),
  role: z.string().nullable(),
  accessVersion: z.number(),
})
type SignInUser = z.infer<typeof signInUser>

type User = NonNullable<Awaited<ReturnType<UserStore['byId']>>>
const signInUserOf = ({ id, email, role, access_version: accessVersion }: User): SignInUser => ({
  id,
  email,
  role,
  accessVersion,
})

/** Signs users in, with a password and when needed a code, or with a passkey. Each way throws the problem of a refusal. */
export class SignIn {
  readonly #users: UserStore
  readonly #parts: AuthParts

  constructor(users: UserStore, parts: AuthParts) {
    this.#users = users
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
    const found = await attempts.counted(keys, () => this.#userWith(email, password))
    if (found === null) throw new ProblemError('sign-in-failed')
    const until = found.one_time_until
    if (until !== null && until <= Date.now()) throw new ProblemError('one-time-password-invalid')
    const user = signInUserOf(found)
    if (!(await secondFactor.isOn(user.id))) return this.#enter(user, from, 'sign-in-failed')
    return { user, sessionId: null, cookies: [cookies.seal('challenge', user)] }
  }

  /** Returns the user whose sign-in in this browser waits for a code; `null` when it has expired, or the user's access has changed. */
  async waiting(cookie: string | null): Promise<SignInUser | null> {
    const waiting = this.#parts.cookies.open(cookie, 'challenge', signInUser)
    const user = waiting === null ? null : await this.#users.byId(waiting.id)
    return user?.access_version === waiting?.accessVersion ? waiting : null
  }

  /** Takes a code from the app, or a backup code. Throws `code-expired`, `code-wrong` and `too-many-requests`. */
  async withCode(
    user: SignInUser | null,
    { code, ...from }: Visitor & { code: string },
  ): Promise<SignInResult> {
    const { attempts, cookies, secondFactor } = this.#parts
    if (user === null) throw new ProblemError('code-expired')
    const keys = await attempts.signInKeys(user.email, from.address)
    const right = await attempts.counted(keys, async () => (await secondFactor.use(user.id, code)) || null)
    if (right === null) throw new ProblemError('code-wrong')
    return this.#enter(user, from, 'code-expired', [cookies.line('challenge')])
  }

  /** Throws `passkey-wrong`, also for a disabled user. */
  async withPasskey({ response, ...from }: Visitor & { response: UsedPasskey }): Promise<SignInResult> {
    const { cookies, passkeys } = this.#parts
    const user = await this.#users.byId(await passkeys.check(from.cookie, response, null))
    if (user === null) throw new ProblemError('passkey-wrong')
    return this.#enter(signInUserOf(user), from, 'passkey-wrong', [cookies.line('passkey')])
  }

  /** Returns the user when the password is right; `null` otherwise, after the same work for an unknown user. */
  async #userWith(email: string, password: string): Promise<User | null> {
    const { hashing } = this.#parts
    const user = await this.#users.byEmail(email)
    const hash = user?.password ?? null
    if (user === null || hash === null) {
      await hashing.hash(password)
      return null
    }
    if (!(await hashing.verify({ hash, password })) || user.disabled !== 0) return null
    if (hashing.isOutdated(hash)) await this.#users.replaceHash(user.id, hash, await hashing.hash(password))
    return user
  }

  /** Begins a session in place of the browser's current one. */
  async #enter(
    user: SignInUser,
    { cookie, ...from }: Visitor,
    refusal: 'sign-in-failed' | 'code-expired' | 'passkey-wrong',
    more: string[] = [],
  ): Promise<SignInResult> {
    const { attempts, sessions } = this.#parts
    const { id: userId, accessVersion } = user
    const begun = await sessions.begin({ userId, accessVersion }, from, Date.now())
    if (begun === null) throw new ProblemError(refusal)
    await sessions.signOut(cookie)
    await attempts.remember(user.email, from.address)
    return { user, sessionId: begun.sessionId, cookies: [begun.cookie, ...more] }
  }
}

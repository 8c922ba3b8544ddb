import * as z from 'zod'
import { ProblemError } from '../platform/problems.ts'
import type { UsedPasskey } from '#contract/passkeys.ts'
import type { AuthParts } from './parts.ts'
import { randomToken, type Visitor } from './sessions.ts'
import type { UserStore } from './user-store.ts'

/** `codeNeeded`: the password was right and a second factor is on; the cookies hold the challenge, not a session. */
export type SignInOutcome =
  | { ok: true; codeNeeded: boolean; cookies: string[] }
  | { ok: false; why: 'wrong' | 'expired' | 'one-time-password-invalid'; retryAfter: null }
  /** `isLocked`: the account accepts no attempts from this network for now. */
  | { ok: false; why: 'too-many'; retryAfter: number; isLocked: boolean }

/** The origin of a sign-in. */
type Caller = Omit<Visitor, 'cookie'> & { cookie?: string | null }

/** A sign-in that waits for its code. */
const challenge = z.object({
  id: z.string(),
  email: z.string(),
  userId: z.string(),
  accessVersion: z.number(),
})

const refused = (why: 'wrong' | 'expired' | 'one-time-password-invalid'): SignInOutcome => ({
  ok: false,
  why,
  retryAfter: null,
})

/** Signs users in with password and code. */
export function createSignIn(
  users: UserStore,
  { hashing, attempts, cookies, sessions, secondFactor, passkeys }: AuthParts,
) {
  /** Makes one counted attempt for the account. */
  async function tried<Value extends object>(
    email: string,
    address: string,
    attempt: () => Promise<Value | null>,
  ): Promise<Value | SignInOutcome> {
    const made = await attempts.counted(await attempts.signInKeys(email, address), attempt)
    if (made.retryAfter !== null)
      return {
        ok: false,
        why: 'too-many',
        retryAfter: made.retryAfter,
        isLocked: made.full !== 'network' && made.full !== 'queue',
      }
    return made.value ?? refused('wrong')
  }

  /** Returns the user when the password is right; `null` otherwise, after the same work for an unknown user. */
  async function provedBy(email: string, password: string) {
    const user = await users.byEmail(email)
    const hash = user?.password ?? null
    if (user === null || hash === null) {
      await hashing.hash(password)
      return null
    }
    if (!(await hashing.verify({ hash, password })) || user.disabled !== 0) return null
    if (hashing.isOutdated(hash)) await users.replaceHash(user.id, hash, await hashing.hash(password))
    return { user }
  }

  /** Begins a session in place of the browser's current one. */
  async function enter(
    user: { userId: string; accessVersion: number; email: string },
    { cookie = null, ...from }: Caller,
    more: string[] = [],
  ): Promise<SignInOutcome> {
    const begun = await sessions.begin(user, from, Date.now())
    if (begun === null) return refused('wrong')
    await sessions.signOut(cookie)
    await attempts.remember(user.email, from.address)
    return { ok: true, codeNeeded: false, cookies: [begun.cookie, ...more] }
  }

  return {
    /** Checks email and password. Only the cookies carry the session, or the challenge when a code is needed. */
    async signIn({
      email,
      password,
      ...from
    }: Caller & { email: string; password: string }): Promise<SignInOutcome> {
      const made = await tried(email, from.address, () => provedBy(email, password))
      if ('ok' in made) return made
      const { id: userId, email: account, one_time_until: until, access_version: accessVersion } = made.user
      if (until !== null && until <= Date.now()) return refused('one-time-password-invalid')
      const user = { userId, email: account, accessVersion }
      if (!(await secondFactor.isOn(userId))) return enter(user, from)
      const kept = cookies.keep('challenge', { ...user, id: randomToken() })
      return { ok: true, codeNeeded: true, cookies: [kept] }
    },

    /**
     * The second step: checks a code from the app, or a backup code. `email` is null when no sign-in waits for a code: it has
     * expired or succeeded, or the user's sessions have ended since.
     */
    async signInWithCode({
      code,
      ...from
    }: Visitor & { code: string }): Promise<{ email: string | null; outcome: SignInOutcome }> {
      const waiting = cookies.kept(from.cookie, 'challenge', challenge)
      const user = waiting === null ? null : await users.byEmail(waiting.email)
      const isWaiting =
        waiting !== null &&
        user !== null &&
        user.access_version === waiting.accessVersion &&
        !(await attempts.isSpent(waiting.id))
      if (!isWaiting) return { email: null, outcome: refused('expired') }
      const { id, email, userId } = waiting
      const made = await tried(email, from.address, async () =>
        (await secondFactor.use(userId, code)) ? { once: await attempts.once(id) } : null,
      )
      if ('ok' in made) return { email, outcome: made }
      if (!made.once) return { email: null, outcome: refused('expired') }
      return { email, outcome: await enter(waiting, from, [cookies.line('challenge')]) }
    },

    /** Signs in by a passkey, without a password or code. Throws `passkey-wrong`. */
    async signInWithPasskey({ response, ...from }: Visitor & { response: UsedPasskey }) {
      const user = await users.byId(await passkeys.check(from.cookie, response, null))
      if (user === null) throw new ProblemError('passkey-wrong')
      const { id: userId, email, access_version: accessVersion } = user
      const outcome = await enter({ userId, email, accessVersion }, from, [cookies.line('passkey')])
      // The user is disabled.
      if (!outcome.ok) throw new ProblemError('passkey-wrong')
      return { email, outcome }
    },
  }
}

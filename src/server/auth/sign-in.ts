import type { Engine, Visitor } from './auth-engine.ts'
import { networkOf } from '../platform/http/network-of.ts'
import type { KnownDevices } from './known-devices.ts'
import type { SecondFactor } from './second-factor.ts'
import { onlyCookie, returnedCookies, type SessionStore } from './session-store.ts'
import { verdictOf, type SignInLimit } from './sign-in-limit.ts'
import { createStoredPasswords, type StoredPassword } from './stored-password.ts'

/** `codeNeeded`: the password was right and a second factor is on; the cookies hold the challenge, not a session. */
export type SignInOutcome =
  | { ok: true; codeNeeded: boolean; cookies: string[] }
  | { ok: false; why: 'wrong' | 'expired' | 'one-time-password-invalid'; retryAfter: null }
  /** `isLocked`: the account accepts no attempts for now, from this browser or from all unknown browsers. */
  | { ok: false; why: 'too-many'; retryAfter: number; isLocked: boolean }

/** The origin of a sign-in. Without cookies the browser counts as unknown. */
type Caller = Omit<Visitor, 'cookie'> & { cookie?: string | null }

interface SignInDeps {
  limit: SignInLimit
  devices: KnownDevices
  sessions: SessionStore
  secondFactor: Pick<SecondFactor, 'use'>
}

const refused = (why: 'wrong' | 'expired' | 'one-time-password-invalid'): SignInOutcome => ({
  ok: false,
  why,
  retryAfter: null,
})

async function userIdOf(response: Response): Promise<string | null> {
  const body: unknown = await response.json()
  if (typeof body !== 'object' || body === null || !('user' in body)) return null
  const { user } = body
  return typeof user === 'object' && user !== null && 'id' in user ? String(user.id) : null
}

/** Signs users in with password and code. */
export function createSignIn(engine: Engine, { limit, devices, sessions, secondFactor }: SignInDeps) {
  const { context, names, post } = engine
  const { internalAdapter } = context
  const { passwordOf, isUsedUp, useOnce, isRight, rehash } = createStoredPasswords(engine)
  const cookiesOf = (headers: Headers, ...names: string[]) =>
    headers.getSetCookie().filter((cookie) => names.some((name) => cookie.startsWith(`${name}=`)))

  /**
   * Makes one attempt for the account, unless too many have failed. Unknown browsers share a counter per account and one
   * per network; a known browser has its own. A recent refusal is repeated from memory.
   */
  async function tried(
    email: string,
    { address, cookie = null }: Caller,
    attempt: () => Promise<{ before: StoredPassword; response: Response }>,
  ) {
    const device = devices.idFor(email, cookie)
    const network = limit.network(networkOf(address))
    const counters =
      device === null
        ? [network, limit.account(email)]
        : [limit.device(email, device), limit.knownDevices(email)]
    const made = await limit.counted(counters, async () => {
      const value = await attempt()
      return { ...verdictOf(value.response), value }
    })
    return made.retryAfter === null ? made : { ...made, isLocked: made.refusedBy !== network }
  }

  /** Returns the user whose sign-in waits for a code; `null` when there is no such sign-in or it has expired. */
  async function userOfChallenge(challenge: string | null) {
    if (challenge === null) return null
    // The challenge is signed; better-auth checks the signature together with the code.
    const [identifier = ''] = challenge.slice(names.challenge.length + 1).split('.')
    const waiting = await internalAdapter.findVerificationValue(identifier)
    if (waiting === null || waiting.expiresAt.getTime() <= Date.now()) return null
    return internalAdapter.findUserById(waiting.value)
  }

  /**
   * Completes a sign-in that better-auth has accepted. Ends its session again when the password has changed since, or is
   * used up.
   */
  async function accept(
    email: string,
    cookie: string | null,
    before: StoredPassword,
    password: string | null,
    response: Response,
  ): Promise<SignInOutcome> {
    const cookies = cookiesOf(response.headers, names.session, names.challenge)
    const drop = async (why: 'wrong' | 'one-time-password-invalid') => {
      await sessions.signOut(returnedCookies(cookies))
      return refused(why)
    }
    // A password reset ends the sessions it finds, and would miss a session that begins at the same time.
    const now = await passwordOf(email)
    const isSame = now?.hash === before?.hash || (password !== null && (await isRight(password, now?.hash)))
    if (!isSame) return drop('wrong')
    if (password !== null) await rehash(now, password)
    const userId = await userIdOf(response)
    if (userId === null && isUsedUp(before)) return drop('one-time-password-invalid')
    if (userId === null)
      return { ok: true, codeNeeded: true, cookies: cookiesOf(response.headers, names.challenge) }
    if (before?.isOneTime === true && !(await useOnce(userId, before)))
      return drop('one-time-password-invalid')
    await internalAdapter.updateUser(userId, { lastSignInAt: new Date() })
    const { signedIn } = await sessions.check(cookie, { prolong: false })
    await sessions.removeSurplus(userId, signedIn?.sessionId ?? null)
    return { ok: true, codeNeeded: false, cookies: [...cookies, devices.remember(email, cookie)] }
  }

  /**
   * Makes one attempt and returns its outcome. `password` is the typed password, null for a code. Throws when better-auth
   * fails (5xx).
   */
  async function signInBy(
    email: string,
    from: Caller,
    password: string | null,
    attempt: () => Promise<Response>,
  ): Promise<SignInOutcome> {
    const made = await tried(email, from, async () => ({
      before: await passwordOf(email),
      response: await attempt(),
    }))
    if (made.retryAfter !== null) {
      const { retryAfter, isLocked } = made
      return { ok: false, why: 'too-many', retryAfter, isLocked }
    }
    const { before, response } = made.value
    if (response.status >= 500) throw new Error(`sign-in answered ${response.status}`)
    // Too many hashes wait. There is room again in a second.
    if (response.status === 429) return { ok: false, why: 'too-many', retryAfter: 1, isLocked: false }
    return response.ok ? accept(email, from.cookie ?? null, before, password, response) : refused('wrong')
  }

  return {
    /** Checks email and password. Only the cookies carry the session, or the challenge when a code is needed. */
    signIn: ({ email, password, ...from }: Caller & { email: string; password: string }) =>
      signInBy(email, from, password, () =>
        post('/sign-in/email', { email, password }, { ...from, cookie: null }),
      ),

    /**
     * The second step: checks a code from the app, or a backup code, which works once. `email` is null when no sign-in
     * waits for a code.
     */
    async signInWithCode({
      code,
      cookie,
      ...from
    }: Visitor & { code: string }): Promise<{ email: string | null; outcome: SignInOutcome }> {
      const challenge = onlyCookie(cookie, names.challenge)
      const user = await userOfChallenge(challenge)
      if (user === null) return { email: null, outcome: refused('expired') }
      const outcome = await signInBy(user.email, { ...from, cookie }, null, () =>
        secondFactor.use(user.id, code, { ...from, cookie: challenge }),
      )
      return { email: user.email, outcome }
    },
  }
}

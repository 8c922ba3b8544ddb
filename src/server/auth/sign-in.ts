import type { Engine, Visitor } from './auth-engine.ts'
import type { SessionCheck, SignedIn } from '../platform/http/caller.ts'
import { isCrowded, waitingItsTurn } from './hashing.ts'
import type { KnownDevices } from './known-devices.ts'
import { networkOf } from '../platform/http/network-of.ts'
import type { SecondFactor } from './second-factor.ts'
import { onlyCookie } from './session-check.ts'
import type { SessionLimits } from './session-limits.ts'
import type { SignOut } from './sign-out.ts'
import { verdictOf } from './verdict.ts'
import type { SignInLimit } from './sign-in-limit.ts'

/** `codeNeeded`: the password was right and a second factor is on; the cookies hold the challenge, not a session. */
export type SignInOutcome =
  | { ok: true; codeNeeded: boolean; cookies: string[] }
  | {
      ok: false
      why: 'wrong' | 'too-many' | 'expired' | 'one-time-password-invalid'
      retryAfter: number | null
    }

/** Where a sign-in comes from; without cookies it is from an unknown browser. */
type Caller = Omit<Visitor, 'cookie'> & { cookie?: string | null }

interface SignInDeps {
  limit: SignInLimit
  devices: KnownDevices
  session: (cookie: string | null, options: { prolong: boolean }) => Promise<SessionCheck>
  sessions: SessionLimits
  secondFactor: Pick<SecondFactor, 'use'>
  signOut: SignOut
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

/** Signing in with password and code. */
export function createSignIn(
  { context, names, post, isOutdated }: Engine,
  { limit, devices, session, sessions, secondFactor, signOut }: SignInDeps,
) {
  const { adapter, internalAdapter } = context
  const cookiesOf = (headers: Headers, ...wanted: string[]) =>
    headers.getSetCookie().filter((cookie) => wanted.some((name) => cookie.startsWith(`${name}=`)))

  /**
   * Makes one try for the account, unless too many failed. Unknown browsers share a counter per account and one
   * per network; a known browser has its own. A recent refusal is answered from memory.
   */
  async function tried(
    email: string,
    { address, cookie = null }: Caller,
    attempt: () => Promise<{ before: Password; response: Response }>,
  ) {
    const device = devices.idFor(email, cookie)
    const counters =
      device === null
        ? [limit.network(networkOf(address)), limit.account(email)]
        : [limit.device(email, device), limit.knownDevices(email)]
    const inTurn = () => (device === null ? attempt() : waitingItsTurn(attempt))
    return limit.counted(counters, async () => {
      const value = await inTurn()
      return { ...verdictOf(value.response), value }
    })
  }

  /** Whose code is asked for; null when nobody's is, or it took too long. */
  async function challenged(challenge: string | null) {
    if (challenge === null) return null
    // Signed, and the signature is checked where the code is.
    const [identifier = ''] = challenge.slice(names.challenge.length + 1).split('.')
    const waiting = await internalAdapter.findVerificationValue(identifier)
    if (waiting === null || waiting.expiresAt.getTime() <= Date.now()) return null
    return internalAdapter.findUserById(waiting.value)
  }

  /** What a password is compared with, and until when it opens a sign-in where it is for one; null for an unknown account. */
  async function passwordOf(email: string) {
    const found = await internalAdapter.findUserByEmail(email)
    if (found === null) return null
    const { user } = found
    const account = await internalAdapter.findCredentialAccount(user.id)
    return {
      accountId: account?.id ?? null,
      hash: account?.password ?? null,
      isOneTime: 'mustChangePassword' in user && user.mustChangePassword === true,
      until:
        'oneTimePasswordUntil' in user && user.oneTimePasswordUntil instanceof Date
          ? user.oneTimePasswordUntil
          : null,
    }
  }
  type Password = Awaited<ReturnType<typeof passwordOf>>

  /** Whether a one-time password may still open its one sign-in. */
  const isUnused = (until: Date | null): until is Date => until !== null && until.getTime() > Date.now()

  /** Uses a one-time password up. Of two sign-ins at the same time one gets true; a new one given since stays as it is. */
  async function useOnce(userId: string, until: Date | null): Promise<boolean> {
    if (!isUnused(until)) return false
    const where = [
      { field: 'id', value: userId },
      { field: 'oneTimePasswordUntil', value: until },
    ]
    return (await adapter.updateMany({ model: 'user', where, update: { oneTimePasswordUntil: null } })) === 1
  }

  /** Whether the password is the one that is kept now: a sign-in beside this one may have hashed it again. */
  async function isRight(password: string, hash: string | null | undefined): Promise<boolean> {
    if (hash === null || hash === undefined) return false
    return context.password.verify({ hash, password }).catch((error: unknown) => {
      if (isCrowded(error)) return false
      throw error
    })
  }

  /** Puts a hash of today's cost in place of an older one, unless another password has come in between. */
  async function rehash(known: Password, password: string): Promise<void> {
    const hash = known?.hash ?? null
    if (hash === null || !isOutdated(hash)) return
    try {
      await adapter.updateMany({
        model: 'account',
        where: [
          { field: 'id', value: known?.accountId ?? '' },
          { field: 'password', value: hash },
        ],
        update: { password: await context.password.hash(password) },
      })
    } catch (error) {
      // The next sign-in does it.
      if (!isCrowded(error)) throw error
    }
  }

  /** What better-auth has let in: once nothing else speaks against it, other sessions make room and the browser is known. */
  async function letIn(
    email: string,
    cookie: string | null,
    before: Password,
    password: string | null,
    response: Response,
  ): Promise<SignInOutcome> {
    const cookies = cookiesOf(response.headers, names.session, names.challenge)
    const drop = async (why: 'wrong' | 'one-time-password-invalid') => {
      await signOut(cookies.map((line) => line.split(';')[0] ?? '').join('; '))
      return refused(why)
    }
    // A reset of the password ends what had begun, and must not miss what had not.
    const now = await passwordOf(email)
    const isSame = now?.hash === before?.hash || (password !== null && (await isRight(password, now?.hash)))
    if (!isSame) return drop('wrong')
    if (password !== null) await rehash(now, password)
    const userId = await userIdOf(response)
    if (userId === null && before?.isOneTime === true && !isUnused(before.until))
      return drop('one-time-password-invalid')
    if (userId === null)
      return { ok: true, codeNeeded: true, cookies: cookiesOf(response.headers, names.challenge) }
    if (before?.isOneTime === true && !(await useOnce(userId, before.until)))
      return drop('one-time-password-invalid')
    await internalAdapter.updateUser(userId, { lastSignInAt: new Date() })
    const { signedIn } = await session(cookie, { prolong: false })
    await sessions.makeRoom(userId, signedIn?.sessionId ?? null)
    return { ok: true, codeNeeded: false, cookies: [...cookies, devices.remember(email, cookie)] }
  }

  /** Makes one try, and gives what it opened. `password` is the one that was typed, null for a code. */
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
    if (made.retryAfter !== null) return { ok: false, why: 'too-many', retryAfter: made.retryAfter }
    const { before, response } = made.value
    if (response.status >= 500) throw new Error(`sign-in answered ${response.status}`)
    // Too many hashes at once are over in a second.
    if (response.status === 429) return { ok: false, why: 'too-many', retryAfter: 1 }
    return response.ok ? letIn(email, from.cookie ?? null, before, password, response) : refused('wrong')
  }

  return {
    /** Checks e-mail and password; the session goes into the cookies alone, or a challenge where a code is needed. */
    signIn: ({ email, password, ...from }: Caller & { email: string; password: string }) =>
      signInBy(email, from, password, () =>
        post('/sign-in/email', { email, password }, { ...from, cookie: null }),
      ),

    /** The second step: a code of the app, or a backup code, which works once. `email` is whose it is, null when nobody's. */
    async signInWithCode({
      code,
      cookie,
      ...from
    }: Visitor & { code: string }): Promise<{ email: string | null; outcome: SignInOutcome }> {
      const challenge = onlyCookie(cookie, names.challenge)
      const user = await challenged(challenge)
      if (user === null) return { email: null, outcome: refused('expired') }
      const outcome = await signInBy(user.email, { ...from, cookie }, null, () =>
        secondFactor.use(user.id, code, { ...from, cookie: challenge }),
      )
      return { email: user.email, outcome }
    },

    /**
     * The caller's own password, typed once more; counted apart from the tries to sign in. Seconds to wait when there were
     * too many.
     */
    async confirmPassword(
      { id, email }: SignedIn['user'],
      password: string,
    ): Promise<{ right: boolean; retryAfter: number | null }> {
      const hash = (await internalAdapter.findCredentialAccount(id))?.password ?? null
      if (hash === null) return { right: false, retryAfter: null }
      const made = await limit.counted([limit.stepUp(email)], async () => {
        const right = await waitingItsTurn(() => context.password.verify({ hash, password }))
        return { verdict: right ? 'right' : 'wrong', value: right }
      })
      return made.retryAfter === null ? { right: made.value, retryAfter: null } : { right: false, ...made }
    },
  }
}

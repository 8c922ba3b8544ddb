import type { Engine, Visitor } from './auth-engine.ts'
import type { SignedIn, SignInOutcome } from './auth.ts'
import type { SecondFactor } from './second-factor.ts'
import { onlyCookie } from './session-check.ts'
import { networkOf } from './network-of.ts'
import type { RememberedLimit } from './remembered-refusals.ts'
import type { SignOut } from './sign-out.ts'

type Caller = Omit<Visitor, 'cookie'>

async function userIdOf(response: Response): Promise<string | null> {
  const body: unknown = await response.json()
  if (typeof body !== 'object' || body === null || !('user' in body)) return null
  const { user } = body
  return typeof user === 'object' && user !== null && 'id' in user ? String(user.id) : null
}

/** Signing in with password and code. */
export function createSignIn(
  { context, names, post }: Engine,
  { limit, addresses }: { limit: RememberedLimit; addresses: RememberedLimit },
  secondFactor: Pick<SecondFactor, 'use'>,
  signOut: SignOut,
) {
  const cookiesOf = (headers: Headers, ...wanted: string[]) =>
    headers.getSetCookie().filter((cookie) => wanted.some((name) => cookie.startsWith(`${name}=`)))

  /** Why nothing is looked up for this caller, who was refused a moment ago; null where it is. */
  function refusal(address: string, account: string | null): SignInOutcome | null {
    const wait =
      addresses.justRefused(networkOf(address)) ?? (account === null ? null : limit.justRefused(account))
    return wait === null ? null : { ok: false, why: 'too-many', retryAfter: wait }
  }

  /** Makes one try for the account, unless too many failed for it or from there (trust T35). */
  async function tried(
    account: string,
    address: string,
    attempt: () => Promise<Response>,
  ): Promise<SignInOutcome> {
    const network = networkOf(address)
    const away = await addresses.take(network)
    if (away !== null) return { ok: false, why: 'too-many', retryAfter: away }
    const wait = await limit.take(account)
    if (wait !== null) {
      // Nothing was tried: colleagues at the same address do not wait for who is locked out.
      await addresses.giveBack(network)
      return { ok: false, why: 'too-many', retryAfter: wait }
    }
    const response = await attempt()
    if (response.ok || response.status === 429 || response.status >= 500) {
      await limit.giveBack(account)
      await addresses.giveBack(network)
    }
    if (response.status >= 500) throw new Error(`sign-in answered ${response.status}`)
    // Too many hashes at once are over in a second.
    if (response.status === 429) return { ok: false, why: 'too-many', retryAfter: 1 }
    if (!response.ok) return { ok: false, why: 'wrong', retryAfter: null }
    const userId = await userIdOf(response)
    if (userId === null)
      return { ok: true, codeNeeded: true, cookies: cookiesOf(response.headers, names.challenge) }
    await context.internalAdapter.updateUser(userId, { lastSignInAt: new Date() })
    return {
      ok: true,
      codeNeeded: false,
      cookies: cookiesOf(response.headers, names.session, names.challenge),
    }
  }

  /** Whose code is asked for; null when nobody's is, or it took too long. */
  async function challenged(challenge: string | null) {
    if (challenge === null) return null
    // Signed, and the signature is checked where the code is.
    const [identifier = ''] = challenge.slice(names.challenge.length + 1).split('.')
    const waiting = await context.internalAdapter.findVerificationValue(identifier)
    if (waiting === null || waiting.expiresAt.getTime() <= Date.now()) return null
    return context.internalAdapter.findUserById(waiting.value)
  }

  /** What a password is held against; null for nobody. */
  async function passwordHash(email: string): Promise<string | null> {
    const found = await context.internalAdapter.findUserByEmail(email)
    if (found === null) return null
    return (await context.internalAdapter.findCredentialAccount(found.user.id))?.password ?? null
  }

  /** As `attempt` ends, unless the password was reset meanwhile: that ends what had begun, and must not miss what had not. */
  async function whileItHolds(email: string, attempt: () => Promise<SignInOutcome>): Promise<SignInOutcome> {
    const before = await passwordHash(email)
    const outcome = await attempt()
    if (!outcome.ok || (await passwordHash(email)) === before) return outcome
    const cookie = outcome.cookies.map((line) => line.split(';')[0] ?? '').join('; ')
    await signOut(cookie)
    return { ok: false, why: 'wrong', retryAfter: null }
  }

  return {
    /** Checks e-mail and password; the session goes into the cookies alone, or a challenge where a code is needed. */
    signIn: async ({
      email,
      password,
      ...from
    }: Caller & { email: string; password: string }): Promise<SignInOutcome> =>
      refusal(from.address, email) ??
      whileItHolds(email, () =>
        tried(email, from.address, () =>
          post('/sign-in/email', { email, password }, { cookie: null, ...from }),
        ),
      ),

    /** The second step: a code of the app, or a backup code, which works once. `email` is whose it is, null when nobody's. */
    async signInWithCode({
      code,
      cookie,
      ...from
    }: Caller & {
      code: string
      cookie: string | null
    }): Promise<{ email: string | null; outcome: SignInOutcome }> {
      const refused = refusal(from.address, null)
      if (refused !== null) return { email: null, outcome: refused }
      const challenge = onlyCookie(cookie, names.challenge)
      const user = await challenged(challenge)
      if (user === null) return { email: null, outcome: { ok: false, why: 'expired', retryAfter: null } }
      const outcome =
        refusal(from.address, user.email) ??
        (await whileItHolds(user.email, () =>
          tried(user.email, from.address, () =>
            secondFactor.use(user.id, code, { cookie: challenge, ...from }),
          ),
        ))
      return { email: user.email, outcome }
    },

    /** The caller's own password, typed once more; counted with the tries to sign in. Seconds to wait when there were too many. */
    async confirmPassword(
      { id, email }: SignedIn['user'],
      password: string,
    ): Promise<{ right: boolean; retryAfter: number | null }> {
      const hash = (await context.internalAdapter.findCredentialAccount(id))?.password ?? null
      if (hash === null) return { right: false, retryAfter: null }
      const wait = await limit.take(email)
      if (wait !== null) return { right: false, retryAfter: wait }
      const right = await context.password.verify({ hash, password }).catch(async (error: unknown) => {
        await limit.giveBack(email)
        throw error
      })
      if (right) await limit.giveBack(email)
      return { right, retryAfter: null }
    },
  }
}

import type { Engine, Visitor } from './auth-engine.ts'
import type { SignedIn, SignInOutcome } from './auth.ts'
import { isCrowded, isOutdated } from './hashing.ts'
import type { SecondFactor } from './second-factor.ts'
import { onlyCookie } from './session-check.ts'
import type { AddressLimit, SignInLimit } from '../store/sign-in-limit.ts'
import { networkOf } from './network-of.ts'
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
  { limit, addresses }: { limit: SignInLimit; addresses: AddressLimit },
  secondFactor: Pick<SecondFactor, 'use'>,
  signOut: SignOut,
) {
  const cookiesOf = (headers: Headers, ...wanted: string[]) =>
    headers.getSetCookie().filter((cookie) => wanted.some((name) => cookie.startsWith(`${name}=`)))

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

  /** The account with the hash that a password is checked against; null when there is none. */
  async function credentialOf(email: string): Promise<{ id: string; hash: string } | null> {
    const found = await context.internalAdapter.findUserByEmail(email)
    if (found === null) return null
    const account = await context.internalAdapter.findCredentialAccount(found.user.id)
    return typeof account?.password === 'string' ? { id: account.id, hash: account.password } : null
  }

  const isRight = (password: string, hash: string): Promise<boolean> =>
    context.password.verify({ hash, password }).catch((error: unknown) => {
      if (isCrowded(error)) return false
      throw error
    })

  /** Puts a hash of today's cost in place of this one, unless another password has come in between. */
  async function rehash({ id, hash }: { id: string; hash: string }, password: string): Promise<void> {
    try {
      await context.adapter.updateMany({
        model: 'account',
        where: [
          { field: 'id', value: id },
          { field: 'password', value: hash },
        ],
        update: { password: await context.password.hash(password) },
      })
    } catch (error) {
      // The next sign-in does it.
      if (!isCrowded(error)) throw error
    }
  }

  /**
   * As `attempt` ends, unless the password was reset meanwhile: that ends what had begun, and must not miss what had not.
   * `password` is the one that was given, if any: a sign-in beside this one may have hashed it again.
   */
  async function whileItHolds(
    email: string,
    password: string | null,
    attempt: () => Promise<SignInOutcome>,
  ): Promise<SignInOutcome> {
    const before = await credentialOf(email)
    const outcome = await attempt()
    if (!outcome.ok) return outcome
    const now = await credentialOf(email)
    const holds =
      now?.hash === before?.hash || (password !== null && now !== null && (await isRight(password, now.hash)))
    if (!holds) {
      const cookie = outcome.cookies.map((line) => line.split(';')[0] ?? '').join('; ')
      await signOut(cookie)
      return { ok: false, why: 'wrong', retryAfter: null }
    }
    if (password !== null && now !== null && isOutdated(now.hash)) await rehash(now, password)
    return outcome
  }

  return {
    /** Checks e-mail and password; the session goes into the cookies alone, or a challenge where a code is needed. */
    signIn: ({
      email,
      password,
      ...from
    }: Caller & { email: string; password: string }): Promise<SignInOutcome> =>
      whileItHolds(email, password, () =>
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
      const challenge = onlyCookie(cookie, names.challenge)
      const user = await challenged(challenge)
      if (user === null) return { email: null, outcome: { ok: false, why: 'expired', retryAfter: null } }
      const outcome = await whileItHolds(user.email, null, () =>
        tried(user.email, from.address, () =>
          secondFactor.use(user.id, code, { cookie: challenge, ...from }),
        ),
      )
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

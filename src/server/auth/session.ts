import { roles } from '#contract/access.ts'
import type { ProblemCode } from '#contract/problem.ts'
import { currentSession, signIn, signInWithCode, signOut, type Session } from '#contract/session.ts'
import type { Settings } from '#contract/settings.ts'
import type { Audit } from '../audit/audit-store.ts'
import type { Auth } from './auth.ts'
import type { SignInOutcome } from './sign-in.ts'
import type { Oidc } from './oidc.ts'
import { type Actor, actorOf, type SignedIn } from '../platform/http/caller.ts'
import { audited } from '../audit/audited.ts'
import { visitorOf, type Mount } from '../platform/http/mount.ts'
import { ProblemError } from '../platform/http/problems.ts'
import { siteOf } from '../platform/http/network-of.ts'
import { andMore, type OnceAMinute } from '../platform/once-a-minute.ts'
import { stranger } from './strangers.ts'

interface Visit {
  address: string
  requestId: string
}

interface SessionSource {
  settings: { read: () => Promise<Pick<Settings, 'legacyCreate'>> }
  service: { sandbox: boolean }
}

/** What a signed-in user's console has to know about them. */
export async function sessionOf(caller: SignedIn, { settings, service }: SessionSource): Promise<Session> {
  const { legacyCreate } = await settings.read()
  return {
    user: caller.user,
    role: caller.role,
    permissions: caller.mustChangePassword ? [] : [...roles[caller.role]],
    mustChangePassword: caller.mustChangePassword,
    features: { legacyCreate, sandbox: service.sandbox },
  }
}

export function mountSession(
  { mount, mountOpen }: Mount,
  deps: SessionSource & {
    auth: Auth
    audit: Audit
    strangers: OnceAMinute
    /** Null: no single sign-on. */
    oidc: Oidc | null
    publicUrl: string
  },
): void {
  const { auth, audit, strangers, oidc, publicUrl } = deps
  mount(currentSession, ({ caller }) => sessionOf(caller, deps))

  /** Whose session the cookies of an answer begin, as the audit names them; null where they begin none. */
  async function signedInBy(call: Visit, cookies: readonly string[]): Promise<Actor | null> {
    const cookie = cookies.map((line) => line.split(';')[0] ?? '').join('; ')
    const { signedIn } = await auth.session(cookie, { prolong: false })
    return signedIn === null ? null : actorOf({ ...call, caller: signedIn })
  }

  /**
   * Puts the outcome on record, then answers it: cookies, or why not. `email` is null where no sign-in waits for a code. Says
   * whether a code is still needed.
   */
  async function conclude(
    call: Visit & { setCookies: (cookies: string[]) => void },
    email: string | null,
    outcome: SignInOutcome,
    refused: ProblemCode,
  ): Promise<{ codeNeeded: boolean }> {
    const tooMany = !outcome.ok && outcome.why === 'too-many'
    const used = !outcome.ok && outcome.why === 'one-time-password-invalid' ? outcome.why : null
    const code = outcome.ok ? null : tooMany ? 'too-many-requests' : (used ?? refused)
    const codeNeeded = outcome.ok && outcome.codeNeeded
    const begun = outcome.ok && !codeNeeded ? await signedInBy(call, outcome.cookies) : null
    const write = (leftOut: number) =>
      audit.write([
        {
          actor: begun ?? stranger(call, email ?? undefined),
          action: code === null && !codeNeeded ? 'session.begin' : 'session.refused',
          object: email ?? '-',
          phase: 'outcome',
          reason: andMore(leftOut),
          result: code ?? (codeNeeded ? 'code-needed' : 'done'),
        },
      ])
    const site = siteOf(call.address)
    const kinds = tooMany ? [site, email ?? '-'] : email === null ? [`${refused} ${site}`] : []
    // Who is asked for a code has given a right password: no number of strangers must hide that.
    const isStranger = code !== null && code !== 'code-wrong'
    await (isStranger ? strangers(kinds, write) : write(0))
    if (!outcome.ok)
      throw new ProblemError(
        code ?? refused,
        outcome.retryAfter === null ? {} : { retryAfter: outcome.retryAfter },
      )
    call.setCookies(outcome.cookies)
    return { codeNeeded }
  }

  mountOpen(signIn, async (call) => {
    const { body } = call
    const outcome = await auth.signIn({ ...body, ...visitorOf(call) })
    return conclude(call, body.email, outcome, 'sign-in-failed')
  })

  mountOpen(signInWithCode, async (call) => {
    const { email, outcome } = await auth.signInWithCode({ code: call.body.code, ...visitorOf(call) })
    return conclude(call, email, outcome, email === null ? 'code-expired' : 'code-wrong')
  })

  mountOpen(signOut, async (call) => {
    const { header, setCookies } = call
    const cookie = header('cookie') ?? null
    const { signedIn } = await auth.session(cookie, { prolong: false })
    const end = () =>
      auth.signOut(cookie).catch(() => {
        throw new ProblemError('unavailable')
      })
    if (signedIn === null) setCookies(await end())
    else {
      const actor = actorOf({ ...call, caller: signedIn })
      setCookies(await audited(audit, { actor, action: 'session.end', object: signedIn.user.email }, end))
    }
    const url = signedIn?.elsewhere === true ? await oidc?.endSession(`${publicUrl}/sign-in`) : null
    return url ? { endSessionUrl: url } : {}
  })
}

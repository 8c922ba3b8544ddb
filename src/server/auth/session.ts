import { permissionsWithoutService } from '#contract/access.ts'
import type { ProblemCode } from '#contract/problem.ts'
import { beginPasskeySignIn, signInWithPasskey } from '#contract/passkeys.ts'
import { currentSession, session, signIn, signInWithCode, signOut, type Session } from '#contract/session.ts'
import type { Settings } from '#contract/settings.ts'
import type { Audit } from '../audit/audit-store.ts'
import type { AuthService } from './auth.ts'
import { anonymousActor } from './refusals.ts'
import type { SignInOutcome } from './sign-in.ts'
import { type Actor, actorOf, type SignedIn } from '../platform/http/caller.ts'
import { audited } from '../audit/audited.ts'
import { visitorOf, type Mount } from '../platform/http/mount.ts'
import { ProblemError } from '../platform/problems.ts'
import { siteOf } from '../platform/http/address.ts'
import { andMore } from '../platform/once-a-minute.ts'

interface Visit {
  address: string
  requestId: string
}

interface SessionSource {
  settings: { read: () => Promise<Settings> }
  service: { sandbox: boolean; isConnected: boolean }
}

/** Returns the session data that the browser needs: user, role, permissions and features. Throws `forbidden` for a caller without a role. */
export async function sessionOf(caller: SignedIn, { settings, service }: SessionSource): Promise<Session> {
  if (caller.role === null) throw new ProblemError('forbidden')
  const { sandbox, isConnected } = service
  const permissions = caller.permissions.filter(
    (permission) => isConnected || permissionsWithoutService.includes(permission),
  )
  return {
    user: caller.user,
    role: caller.role,
    permissions: caller.mustChangePassword || caller.needsSecondFactor === true ? [] : permissions,
    mustChangePassword: caller.mustChangePassword,
    ...(caller.needsSecondFactor === true ? { secondFactorRequired: true } : {}),
    features: session.shape.features.parse({ ...(await settings.read()), sandbox, service: isConnected }),
  }
}

export interface SessionDeps extends SessionSource {
  auth: AuthService
  audit: Audit
  publicUrl: string
}

export function mountSession({ mount, mountOpen }: Mount, deps: SessionDeps): void {
  const { auth, audit, publicUrl } = deps
  const { oidc, refusals } = auth
  mount(currentSession, ({ caller }) => sessionOf(caller, deps))

  /** Returns the audit actor of the session that the response's cookies begin; `null` when they begin none. */
  async function signedInBy(call: Visit, cookies: readonly string[]): Promise<Actor | null> {
    const [cookie] = cookies[0]?.split(';') ?? []
    const { signedIn } = await auth.session(cookie ?? null, { prolong: false })
    return signedIn === null ? null : actorOf({ ...call, caller: signedIn })
  }

  /**
   * Returns what a refused sign-in counts as: such attempts get one row a minute. A limit of the network is one kind for all
   * accounts, because strangers choose the accounts.
   */
  function kindOf({ address }: Visit, email: string | null, outcome: SignInOutcome, result: string): string {
    const account = email?.trim().toLowerCase() ?? '-'
    const isOfNetwork = !outcome.ok && outcome.why === 'too-many' && !outcome.isLocked
    return [result, siteOf(address), ...(isOfNetwork ? [] : [account])].join(' ')
  }

  /**
   * Writes the outcome to the audit, then sets the cookies or throws the reason. `email` is null when no sign-in waits
   * for a code. Returns whether a code is still needed.
   */
  async function finishSignIn(
    call: Visit & { setCookies: (cookies: string[]) => void },
    email: string | null,
    outcome: SignInOutcome,
    refused: ProblemCode,
  ): Promise<{ codeNeeded: boolean }> {
    const tooMany = !outcome.ok && outcome.why === 'too-many'
    const used = !outcome.ok && outcome.why === 'one-time-password-invalid' ? outcome.why : null
    const code = outcome.ok ? null : tooMany ? 'too-many-requests' : (used ?? refused)
    const codeNeeded = outcome.ok && outcome.codeNeeded
    const result = code ?? 'done'
    const begun = outcome.ok && !codeNeeded ? await signedInBy(call, outcome.cookies) : null
    const write = (leftOut: number) =>
      audit.write([
        {
          actor: begun ?? anonymousActor(call, email ?? undefined),
          action: code !== null ? 'session.refused' : codeNeeded ? 'session.ask-code' : 'session.begin',
          object: email ?? '-',
          phase: 'outcome',
          reason: andMore(leftOut),
          result,
        },
      ])
    const isBegun = outcome.ok && !codeNeeded
    await (isBegun ? write(0) : refusals.onceAMinute([kindOf(call, email, outcome, result)], write))
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
    return finishSignIn(call, body.email, outcome, 'sign-in-failed')
  })

  mountOpen(signInWithCode, async (call) => {
    const { email, outcome } = await auth.signInWithCode({ code: call.body.code, ...visitorOf(call) })
    return finishSignIn(call, email, outcome, email === null ? 'code-expired' : 'code-wrong')
  })

  mountOpen(beginPasskeySignIn, async ({ setCookies }) => {
    const { options, cookie } = await auth.passkeys.beginSignIn()
    setCookies([cookie])
    return options
  })

  mountOpen(signInWithPasskey, async (call) => {
    const { email, outcome } = await auth
      .signInWithPasskey({ ...call.body, ...visitorOf(call) })
      .catch(async (error: unknown) => {
        if (!(error instanceof ProblemError) || error.code !== 'passkey-wrong') throw error
        const refused = { ok: false, why: 'wrong', retryAfter: null } as const
        await finishSignIn(call, null, refused, 'passkey-wrong')
        throw error
      })
    await finishSignIn(call, email, outcome, 'passkey-wrong')
    return {}
  })

  mountOpen(signOut, async (call) => {
    const { header, setCookies } = call
    const cookie = header('cookie') ?? null
    const { signedIn } = await auth.session(cookie, { prolong: false })
    const end = () =>
      auth.signOut(cookie).catch(() => {
        throw new ProblemError('unavailable')
      })
    if (signedIn === null) setCookies([await end()])
    else {
      const actor = actorOf({ ...call, caller: signedIn })
      setCookies([await audited(audit, { actor, action: 'session.end', object: signedIn.user.email }, end)])
    }
    const url = signedIn?.isSsoUser === true ? await oidc?.endSession(`${publicUrl}/sign-in`) : null
    return url ? { endSessionUrl: url } : {}
  })
}

import { permissionsWithoutService } from '#contract/access.ts'
import type { ProblemCode } from '#contract/problem.ts'
import { beginPasskeySignIn, signInWithPasskey } from '#contract/passkeys.ts'
import { currentSession, session, signIn, signInWithCode, signOut, type Session } from '#contract/session.ts'
import type { Settings } from '#contract/settings.ts'
import type { UserLimit } from '#contract/users.ts'
import type { Audit } from '../audit/audit-store.ts'
import type { AuthService } from './auth.ts'
import { andMore, anonymousActor } from './refusals.ts'
import type { SignInOutcome } from './sign-in.ts'
import { type Actor, actorOf, type SignedIn } from '../platform/http/caller.ts'
import { audited } from '../audit/audited.ts'
import { visitorOf, type Mount } from '../platform/http/mount.ts'
import { ProblemError } from '../platform/problems.ts'
import { siteOf } from '../platform/http/address.ts'

interface Visit {
  address: string
  requestId: string
}

interface SessionSource {
  settings: { read: () => Promise<Settings> }
  service: { sandbox: boolean; isConnected: boolean }
  /** Names of all pools by ID. */
  poolNames: () => Promise<ReadonlyMap<string, string>>
}

/** Returns the limit with the names of its pools that exist. */
async function namedLimit({ departments, pools }: UserLimit, poolNames: SessionSource['poolNames']) {
  const names = await poolNames()
  return {
    departments,
    pools: pools.flatMap((id) => {
      const name = names.get(id)
      return name === undefined ? [] : [{ id, name }]
    }),
  }
}

/** Returns the session data that the browser needs: user, role, permissions and features. Throws `forbidden` for a caller without a role. */
export async function sessionOf(
  caller: SignedIn,
  { settings, service, poolNames }: SessionSource,
): Promise<Session> {
  if (caller.role === null) throw new ProblemError('forbidden')
  const { sandbox, isConnected } = service
  const permissions = caller.permissions.filter(
    (permission) => isConnected || permissionsWithoutService.includes(permission),
  )
  return {
    user: caller.user,
    role: caller.role,
    permissions: caller.mustChangePassword || caller.needsSecondFactor === true ? [] : permissions,
    ...(caller.limit === undefined ? {} : { limit: await namedLimit(caller.limit, poolNames) }),
    mustChangePassword: caller.mustChangePassword,
    ...(caller.needsSecondFactor === true ? { secondFactorRequired: true } : {}),
    features: session.shape.features.parse({ ...(await settings.read()), sandbox, service: isConnected }),
  }
}

/** The problems of refused sign-ins that every step reports alike. */
const codes: Partial<Record<string, ProblemCode>> = {
  'too-many': 'too-many-requests',
  'one-time-password-invalid': 'one-time-password-invalid',
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
   * Writes the outcome to the audit, then sets the cookies or throws the reason. `email` is null when no sign-in waits
   * for a code. Returns whether a code is still needed. Refusals and questions for a code get one row a minute of a kind; a limit
   * of the network is one kind for all accounts, because strangers choose the accounts.
   */
  async function finishSignIn(
    call: Visit & { setCookies: (cookies: string[]) => void },
    email: string | null,
    outcome: SignInOutcome,
    refused: ProblemCode,
  ): Promise<{ codeNeeded: boolean }> {
    const code = outcome.ok ? null : (codes[outcome.why] ?? refused)
    const isBegun = outcome.ok && !outcome.codeNeeded
    const begun = isBegun ? await signedInBy(call, outcome.cookies) : null
    const result = code ?? 'done'
    const write = (leftOut: number) =>
      audit.write([
        {
          actor: begun ?? anonymousActor(call, email ?? undefined),
          action: code !== null ? 'session.refused' : isBegun ? 'session.begin' : 'session.ask-code',
          object: email ?? '-',
          phase: 'outcome',
          reason: andMore(leftOut),
          result,
        },
      ])
    const isOfNetwork = !outcome.ok && outcome.why === 'too-many' && !outcome.isLocked
    const kind = [result, siteOf(call.address), ...(isOfNetwork ? [] : [email?.trim().toLowerCase() ?? '-'])]
    await (isBegun ? write(0) : refusals.onceAMinute(kind.join(' '), write))
    if (!outcome.ok) {
      const { retryAfter } = outcome
      throw new ProblemError(code ?? refused, retryAfter === null ? {} : { retryAfter })
    }
    call.setCookies(outcome.cookies)
    return { codeNeeded: outcome.codeNeeded }
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
    const { options, cookie } = await auth.passkeys.beginCheck(null)
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

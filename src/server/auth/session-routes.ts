import { permissionsWithoutService } from '#contract/access.ts'
import { beginPasskeySignIn, signInWithPasskey } from '#contract/passkeys.ts'
import { currentSession, session, signIn, signInWithCode, signOut, type Session } from '#contract/session.ts'
import type { Settings } from '#contract/settings.ts'
import type { UserLimit } from '#contract/users.ts'
import type { Audit } from '../audit/audit-store.ts'
import type { AuthService } from './auth.ts'
import { anonymousActor } from './refusals.ts'
import type { SignInResult } from './sign-in.ts'
import { actorOf, sessionFingerprint, type SignedIn } from '../platform/http/caller.ts'
import { audited } from '../audit/audited.ts'
import type { RequestFacts } from '../platform/http/authorize.ts'
import { visitorOf, type Mount, type SetCookies } from '../platform/http/mount.ts'
import { ProblemError, throwUnavailable } from '../platform/problems.ts'

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
export async function readSession(
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
    permissions: caller.mustChangePassword || caller.secondFactorNeed !== null ? [] : permissions,
    ...(caller.limit === undefined ? {} : { limit: await namedLimit(caller.limit, poolNames) }),
    mustChangePassword: caller.mustChangePassword,
    ...(caller.secondFactorNeed === null ? {} : { secondFactorNeed: caller.secondFactorNeed }),
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
  mount(currentSession, ({ caller }) => readSession(caller, deps))

  /**
   * Signs in and writes the outcome to the audit; then sets the cookies, or throws the refusal. `email` is null for an unknown
   * account. Refusals and questions for a code get one row a minute of a kind, account and site; refusals of a limit get one for
   * the site, because strangers choose the accounts.
   */
  async function recordSignIn(
    call: Pick<RequestFacts, 'address' | 'requestId'> & { setCookies: SetCookies },
    email: string | null,
    work: () => Promise<SignInResult>,
  ): Promise<{ codeNeeded: boolean }> {
    const stranger = anonymousActor(call, email ?? undefined)
    const { user, sessionId, cookies } = await work().catch(async (error: unknown) => {
      if (error instanceof ProblemError) {
        const [object, result] = [email ?? '-', error.code]
        const account = result === 'too-many-requests' ? '' : object.trim().toLowerCase()
        await refusals.signIn(stranger, { action: 'session.refused', object, result, account })
      }
      throw error
    })
    const { id, email: name, role } = user
    const entry = { object: email ?? name, result: 'done' }
    if (sessionId === null)
      await refusals.signIn(stranger, { action: 'session.ask-code', ...entry, account: id })
    else {
      const actor = { ...stranger, id, name, role, session: sessionFingerprint(sessionId) }
      await audit.write([{ actor, action: 'session.begin', ...entry }])
    }
    call.setCookies(cookies)
    return { codeNeeded: sessionId === null }
  }

  mountOpen(signIn, (call) =>
    recordSignIn(call, call.body.email, () => auth.signIn.withPassword({ ...call.body, ...visitorOf(call) })),
  )

  mountOpen(signInWithCode, async (call) => {
    const visitor = visitorOf(call)
    const waiting = await auth.signIn.waiting(visitor.cookie)
    return recordSignIn(call, waiting?.email ?? null, () =>
      auth.signIn.withCode(waiting, { ...call.body, ...visitor }),
    )
  })

  mountOpen(beginPasskeySignIn, async ({ setCookies }) => {
    const { options, cookie } = await auth.passkeys.beginCheck(null)
    setCookies([cookie])
    return options
  })

  mountOpen(signInWithPasskey, async (call) => {
    await recordSignIn(call, null, () => auth.signIn.withPasskey({ ...call.body, ...visitorOf(call) }))
    return {}
  })

  mountOpen(signOut, async (call) => {
    const { header, setCookies } = call
    const cookie = header('cookie') ?? null
    const signedIn = await auth.sessions.check(cookie, { prolong: false })
    const end = () => auth.sessions.signOut(cookie).catch(throwUnavailable)
    if (signedIn === null) setCookies([await end()])
    else {
      const actor = actorOf({ ...call, caller: signedIn })
      setCookies([await audited(audit, { actor, action: 'session.end', object: signedIn.user.email }, end)])
    }
    const url = signedIn?.isSsoUser === true ? await oidc?.endSession(`${publicUrl}/sign-in`) : null
    return url ? { endSessionUrl: url } : {}
  })
}

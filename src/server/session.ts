import { roles } from '#contract/access.ts'
import { currentSession, signIn, signOut } from '#contract/session.ts'
import type { AppDeps } from './app.ts'
import { actorOf, type Mount } from './mount.ts'
import { ProblemError } from './problems.ts'
import type { Actor } from './store/audit-store.ts'

export function mountSession({ mount, mountOpen }: Mount, { auth, settings, service, audit, oidc, seal, publicUrl }: AppDeps): void {
  mount(currentSession, async ({ caller }) => {
    const { legacyCreate } = await settings.read()
    return {
      user: caller.user,
      role: caller.role,
      permissions: [...roles[caller.role]],
      features: { legacyCreate, sandbox: service.sandbox },
    }
  })

  /** Who is at the door, before anybody knows whether it is them. */
  const visitor = (name: string, { address, requestId }: { address: string; requestId: string }): Actor => ({
    id: '-',
    name,
    role: null,
    session: null,
    address,
    requestId,
  })

  mountOpen(signIn, async (call) => {
    const { body, address, header, setCookies } = call
    const outcome = await auth.signIn({ ...body, address, userAgent: header('user-agent') ?? '' })
    const action = outcome.ok ? 'session.begin' : 'session.refused'
    const result = outcome.ok ? 'done' : outcome.tooMany ? 'too-many-requests' : 'sign-in-failed'
    await audit.write([
      { actor: visitor(body.email, call), action, object: body.email, phase: 'outcome', result },
    ])
    if (!outcome.ok) {
      const wait = outcome.retryAfter === null ? {} : { retryAfter: outcome.retryAfter }
      throw new ProblemError(outcome.tooMany ? 'too-many-requests' : 'sign-in-failed', wait)
    }
    setCookies(outcome.cookies)
    return {}
  })

  mountOpen(signOut, async (call) => {
    const { header, setCookies } = call
    const cookie = header('cookie') ?? null
    const { signedIn } = await auth.session(cookie, { prolong: false })
    const idToken = signedIn === null ? null : seal.open((await auth.sealedIdToken(signedIn.sessionId)) ?? '')
    if (signedIn !== null) {
      const actor = actorOf({ ...call, caller: signedIn })
      await audit.write([
        { actor, action: 'session.end', object: signedIn.user.email, phase: 'outcome', result: 'done' },
      ])
    }
    const { cookies } = await auth.signOut(cookie)
    setCookies(cookies)
    const url = idToken === null ? null : await oidc?.endSession(idToken, `${publicUrl}/sign-in`)
    return url ? { endSessionUrl: url } : {}
  })
}

import { roles } from '#contract/access.ts'
import { currentSession, signIn, signOut } from '#contract/session.ts'
import type { AppDeps } from './app.ts'
import type { Mount } from './mount.ts'
import { ProblemError } from './problems.ts'

export function mountSession({ mount, mountOpen }: Mount, { auth, settings, service }: AppDeps): void {
  mount(currentSession, async ({ caller }) => {
    const { legacyCreate } = await settings.read()
    return {
      user: caller.user,
      role: caller.role,
      permissions: [...roles[caller.role]],
      features: { legacyCreate, sandbox: service.sandbox },
    }
  })

  mountOpen(signIn, async ({ body, address, header, setCookies }) => {
    const outcome = await auth.signIn({ ...body, address, userAgent: header('user-agent') ?? '' })
    if (!outcome.ok) {
      const wait = outcome.retryAfter === null ? {} : { retryAfter: outcome.retryAfter }
      throw new ProblemError(outcome.tooMany ? 'too-many-requests' : 'sign-in-failed', wait)
    }
    setCookies(outcome.cookies)
    return {}
  })

  mountOpen(signOut, async ({ header, setCookies }) => {
    const { cookies } = await auth.signOut(header('cookie') ?? null)
    setCookies(cookies)
    return {}
  })
}

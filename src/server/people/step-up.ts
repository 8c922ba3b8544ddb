import { APIError, createAuthEndpoint, sessionMiddleware } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { freshSignInMs, type StepUpNeed } from '#contract/step-up.ts'
import type { Engine } from './auth-engine.ts'
import type { SignedIn } from './auth.ts'
import { ProblemError } from '../http/problems.ts'
import type { SecondFactor } from './second-factor.ts'

/** better-auth's part of a step-up: a new session takes the place of the old one, so that its id changes (trust T33). */
export const stepUpPlugin = {
  id: 'step-up' as const,
  endpoints: {
    renewSession: createAuthEndpoint.serverOnly({ method: 'POST', use: [sessionMiddleware] }, async (ctx) => {
      const { adapter, internalAdapter, session: known } = ctx.context
      if (known === null) throw new TypeError('the middleware lets nobody in without a session')
      const { ipAddress, userAgent, token } = known.session
      const session = await internalAdapter.createSession(known.user.id, false, {
        ipAddress,
        userAgent,
        // For people of the identity provider who have a password here as well.
        ssoAuthTime: new Date(),
      })
      await setSessionCookie(ctx, { session, user: known.user })
      await adapter.deleteMany({ model: 'session', where: [{ field: 'token', value: token }] })
    }),
  },
}

/** What a step-up asks of better-auth. */
export function stepUpCalls(
  { api, context, names, cookieHeaders }: Engine,
  secondFactor: Pick<SecondFactor, 'isOn'>,
) {
  /** How a user proves who they are. */
  async function proofOf(userId: string): Promise<Exclude<StepUpNeed, 'nothing'>> {
    const account = await context.internalAdapter.findCredentialAccount(userId)
    if (typeof account?.password !== 'string') return 'sign-in'
    return (await secondFactor.isOn(userId)) ? 'password-and-code' : 'password'
  }

  return {
    proofOf,

    /** What the caller has to do before an endpoint with `freshSignIn`. */
    async stepUpNeed({ provedAt, user }: Pick<SignedIn, 'provedAt' | 'user'>): Promise<StepUpNeed> {
      const isFresh = provedAt !== null && Date.now() - provedAt <= freshSignInMs
      return isFresh ? 'nothing' : proofOf(user.id)
    },

    /** The caller's session under a new id, as if just begun; it goes into the cookies alone. */
    async renewSession(cookie: string): Promise<string[]> {
      const { headers } = await api
        .renewSession({ headers: cookieHeaders(cookie), returnHeaders: true })
        .catch((error: unknown) => {
          // Another step-up of the same session was first, or the session was ended.
          if (error instanceof APIError && error.statusCode === 401) throw new ProblemError('unauthenticated')
          throw error
        })
      return headers.getSetCookie().filter((line) => line.startsWith(`${names.session}=`))
    },
  }
}

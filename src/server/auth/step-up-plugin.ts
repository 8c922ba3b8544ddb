import { createAuthEndpoint, sessionMiddleware } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'

/** better-auth's part of a step-up: a new session takes the place of the old one, so that its id changes. */
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

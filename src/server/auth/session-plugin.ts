import { APIError, createAuthEndpoint, sessionMiddleware } from 'better-auth/api'
import { deleteSessionCookie, setSessionCookie } from 'better-auth/cookies'

/** How sessions end and change their id, as endpoints of better-auth that only the console's own code calls. */
export const sessionPlugin = {
  id: 'console-sessions' as const,
  endpoints: {
    /**
     * Signs out. better-auth's own sign-out is limited by address, so that strangers could keep others from it, and reports
     * success when the store has removed nothing.
     */
    endSession: createAuthEndpoint.serverOnly({ method: 'POST', requireHeaders: true }, async (ctx) => {
      const { adapter, authCookies, secret } = ctx.context
      const token = await ctx.getSignedCookie(authCookies.sessionToken.name, secret)
      if (token) await adapter.deleteMany({ model: 'session', where: [{ field: 'token', value: token }] })
      deleteSessionCookie(ctx)
    }),

    /** Puts a new session in place of the caller's, so that its id changes. */
    renewSession: createAuthEndpoint.serverOnly({ method: 'POST', use: [sessionMiddleware] }, async (ctx) => {
      const { adapter, internalAdapter, session: known } = ctx.context
      if (known === null) throw new TypeError('the middleware refuses requests without a session')
      const { ipAddress, userAgent, token } = known.session
      const session = await internalAdapter.createSession(known.user.id, false, {
        ipAddress,
        userAgent,
        // For people of the identity provider who have a password here as well.
        ssoAuthTime: new Date(),
      })
      const end = (of: string) =>
        adapter.deleteMany({ model: 'session', where: [{ field: 'token', value: of }] })
      // Ended in between, as by an administrator: the new one must not outlast that.
      if ((await end(token)) === 0) {
        await end(session.token)
        throw new APIError('UNAUTHORIZED')
      }
      await setSessionCookie(ctx, { session, user: known.user })
    }),
  },
}

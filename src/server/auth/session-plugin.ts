import { APIError, createAuthEndpoint, sessionMiddleware } from 'better-auth/api'
import { deleteSessionCookie, setSessionCookie } from 'better-auth/cookies'
import { generateRandomString } from 'better-auth/crypto'

/** How sessions end and change their token, as endpoints of better-auth that only the console's own code calls. */
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

    /**
     * The caller's session under a new token, as if just begun. One row is changed: what ends sessions at the same time finds it
     * before or after, where it could miss a new row. Throws 401 where it has found it.
     */
    renewSession: createAuthEndpoint.serverOnly({ method: 'POST', use: [sessionMiddleware] }, async (ctx) => {
      const { adapter, session: known, sessionConfig } = ctx.context
      if (known === null) throw new TypeError('the middleware refuses requests without a session')
      const now = new Date()
      const update = {
        token: generateRandomString(32),
        createdAt: now,
        updatedAt: now,
        expiresAt: new Date(now.getTime() + sessionConfig.expiresIn * 1000),
        // For people of the identity provider who have a password here as well.
        ssoAuthTime: now,
      }
      const where = [{ field: 'token', value: known.session.token }]
      if ((await adapter.updateMany({ model: 'session', where, update })) === 0)
        throw new APIError('UNAUTHORIZED')
      await setSessionCookie(ctx, { session: { ...known.session, ...update }, user: known.user })
    }),
  },
}

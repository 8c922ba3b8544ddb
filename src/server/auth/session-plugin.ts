import { APIError, createAuthEndpoint, sessionMiddleware } from 'better-auth/api'
import { deleteSessionCookie, setSessionCookie } from 'better-auth/cookies'
import { generateRandomString } from 'better-auth/crypto'

/** better-auth endpoints that end a session or change its token. Only the console's own code calls them. */
export const sessionPlugin = {
  id: 'console-sessions' as const,
  endpoints: {
    /**
     * Signs out. better-auth's own sign-out is limited by address, so strangers could block other users' sign-outs, and
     * reports success when the store has removed nothing.
     */
    endSession: createAuthEndpoint.serverOnly({ method: 'POST', requireHeaders: true }, async (ctx) => {
      const { adapter, authCookies, secret } = ctx.context
      const token = await ctx.getSignedCookie(authCookies.sessionToken.name, secret)
      if (token) await adapter.deleteMany({ model: 'session', where: [{ field: 'token', value: token }] })
      deleteSessionCookie(ctx)
    }),

    /**
     * Gives the caller's session a new token, as if it had just begun. Changes one row: a request that ends sessions at
     * the same time finds this row, but could miss a new one. Throws 401 when that request was first.
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
        ssoAuthTime: now,
      }
      const where = [{ field: 'token', value: known.session.token }]
      if ((await adapter.updateMany({ model: 'session', where, update })) === 0)
        throw new APIError('UNAUTHORIZED')
      await setSessionCookie(ctx, { session: { ...known.session, ...update }, user: known.user })
    }),
  },
}

import { createAuthEndpoint } from 'better-auth/api'
import { deleteSessionCookie } from 'better-auth/cookies'

/**
 * better-auth's part of signing out. Its own sign-out is limited by address, so that strangers could keep others from it,
 * and says that all is well when the store has removed nothing.
 */
export const signOutPlugin = {
  id: 'sign-out' as const,
  endpoints: {
    endSession: createAuthEndpoint.serverOnly({ method: 'POST', requireHeaders: true }, async (ctx) => {
      const { adapter, authCookies, secret } = ctx.context
      const token = await ctx.getSignedCookie(authCookies.sessionToken.name, secret)
      if (token) await adapter.deleteMany({ model: 'session', where: [{ field: 'token', value: token }] })
      deleteSessionCookie(ctx)
    }),
  },
}

import { createAuthEndpoint } from 'better-auth/api'
import { deleteSessionCookie } from 'better-auth/cookies'
import type { Engine } from './auth-engine.ts'

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

/** Ends the session of these cookies, if there is one, and gives the cookie that clears it. Throws what the store throws. */
export const createSignOut =
  ({ api, names, cookieHeaders }: Pick<Engine, 'api' | 'names' | 'cookieHeaders'>) =>
  async (cookie: string | null): Promise<string[]> => {
    const { headers } = await api.endSession({
      headers: cookieHeaders(cookie),
      returnHeaders: true,
    })
    return headers.getSetCookie().filter((line) => line.startsWith(`${names.session}=`))
  }
export type SignOut = ReturnType<typeof createSignOut>

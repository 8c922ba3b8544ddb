import { createAuthEndpoint, sessionMiddleware } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import type { Engine } from './auth-engine.ts'

/** better-auth's part of a step-up: a new session takes the place of the old one, so that its id changes (trust T33). */
export const stepUpPlugin = {
  id: 'step-up' as const,
  endpoints: {
    renewSession: createAuthEndpoint.serverOnly({ method: 'POST', use: [sessionMiddleware] }, async (ctx) => {
      const { adapter, internalAdapter, session: known } = ctx.context
      if (known === null) throw new TypeError('the middleware lets nobody in without a session')
      const { ipAddress, userAgent, token } = known.session
      const session = await internalAdapter.createSession(known.user.id, false, { ipAddress, userAgent })
      await setSessionCookie(ctx, { session, user: known.user })
      await adapter.deleteMany({ model: 'session', where: [{ field: 'token', value: token }] })
    }),
  },
}

/** What a step-up asks of better-auth. */
export const stepUpCalls = ({ api, context, names, cookieHeaders }: Engine) => ({
  /** False for somebody who signs in elsewhere and has no password here. */
  async hasPassword(userId: string): Promise<boolean> {
    const account = await context.internalAdapter.findCredentialAccount(userId)
    return typeof account?.password === 'string'
  },

  /** The caller's session under a new id, as if just begun; it goes into the cookies alone. */
  async renewSession(cookie: string): Promise<string[]> {
    const { headers } = await api.renewSession({ headers: cookieHeaders(cookie), returnHeaders: true })
    return headers.getSetCookie().filter((line) => line.startsWith(`${names.session}=`))
  },
})

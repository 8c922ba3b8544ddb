import { APIError, createAuthEndpoint, sessionMiddleware } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import * as z from 'zod'

/**
 * better-auth's endpoint for proving one's own password once more: a new session takes the place of the old one, so that its
 * id changes with the step-up (trust T33). Answers 401 for a wrong password and 400 where the user has none here.
 */
export const stepUpPlugin = {
  id: 'step-up' as const,
  endpoints: {
    stepUp: createAuthEndpoint(
      '/step-up',
      { method: 'POST', body: z.object({ password: z.string() }), use: [sessionMiddleware] },
      async (ctx) => {
        const { internalAdapter, password, session: known } = ctx.context
        if (known === null) throw new APIError('UNAUTHORIZED')
        const account = await internalAdapter.findCredentialAccount(known.user.id)
        if (!account?.password) throw new APIError('BAD_REQUEST')
        if (!(await password.verify({ hash: account.password, password: ctx.body.password })))
          throw new APIError('UNAUTHORIZED')
        const session = await internalAdapter.createSession(known.user.id)
        await setSessionCookie(ctx, { session, user: known.user })
        await internalAdapter.deleteSession(known.session.token)
        return ctx.json({})
      },
    ),
  },
}

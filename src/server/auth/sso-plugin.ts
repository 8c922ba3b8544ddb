import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import * as z from 'zod'
import { roleNames } from '#contract/access.ts'
import { nameAtProvider, personHash } from './sso-claims.ts'

/**
 * Stands where better-auth wants an e-mail that is nobody else's: a person is known by issuer and subject, and an e-mail
 * of the provider's must neither meet nor block a local account. `invalid` is no domain (RFC 2606).
 */
const addressOf = (issuer: string, subject: string) => `${personHash(issuer, subject)}@sso.invalid`

/** A user's e-mail; for people of the provider what it calls them, marked as its own. */
export const shownEmail = ({
  email,
  ssoIssuer,
  ssoShownAs,
}: {
  email: string
  ssoIssuer?: string | null | undefined
  ssoShownAs?: string | null | undefined
}): string =>
  typeof ssoIssuer === 'string' && typeof ssoShownAs === 'string'
    ? nameAtProvider(ssoIssuer, ssoShownAs, email)
    : email

const text = { type: 'string', required: false, input: false } as const
const date = { type: 'date', required: false, input: false } as const

const person = z.object({
  issuer: z.string(),
  subject: z.string(),
  name: z.string(),
  shownAs: z.string(),
  role: z.enum(roleNames).nullable(),
  authTime: z.date().nullable(),
  address: z.string(),
  userAgent: z.string(),
})
export type Person = z.infer<typeof person>
/** Who came in, or why not. */
export type Entered =
  { refusal: 'no-role' | 'refused' | 'disabled' } | { refusal: null; userId: string; sessionId: string }

/** better-auth's part of single sign-on: what it keeps of a person, and the session once the provider's word is proved. */
export const ssoPlugin = {
  id: 'single-sign-on' as const,
  schema: {
    user: { fields: { ssoIssuer: text, ssoSubject: text, ssoShownAs: text } },
    /** When the provider last had the person prove who they are. */
    session: { fields: { ssoAuthTime: { ...date, returned: false } } },
  },
  endpoints: {
    /**
     * Begins a session for the person, who is made a user at the first time. Without a role, or disabled, nobody is signed
     * in; sessions that are still there end, since the role holds for all of them.
     */
    enterBySso: createAuthEndpoint.serverOnly(
      {
        method: 'POST',
        body: person,
      },
      async (ctx): Promise<Entered> => {
        const { internalAdapter } = ctx.context
        const { issuer, subject, name, shownAs, role, authTime, address, userAgent } = ctx.body
        const email = addressOf(issuer, subject)
        const told = {
          name,
          role: role ?? 'none',
          ssoIssuer: issuer,
          ssoSubject: subject,
          ssoShownAs: shownAs,
        }
        const find = async () => (await internalAdapter.findUserByEmail(email))?.user ?? null
        let known = await find()
        if (known === null && role !== null)
          // Two first sign-ins at once: the address is unique, the second one finds the user.
          known = await internalAdapter
            .createUser({ ...told, email, emailVerified: false }, { method: 'sso-oidc' })
            .catch(find)
        if (known === null) return { refusal: 'no-role' }
        if (!('ssoSubject' in known) || known.ssoSubject !== subject) return { refusal: 'refused' }
        const user = await internalAdapter.updateUser(known.id, told)
        if ('banned' in user && user.banned === true) return { refusal: 'disabled' }
        if (role === null) {
          await internalAdapter.deleteUserSessions(user.id)
          return { refusal: 'no-role' }
        }
        const session = await internalAdapter.createSession(user.id, false, {
          ssoAuthTime: authTime,
          ipAddress: address,
          userAgent: userAgent.slice(0, 200),
        })
        await internalAdapter.updateUser(user.id, { lastSignInAt: new Date() })
        await setSessionCookie(ctx, { session, user })
        return { refusal: null, userId: user.id, sessionId: session.id }
      },
    ),
  },
}

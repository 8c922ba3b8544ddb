import type { DBAdapter, InternalAdapter } from 'better-auth'
import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import * as z from 'zod'
import { roleNames } from '#contract/access.ts'
import { nameAtProvider, personHash } from './sso-claims.ts'
import { isNameTaken } from './user-names.ts'

/**
 * Returns the unique email that better-auth requires. Issuer and subject identify a person; a provider's email must
 * neither match nor block a local account. `invalid` is a reserved domain (RFC 2606).
 */
const addressOf = (issuer: string, subject: string) => `${personHash(issuer, subject)}@sso.invalid`

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
type Person = z.infer<typeof person>
/** The user and session that signed in, or the reason for the refusal. */
type Entered =
  { refusal: 'no-role' | 'refused' | 'disabled' } | { refusal: null; userId: string; sessionId: string }

/**
 * better-auth plugin for single sign-on: the stored fields of a person, and the session that begins once the provider's
 * claims are verified.
 */
export const ssoPlugin = {
  id: 'single-sign-on' as const,
  schema: {
    user: { fields: { ssoIssuer: text, ssoSubject: text, ssoShownAs: text } },
    /** When the person last proved their identity, if not known from the session's start: long ago once the proof is used up. */
    session: { fields: { ssoAuthTime: { ...date, returned: false } } },
  },
  endpoints: {
    /**
     * Begins a session for the person, and creates the user at the first sign-in. Refuses people without a role and
     * disabled users. A lost role also ends the user's existing sessions, because all of them have that role.
     */
    enterBySso: createAuthEndpoint.serverOnly(
      {
        method: 'POST',
        body: person,
      },
      async (ctx): Promise<Entered> => {
        const { adapter, internalAdapter } = ctx.context
        const { issuer, subject, name, shownAs, role, authTime, address, userAgent } = ctx.body
        const email = addressOf(issuer, subject)
        const find = async () => (await internalAdapter.findUserByEmail(email))?.user ?? null
        let known = await find()
        const claimed = {
          // A provider may let people choose their name, so the name can be another user's.
          name: (await isNameTaken(adapter, name, known?.id ?? null))
            ? nameAtProvider(issuer, name, personHash(issuer, subject))
            : name,
          role: role ?? 'none',
          ssoIssuer: issuer,
          ssoSubject: subject,
          ssoShownAs: shownAs,
        }
        if (known === null && role !== null)
          // With two first sign-ins at once, the unique email makes the second insert fail, and the second sign-in
          // finds the user.
          known = await internalAdapter
            .createUser({ ...claimed, email, emailVerified: false }, { method: 'sso-oidc' })
            .catch(find)
        if (known === null) return { refusal: 'no-role' }
        if (!('ssoSubject' in known) || known.ssoSubject !== subject) return { refusal: 'refused' }
        const user = await internalAdapter.updateUser(known.id, claimed)
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

/** The calls to better-auth that single sign-on needs. */
export const createSsoCalls = (
  enter: typeof ssoPlugin.endpoints.enterBySso,
  {
    adapter,
    internalAdapter,
  }: {
    adapter: Pick<DBAdapter, 'deleteMany'>
    internalAdapter: Pick<InternalAdapter, 'reserveVerificationValue'>
  },
  sessions: { removeSurplus: (userId: string, replaced: string | null) => Promise<void> },
) => ({
  /**
   * Begins a session for a person that the provider has verified, in place of the session `replaced`. Only the returned
   * cookies carry the token.
   */
  async enterBySso(body: Person, replaced: string | null): Promise<Entered & { cookies: string[] }> {
    const { headers, response } = await enter({ body, returnHeaders: true })
    if (response.refusal === null) await sessions.removeSurplus(response.userId, replaced)
    return { ...response, cookies: headers.getSetCookie() }
  },

  /** Returns true only for the first call with `what`, on any replica. The store may forget `what` after `until`, epoch ms. */
  async onceOnly(what: string, until: number): Promise<boolean> {
    await adapter.deleteMany({
      model: 'verification',
      where: [{ field: 'expiresAt', operator: 'lt', value: new Date() }],
    })
    return internalAdapter.reserveVerificationValue({
      identifier: what,
      value: '',
      expiresAt: new Date(until),
    })
  },
})

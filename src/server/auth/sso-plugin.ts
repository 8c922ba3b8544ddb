import type { DBAdapter, InternalAdapter } from 'better-auth'
import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import * as z from 'zod'
import { roleNames } from '#contract/access.ts'
import { nameAtProvider, personHash } from './sso-claims.ts'
import { isNameTaken } from './user-names.ts'

/**
 * The unique e-mail that better-auth requires: a person is known by issuer and subject, and an e-mail of the provider's must
 * neither match nor block a local account. `invalid` is no domain (RFC 2606).
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
/** Who came in, or why not. */
type Entered =
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
     * Begins a session for the person, who becomes a user the first time. Without a role, or disabled, there is none, and
     * sessions that are still there end, since the role is that of all of them.
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
          // A provider may have people choose their name.
          name: (await isNameTaken(adapter, name, known?.id ?? null))
            ? nameAtProvider(issuer, name, personHash(issuer, subject))
            : name,
          role: role ?? 'none',
          ssoIssuer: issuer,
          ssoSubject: subject,
          ssoShownAs: shownAs,
        }
        if (known === null && role !== null)
          // Two first sign-ins at once: the address is unique, the second one finds the user.
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

/** What single sign-on asks of better-auth. */
export const createSsoCalls = (
  enter: typeof ssoPlugin.endpoints.enterBySso,
  {
    adapter,
    internalAdapter,
  }: {
    adapter: Pick<DBAdapter, 'deleteMany'>
    internalAdapter: Pick<InternalAdapter, 'reserveVerificationValue'>
  },
  sessions: { makeRoom: (userId: string, replaced: string | null) => Promise<void> },
) => ({
  /** Begins a session for a person that the provider vouches for, in place of `replaced`; it goes into the cookies alone. */
  async enterBySso(body: Person, replaced: string | null): Promise<Entered & { cookies: string[] }> {
    const { headers, response } = await enter({ body, returnHeaders: true })
    if (response.refusal === null) await sessions.makeRoom(response.userId, replaced)
    return { ...response, cookies: headers.getSetCookie() }
  },

  /** True the first time only, on any replica; `until`, epoch ms, is when it may be forgotten. */
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

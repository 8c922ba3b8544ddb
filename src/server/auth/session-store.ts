import type { InferResult } from 'kysely'
import { maxSessions } from '#contract/account.ts'
import { roleNames, type Role } from '#contract/access.ts'
import type { Database } from '../platform/database/database.ts'
import type { SessionCheck, SignedIn } from '../platform/http/caller.ts'
import type { Engine } from './auth-engine.ts'
import { shownEmail } from './user-names.ts'

/** Absolute lifetime of a session. */
const absoluteMs = 12 * 3_600_000

const isRole = (value: unknown): value is Role => roleNames.some((role) => role === value)

/** Columns of better-auth's tables as either store returns them: SQLite returns dates as text and booleans as numbers. */
type AuthTables = {
  session: {
    id: string
    token: string
    userId: string
    createdAt: Date | string
    updatedAt: Date | string
    expiresAt: Date | string
    ssoAuthTime: Date | string | null
  }
  user: {
    id: string
    name: string
    email: string
    role: string | null
    banned: boolean | number | null
    mustChangePassword: boolean | number | null
    ssoIssuer: string | null
    ssoShownAs: string | null
  }
}

const timeOf = (date: Date | string): number => new Date(date).getTime()
const isTrue = (value: boolean | number | null): boolean => value === true || value === 1

/**
 * Returns when the user proved their identity, epoch milliseconds; `null` when the provider sends no `auth_time`. Capped at
 * the session's start, because the provider's clock may be ahead.
 */
function authenticatedAt(
  { ssoAuthTime, ssoIssuer }: Pick<AuthTables['session'] & AuthTables['user'], 'ssoAuthTime' | 'ssoIssuer'>,
  beganAt: number,
): number | null {
  if (ssoAuthTime === null) return ssoIssuer === null ? beganAt : null
  return Math.min(timeOf(ssoAuthTime), beganAt)
}

/** `ssoAuthTime` of a session whose proof of identity is used up. Both stores take and compare this text. */
const usedUp = new Date(0).toISOString()

/** Returns the cookie with this name as `name=value`; `null` when there is none, or more than one: then an attacker planted one. */
export function onlyCookie(header: string | null, name: string): string | null {
  const ours = (header ?? '').split(';').filter((part) => part.trim().startsWith(`${name}=`))
  return ours.length === 1 ? (ours[0]?.trim() ?? null) : null
}

/** Returns the `cookie` header that a browser sends after receiving these `set-cookie` lines. */
export const returnedCookies = (lines: readonly string[]): string =>
  lines.map((line) => line.split(';')[0] ?? '').join('; ')

/**
 * Returns a wall clock, in milliseconds since 1970, that catches up with a forward step at twice real time (NTP's
 * "slew"): correcting the clock by an hour would otherwise sign everyone out (R50). The clock follows a backward step at
 * once, because that ends no session.
 */
export function createSlewedClock(
  wall: () => number = Date.now,
  monotonic: () => number = () => performance.now(),
): () => number {
  let shown = wall()
  let looked = monotonic()
  return () => {
    const passed = monotonic() - looked
    looked += passed
    shown = Math.min(wall(), shown + 2 * passed)
    return shown
  }
}

/** Reads, limits and ends sessions. better-auth begins and prolongs them. */
export function createSessionStore(
  { api, context, names, signedCookies, cookieHeaders }: Engine,
  { db }: Pick<Database, 'db'>,
) {
  const { adapter, internalAdapter } = context
  const clock = createSlewedClock()
  const tables = db.withTables<AuthTables>()
  // The query is compiled once and runs on every request: better-auth's own check costs twenty times as much.
  const query = tables
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .where('session.token', '=', '')
    .select(['session.id as sessionId', 'session.createdAt', 'session.expiresAt', 'user.id as userId'])
    .select(['user.name', 'user.email', 'user.role', 'user.banned'])
    .select(['session.ssoAuthTime', 'user.mustChangePassword', 'user.ssoIssuer', 'user.ssoShownAs'])
  const byToken = query.compile()
  type Found = InferResult<typeof query>[number]
  const idleMs = context.sessionConfig.expiresIn * 1000
  const prolongMs = context.sessionConfig.updateAge * 1000
  const signedOut: SessionCheck = { signedIn: null, cookies: [] }
  const secure = names.session.startsWith('__Host-') ? ' Secure;' : ''

  /** Returns the session cookie signed with the current secret, valid for as long as the session. */
  const signedAgain = (cookie: string, lastsMs: number) =>
    `${signedCookies.signedAgain(cookie).trim()}; Max-Age=${Math.floor(lastsMs / 1000)}; Path=/; HttpOnly;${secure} SameSite=Strict`

  /**
   * Returns the session cookie, its token (`text`) and whether the current secret signed it. `null` when the header has
   * no session cookie, more than one, or none that we signed.
   */
  function signedCookieIn(header: string | null) {
    const cookie = onlyCookie(header, names.session)
    const signed = cookie === null ? null : signedCookies.read(cookie)
    return cookie === null || signed === null ? null : { cookie, ...signed }
  }

  return {
    /** Returns the token of the session cookie without checking that the session is still valid. */
    tokenOf: (header: string | null): string | null => signedCookieIn(header)?.text ?? null,

    /**
     * Returns the caller and the cookies to set. Reads the store on each request, so a session that ends on one replica
     * ends on all. Prolongs the session unless `prolong` is false. Calls better-auth only when there is something to
     * write: to prolong a session, at most once a minute, or to remove an expired one.
     */
    check: async (
      header: string | null,
      { prolong }: { prolong: boolean } = { prolong: true },
    ): Promise<SessionCheck> => {
      const signed = signedCookieIn(header)
      if (signed === null) return signedOut
      const { cookie, text: token, isCurrent } = signed
      const [found] = (await db.executeQuery<Found>({ ...byToken, parameters: [token] })).rows
      if (found === undefined) return signedOut
      const { sessionId, userId, name, role } = found
      const [beganAt, endsAt, now] = [timeOf(found.createdAt), timeOf(found.expiresAt), clock()]
      if (now - beganAt > absoluteMs || isTrue(found.banned) || !isRole(role)) return signedOut
      const signedIn: SignedIn = {
        sessionId,
        authenticatedAt: authenticatedAt(found, beganAt),
        user: { id: userId, name, email: shownEmail(found) },
        isSsoUser: found.ssoIssuer !== null,
        role,
        mustChangePassword: isTrue(found.mustChangePassword),
      }
      const wall = Date.now()
      const isDue = prolong && (endsAt - idleMs + prolongMs <= now || endsAt <= wall)
      // Sign the cookie again: a session used during a rotation must not end with the previous secret.
      const cookies = isCurrent ? [] : [signedAgain(cookie, endsAt - now)]
      if (endsAt > now && !isDue) return { signedIn, cookies }
      // better-auth knows only the wall clock and would consider the session expired.
      if (endsAt > now && endsAt <= wall)
        await internalAdapter.updateSession(token, { expiresAt: new Date(wall + idleMs - prolongMs) })
      const { response, headers } = await api.getSession({
        headers: cookieHeaders(cookie),
        query: { disableRefresh: !prolong },
        returnHeaders: true,
      })
      const prolonged = headers.getSetCookie()
      return response === null ? signedOut : { signedIn, cookies: prolonged.length > 0 ? prolonged : cookies }
    },

    /** Uses up the session's proof of identity, once among parallel calls. Returns false when it is used already. */
    async useProof(sessionId: string): Promise<boolean> {
      const { numUpdatedRows } = await tables
        .updateTable('session')
        .set({ ssoAuthTime: usedUp })
        .where('id', '=', sessionId)
        .where((of) => of.or([of('ssoAuthTime', 'is', null), of('ssoAuthTime', '>', usedUp)]))
        .executeTakeFirst()
      return numUpdatedRows > 0
    },

    /**
     * Runs after a sign-in: deletes the session it replaces, all expired sessions, and the user's least recently used
     * sessions beyond the limit.
     */
    async removeSurplus(userId: string, replaced: string | null): Promise<void> {
      if (replaced !== null)
        await adapter.deleteMany({ model: 'session', where: [{ field: 'id', value: replaced }] })
      await adapter.deleteMany({
        model: 'session',
        where: [{ field: 'expiresAt', operator: 'lte', value: new Date(clock()) }],
      })
      await tables
        .deleteFrom('session')
        .where('userId', '=', userId)
        .where('id', 'not in', (of) =>
          of
            .selectFrom('session')
            .select('id')
            .where('userId', '=', userId)
            .orderBy('updatedAt', 'desc')
            .orderBy('id')
            .limit(maxSessions),
        )
        .execute()
    },

    /** Counts the unexpired sessions of all users. */
    count: (): Promise<number> =>
      adapter.count({ model: 'session', where: [{ field: 'expiresAt', operator: 'gt', value: new Date() }] }),

    /**
     * Ends the session of these cookies, if there is one, and returns the `set-cookie` lines that clear its cookie.
     * Rethrows the store's error.
     */
    signOut: async (cookie: string | null): Promise<string[]> => {
      const { headers } = await api.endSession({ headers: cookieHeaders(cookie), returnHeaders: true })
      return headers.getSetCookie().filter((line) => line.startsWith(`${names.session}=`))
    },
  }
}
export type SessionStore = ReturnType<typeof createSessionStore>

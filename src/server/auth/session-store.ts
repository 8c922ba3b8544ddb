import type { InferResult } from 'kysely'
import { mostSessions } from '#contract/account.ts'
import { roleNames, type Role } from '#contract/access.ts'
import type { Database } from '../platform/database/database.ts'
import type { SessionCheck, SignedIn } from '../platform/http/caller.ts'
import type { Engine } from './auth-engine.ts'
import { shownEmail } from './user-names.ts'

/** Absolute limit of a session. */
const absoluteMs = 12 * 3_600_000

const isRole = (value: unknown): value is Role => roleNames.some((role) => role === value)

/** What better-auth keeps, as either store returns it: dates and booleans are text and numbers in SQLite. */
type Kept = {
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

/** A provider's clock may be ahead of ours: the proof is never later than the session's start. */
const provedAtProvider = (authTime: Date | string | null, beganAt: number): number | null =>
  authTime === null ? null : Math.min(timeOf(authTime), beganAt)

/** The one cookie of this name; null when there is none, or two: then one was planted. */
export function onlyCookie(header: string | null, name: string): string | null {
  const ours = (header ?? '').split(';').filter((part) => part.trim().startsWith(`${name}=`))
  return ours.length === 1 ? (ours[0]?.trim() ?? null) : null
}

/** The header in which a browser returns these `set-cookie` lines. */
export const returnedCookies = (lines: readonly string[]): string =>
  lines.map((line) => line.split(';')[0] ?? '').join('; ')

/**
 * The wall clock, milliseconds since 1970, that catches up with a step forward at twice the speed of time (NTP's "slew"):
 * correcting the clock by an hour would otherwise sign everyone out (R50). A step backward ends no session, so it holds at once.
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

/** Sessions as the console reads, limits and ends them; better-auth begins and prolongs them. */
export function createSessionStore(
  { api, context, names, signedCookies, cookieHeaders }: Engine,
  { db }: Pick<Database, 'db'>,
) {
  const { adapter, internalAdapter } = context
  const clock = createSlewedClock()
  const tables = db.withTables<Kept>()
  // Compiled once: better-auth's own check costs twenty times as much, on every request.
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

  /** The session's cookie under the current secret, for as long as the session lasts. */
  const signedAgain = (cookie: string, lastsMs: number) =>
    `${signedCookies.signedAgain(cookie).trim()}; Max-Age=${Math.floor(lastsMs / 1000)}; Path=/; HttpOnly;${secure} SameSite=Strict`

  /** The session cookie and what it holds; null where there is none, two, or none that we signed. */
  function signedCookieIn(header: string | null) {
    const cookie = onlyCookie(header, names.session)
    const signed = cookie === null ? null : signedCookies.read(cookie)
    return cookie === null || signed === null ? null : { cookie, ...signed }
  }

  return {
    /** The token of the session that the cookies name, without asking whether it lasts. */
    tokenOf: (header: string | null): string | null => signedCookieIn(header)?.text ?? null,

    /**
     * Who is calling, read from the store on each request, so that what ends there has ended on all replicas. Prolongs the session
     * unless `prolong` is false. better-auth is asked only where it has something to write: to prolong a session, at most once a
     * minute, and to remove one that has run out.
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
        provedAt: found.ssoIssuer === null ? beganAt : provedAtProvider(found.ssoAuthTime, beganAt),
        user: { id: userId, name, email: shownEmail(found) },
        elsewhere: found.ssoIssuer !== null,
        role,
        mustChangePassword: isTrue(found.mustChangePassword),
      }
      const wall = Date.now()
      const isDue = prolong && (endsAt - idleMs + prolongMs <= now || endsAt <= wall)
      // A session that is used during a rotation must not end with the previous secret.
      const cookies = isCurrent ? [] : [signedAgain(cookie, endsAt - now)]
      if (endsAt > now && !isDue) return { signedIn, cookies }
      // better-auth knows the wall clock alone, and would take it for run out.
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

    /** After a sign-in: ends the session that it replaces, all that have expired, and the user's least recently used beyond the limit. */
    async makeRoom(userId: string, replaced: string | null): Promise<void> {
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
            .limit(mostSessions),
        )
        .execute()
    },

    /** Sessions of all users that have not expired. */
    count: (): Promise<number> =>
      adapter.count({ model: 'session', where: [{ field: 'expiresAt', operator: 'gt', value: new Date() }] }),

    /** Ends the session of these cookies, if there is one, and returns the cookie that clears it. Throws what the store throws. */
    signOut: async (cookie: string | null): Promise<string[]> => {
      const { headers } = await api.endSession({ headers: cookieHeaders(cookie), returnHeaders: true })
      return headers.getSetCookie().filter((line) => line.startsWith(`${names.session}=`))
    },
  }
}
export type SessionStore = ReturnType<typeof createSessionStore>

import type { InferResult } from 'kysely'
import { roleNames, type Role } from '#contract/access.ts'
import type { Engine } from './auth-engine.ts'
import type { SessionCheck, SignedIn } from '../platform/http/caller.ts'
import { shownEmail } from './sso-plugin.ts'
import type { Database } from '../platform/database/database.ts'

/** Absolute limit of a session. */
const absoluteMs = 12 * 3_600_000

const isRole = (value: unknown): value is Role => roleNames.some((role) => role === value)

/** What better-auth keeps, as either store gives it: dates and truths are text and numbers in SQLite. */
type Kept = {
  session: {
    id: string
    token: string
    userId: string
    createdAt: Date | string
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

/** The one cookie of this name; null when there is none, or two: then somebody planted one. */
export function onlyCookie(header: string | null, name: string): string | null {
  const ours = (header ?? '').split(';').filter((part) => part.trim().startsWith(`${name}=`))
  return ours.length === 1 ? (ours[0]?.trim() ?? null) : null
}

/** The token of the session that the cookies name, without asking whether it lasts; null where none is signed by us. */
export function sessionTokenReader({ names, signedCookies }: Pick<Engine, 'names' | 'signedCookies'>) {
  return (header: string | null): string | null => {
    const cookie = onlyCookie(header, names.session)
    return cookie === null ? null : (signedCookies.read(cookie)?.text ?? null)
  }
}

/**
 * Looks a session up, on each request and in the store itself, so that what ends there has ended on all replicas. One
 * statement, compiled once: better-auth's own check costs twenty times as much, and is asked where it has something to
 * write, which is to prolong a session once a minute and to remove one that has run out.
 */
export function createSessionCheck(
  { api, context, names, signedCookies, cookieHeaders }: Engine,
  { db }: Pick<Database, 'db'>,
  clock: () => number,
) {
  const query = db
    .withTables<Kept>()
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
  const nobody: SessionCheck = { signedIn: null, cookies: [] }
  const secure = names.session.startsWith('__Host-') ? ' Secure;' : ''

  /** The session's cookie under the current secret, for as long as the session lasts. */
  const signedAgain = (cookie: string, lastsMs: number) =>
    `${signedCookies.signedAgain(cookie).trim()}; Max-Age=${Math.floor(lastsMs / 1000)}; Path=/; HttpOnly;${secure} SameSite=Strict`

  /**
   * Who is calling; being asked for somebody prolongs the session unless `prolong` is false. Two cookies of our name mean
   * that somebody planted one: nobody.
   */
  return async function session(
    header: string | null,
    { prolong }: { prolong: boolean } = { prolong: true },
  ): Promise<SessionCheck> {
    const cookie = onlyCookie(header, names.session)
    const signed = cookie === null ? null : signedCookies.read(cookie)
    if (cookie === null || signed === null) return nobody
    const token = signed.text
    const [found] = (await db.executeQuery<Found>({ ...byToken, parameters: [token] })).rows
    if (found === undefined) return nobody
    const { sessionId, userId, name, role } = found
    const [beganAt, endsAt, now] = [timeOf(found.createdAt), timeOf(found.expiresAt), clock()]
    if (now - beganAt > absoluteMs || isTrue(found.banned) || !isRole(role)) return nobody
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
    const cookies = signed.isCurrent ? [] : [signedAgain(cookie, endsAt - now)]
    if (endsAt > now && !isDue) return { signedIn, cookies }
    // better-auth knows the wall clock alone, and would take it for run out.
    if (endsAt > now && endsAt <= wall)
      await context.internalAdapter.updateSession(token, { expiresAt: new Date(wall + idleMs - prolongMs) })
    const { response, headers } = await api.getSession({
      headers: cookieHeaders(cookie),
      query: { disableRefresh: !prolong },
      returnHeaders: true,
    })
    const prolonged = headers.getSetCookie()
    return response === null ? nobody : { signedIn, cookies: prolonged.length > 0 ? prolonged : cookies }
  }
}

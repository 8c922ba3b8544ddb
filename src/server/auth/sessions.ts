import { randomUUID } from 'node:crypto'
import { sql, type InferResult, type SqlBool } from 'kysely'
import { roleNames, roles, type Role } from '#contract/access.ts'
import type { UiLanguage } from '#contract/text.ts'
import type { Database } from '../platform/database/database.ts'
import type { Seal } from '../platform/database/encryption.ts'
import type { SessionCheck, SignedIn } from '../platform/http/caller.ts'
import { ProblemError } from '../platform/problems.ts'
import type { Cookies } from './cookies.ts'
import { shownEmail } from './sso-claims.ts'
import { hashOf, randomToken } from './tokens.ts'

/** A session ends after this long without use, and after this long in any case. */
const idleMs = 30 * 60_000
const absoluteMs = 12 * 3_600_000
/** A session's use is written at most once a minute. */
const prolongMs = 60_000

/** The origin of a request. */
export interface Visitor {
  /** The request's cookies. */
  cookie: string | null
  address: string
  userAgent: string
  /** The language of the user's screens; absent when the request does not say. */
  language?: UiLanguage | undefined
}

export const isRole = (value: unknown): value is Role => roleNames.some((role) => role === value)
const cookieForm = /^([0-9a-f]{64})\.([0-9a-f]{64})$/

/** The conditions of a session whose time is not over. */
const aliveAt = (now: number) => ({
  isSeen: sql<SqlBool>`session.seen_at > ${now - idleMs}`,
  isYoung: sql<SqlBool>`session.began_at >= ${now - absoluteMs}`,
})

/**
 * Begins, checks and ends sessions. The store keeps only the hash of a token, so a copy of it opens no session and a new
 * SESSION_SECRET ends none. The cookie's signature only tells the load shedder, without the store, that a cookie is ours.
 */
export function createSessions(
  { db, engine }: Pick<Database, 'db' | 'engine'>,
  cookies: Cookies,
  { mac, isMac }: Pick<Seal, 'mac' | 'isMac'>,
  /** The roles that require a second factor. */
  strictRoles: readonly Role[] = [],
) {
  const signedOut: SessionCheck = { signedIn: null, cookies: [] }
  const query = db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select(['session.id as sessionId', 'began_at', 'seen_at', 'proved_at', 'user.id as userId', 'name'])
    .select(['email', 'role', 'disabled', 'one_time_until', 'sso_issuer', 'sso_shown_as'])
    .select((of) =>
      of
        .or([
          of.exists(
            of
              .selectFrom('authenticator')
              .select('is_on')
              .whereRef('authenticator.user_id', '=', 'user.id')
              .where('is_on', '=', sql.lit(1)),
          ),
          of.exists(
            of.selectFrom('passkey').select('passkey.id').whereRef('passkey.user_id', '=', 'user.id'),
          ),
        ])
        .as('hasSecondFactor'),
    )
    .where('hash', '=', '')
  // Runs on every request: compiling it each time costs as much as reading the row.
  const byHash = query.compile()
  type Found = InferResult<typeof query>[number]

  const cookieOf = (token: string) =>
    cookies.line('session', `${token}.${mac(`session ${token}`)}`, idleMs / 1_000)

  function partsOf(header: string | null): { token: string; signature: string } | null {
    const [, token, signature] = cookieForm.exec(cookies.read(header, 'session') ?? '') ?? []
    return token === undefined || signature === undefined ? null : { token, signature }
  }

  const endByCookie = (header: string | null) =>
    db
      .deleteFrom('session')
      .where('hash', '=', hashOf(partsOf(header)?.token ?? ''))
      .execute()

  /** Returns the number of sessions by user ID. */
  async function counts(): Promise<Map<string, number>> {
    const { isSeen, isYoung } = aliveAt(Date.now())
    const counted = await db
      .selectFrom('session')
      .select(['user_id', ({ fn }) => fn.countAll<number>().as('sessions')])
      .where(isSeen)
      .where(isYoung)
      .groupBy('user_id')
      .execute()
    return new Map(counted.map(({ user_id, sessions }) => [user_id, sessions]))
  }

  return {
    /** Returns the hash of the cookie's token; `null` for a cookie that was not signed here. Does not read the store. */
    signedTokenOf: (header: string | null): string | null => {
      const parts = partsOf(header)
      return parts !== null && isMac(`session ${parts.token}`, parts.signature) ? hashOf(parts.token) : null
    },

    /**
     * Begins a session and returns its ID and `set-cookie` line. `null` when the user is disabled, or when the user's sessions
     * have ended since `accessVersion` was read: that request would miss this session.
     */
    async begin(
      { userId, accessVersion }: { userId: string; accessVersion: number },
      { address, userAgent, language }: Omit<Visitor, 'cookie'>,
      provedAt: number | null,
    ): Promise<{ sessionId: string; cookie: string } | null> {
      const [token, sessionId, now] = [randomToken(), randomUUID(), Date.now()]
      const user = db
        .selectFrom('user')
        .where('id', '=', userId)
        .where('disabled', '=', 0)
        .where('access_version', '=', accessVersion)
        .select([
          sql<string>`cast(${hashOf(token)} AS text)`.as('hash'),
          sql<string>`cast(${sessionId} AS text)`.as('id'),
          'user.id as user_id',
          sql<number>`cast(${now} AS bigint)`.as('began_at'),
          sql<number>`cast(${now} AS bigint)`.as('seen_at'),
          sql<number | null>`cast(${provedAt} AS bigint)`.as('proved_at'),
          sql<string>`cast(${address} AS text)`.as('address'),
          sql<string>`cast(${userAgent.slice(0, 200)} AS text)`.as('agent'),
        ])
      const begun = await db
        .insertInto('session')
        .columns(['hash', 'id', 'user_id', 'began_at', 'seen_at', 'proved_at', 'address', 'agent'])
        .expression(engine === 'postgres' ? user.forShare() : user)
        .executeTakeFirst()
      if (begun.numInsertedOrUpdatedRows !== 1n) return null
      await db
        .updateTable('user')
        .set({ last_sign_in_at: now, ...(language === undefined ? {} : { language }) })
        .where('id', '=', userId)
        .execute()
      const { isSeen, isYoung } = aliveAt(now)
      await db
        .deleteFrom('session')
        .where(sql<SqlBool>`NOT (${isSeen} AND ${isYoung})`)
        .execute()
      return { sessionId, cookie: cookieOf(token) }
    },

    /**
     * Returns the caller and the cookies to set, with one statement by the token's hash, on each request: a session that ends
     * on one replica ends on all. Prolongs the session, at most once a minute, unless `prolong` is false.
     */
    check: async (
      header: string | null,
      { prolong }: { prolong: boolean } = { prolong: true },
    ): Promise<SessionCheck> => {
      const token = partsOf(header)?.token
      if (token === undefined) return signedOut
      const [hash, now] = [hashOf(token), Date.now()]
      const [found] = (await db.executeQuery<Found>({ ...byHash, parameters: [hash] })).rows
      const isAlive =
        found !== undefined && now - found.seen_at < idleMs && now - found.began_at <= absoluteMs
      if (!isAlive || found.disabled !== 0 || !isRole(found.role)) return signedOut
      const { sessionId, userId, name, role } = found
      const signedIn: SignedIn = {
        sessionId,
        // The provider's clock may be ahead.
        authenticatedAt: found.proved_at === null ? null : Math.min(found.proved_at, found.began_at),
        user: { id: userId, name, email: shownEmail(found) },
        isSsoUser: found.sso_issuer !== null,
        role,
        permissions: roles[role],
        mustChangePassword: found.one_time_until !== null,
        // The provider asks its users for theirs.
        needsSecondFactor:
          strictRoles.includes(role) && found.sso_issuer === null && Number(found.hasSecondFactor) === 0,
      }
      // A time in the future dates from before the clock was put back.
      const isDue = prolong && Math.abs(now - found.seen_at) >= prolongMs
      if (!isDue) return { signedIn, cookies: [] }
      await db.updateTable('session').set({ seen_at: now }).where('hash', '=', hash).execute()
      return { signedIn, cookies: [cookieOf(token)] }
    },

    /** Uses up the session's proof of identity, once among parallel calls. Returns false when it is used already. */
    async useProof(sessionId: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('session')
        .set({ proved_at: null })
        .where('id', '=', sessionId)
        .where('proved_at', 'is not', null)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /**
     * Gives the session a new token, as if it had just begun: its user has proved their identity. Returns the `set-cookie` line.
     * Changes one row, which a request that ends sessions at the same time finds. Throws `unauthenticated` when that was first.
     */
    async renew(header: string | null): Promise<string> {
      const [token, now] = [randomToken(), Date.now()]
      const { numUpdatedRows } = await db
        .updateTable('session')
        .set({ hash: hashOf(token), began_at: now, seen_at: now, proved_at: now })
        .where('hash', '=', hashOf(partsOf(header)?.token ?? ''))
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new ProblemError('unauthenticated')
      return cookieOf(token)
    },

    endByCookie,

    /** Ends the session of the cookies, if there is one. Returns the `set-cookie` line that removes its cookie. */
    signOut: async (header: string | null): Promise<string> => {
      await endByCookie(header)
      return cookies.line('session')
    },

    /** Ends the user's sessions: one, all but one, or all. */
    endOf: (userId: string, { only, except }: { only?: string; except?: string } = {}) =>
      db
        .deleteFrom('session')
        .where('user_id', '=', userId)
        .$if(only !== undefined, (query) => query.where('id', '=', only ?? ''))
        .$if(except !== undefined, (query) => query.where('id', '!=', except ?? ''))
        .execute(),

    /** Returns the user's sessions, the latest first. */
    list(userId: string) {
      const { isSeen, isYoung } = aliveAt(Date.now())
      return db
        .selectFrom('session')
        .select(['id', 'address', 'agent', 'began_at', 'seen_at'])
        .where('user_id', '=', userId)
        .where(isSeen)
        .where(isYoung)
        .orderBy('seen_at', 'desc')
        .execute()
    },

    counts,

    /** Returns the number of sessions of all users. */
    total: async (): Promise<number> =>
      (await counts()).values().reduce((sum, sessions) => sum + sessions, 0),
  }
}
export type Sessions = ReturnType<typeof createSessions>

import { hash, randomBytes, randomUUID } from 'node:crypto'
import { sql, type CompiledQuery, type InferResult, type SqlBool } from 'kysely'
import { roleNames, roles, type Role } from '#contract/access.ts'
import type { UiLanguage } from '#contract/text.ts'
import { userLimit, type UserLimit } from '#contract/users.ts'
import type { Database } from '../platform/database/database.ts'
import type { SignedIn } from '../platform/http/caller.ts'
import { ProblemError } from '../platform/problems.ts'
import type { Cookies } from './cookies.ts'
import { nameAtProvider } from './sso-claims.ts'

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

/** Returns the limit of a user, as stored. */
export const limitOf = (text: string | null): UserLimit | undefined =>
  text === null ? undefined : userLimit.parse(JSON.parse(text))

/** Returns 256 random bits in hex. */
export const randomToken = (): string => randomBytes(32).toString('hex')

/** Returns the SHA-256 in hex, enough for texts with as many random bits as tokens and backup codes (ASVS 6.5.2, 11.4.1). */
export const hashOf = (text: string): string => hash('sha256', text)

/** Returns a user's email; for users of a provider, the name that the provider shows, marked with the provider. */
export const shownEmail = (user: {
  email: string
  sso_issuer: string | null
  sso_shown_as: string | null
}): string =>
  user.sso_issuer === null || user.sso_shown_as === null
    ? user.email
    : nameAtProvider(user.sso_issuer, user.sso_shown_as, user.email)

/** SQL: true for a session whose time is not over. */
const isAlive = (now: number) =>
  sql<SqlBool>`(session.seen_at > ${now - idleMs} AND session.began_at >= ${now - absoluteMs})`

/** The session with a hash, and its user. */
const sessionByHash = (db: Database['db'], hash: string) =>
  db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select(['session.id as sessionId', 'began_at', 'seen_at', 'proved_at', 'user.id as userId', 'name'])
    .select(['email', 'role', 'disabled', 'one_time_until', 'sso_issuer', 'sso_shown_as'])
    .select('limited_to')
    .select(
      sql<boolean | number>`(EXISTS (SELECT 1 FROM authenticator WHERE user_id = "user".id AND is_on = 1)
        OR EXISTS (SELECT 1 FROM passkey WHERE user_id = "user".id))`.as('hasSecondFactor'),
    )
    .where('hash', '=', hash)
type Found = InferResult<ReturnType<typeof sessionByHash>>[number]

/**
 * Begins, checks and ends sessions. The store keeps only the hash of a token, so a copy of it opens no session and a new
 * SESSION_SECRET ends none.
 */
export class Sessions {
  readonly #db: Database['db']
  readonly #engine: Database['engine']
  readonly #cookies: Cookies
  readonly #strictRoles: readonly Role[]
  /** Runs on every request: compiling it each time costs as much as reading the row. */
  readonly #byHash: CompiledQuery

  /** @param strictRoles the roles that require a second factor */
  constructor(
    { db, engine }: Pick<Database, 'db' | 'engine'>,
    cookies: Cookies,
    strictRoles: readonly Role[] = [],
  ) {
    this.#db = db
    this.#engine = engine
    this.#cookies = cookies
    this.#strictRoles = strictRoles
    this.#byHash = sessionByHash(db, '').compile()
  }

  /**
   * Begins a session and returns its ID and `set-cookie` line. `null` when the user is disabled, or when the user's sessions
   * have ended since the user was read: that request would miss this session.
   */
  async begin(
    { id: userId, access_version }: { id: string; access_version: number },
    { address, userAgent, language }: Omit<Visitor, 'cookie'>,
    provedAt: number | null,
  ): Promise<{ sessionId: string; cookie: string } | null> {
    const [token, sessionId, now] = [randomToken(), randomUUID(), Date.now()]
    const begun = await sql`
      INSERT INTO session (hash, id, user_id, began_at, seen_at, proved_at, address, agent)
      SELECT cast(${hashOf(token)} AS text), cast(${sessionId} AS text), id, cast(${now} AS bigint), cast(${now} AS bigint),
        cast(${provedAt} AS bigint), cast(${address} AS text), cast(${userAgent.slice(0, 200)} AS text)
      FROM "user" WHERE id = ${userId} AND disabled = 0 AND access_version = ${access_version}
      ${this.#engine === 'postgres' ? sql`FOR SHARE` : sql``}`.execute(this.#db)
    if (begun.numAffectedRows !== 1n) return null
    await this.#db
      .updateTable('user')
      .set({ last_sign_in_at: now, ...(language === undefined ? {} : { language }) })
      .where('id', '=', userId)
      .execute()
    await this.#db
      .deleteFrom('session')
      .where(sql<SqlBool>`NOT ${isAlive(now)}`)
      .execute()
    return { sessionId, cookie: this.#cookieOf(token) }
  }

  /**
   * Returns the caller, with one statement by the token's hash, on each request: a session that ends on one replica ends on
   * all. Prolongs the session, at most once a minute, unless `prolong` is false.
   */
  async check(
    header: string | null,
    { prolong }: { prolong: boolean } = { prolong: true },
  ): Promise<SignedIn | null> {
    const token = this.#cookies.read(header, 'session')
    if (token === null) return null
    const [hash, now] = [hashOf(token), Date.now()]
    const [found] = (await this.#db.executeQuery<Found>({ ...this.#byHash, parameters: [hash] })).rows
    const isOpen = found !== undefined && now - found.seen_at < idleMs && now - found.began_at <= absoluteMs
    if (!isOpen || found.disabled !== 0 || !isRole(found.role)) return null
    const { sessionId, userId, name, role } = found
    const limit = limitOf(found.limited_to)
    if (prolong && now - found.seen_at >= prolongMs)
      await this.#db.updateTable('session').set({ seen_at: now }).where('hash', '=', hash).execute()
    return {
      sessionId,
      authenticatedAt: found.proved_at,
      user: { id: userId, name, email: shownEmail(found) },
      isSsoUser: found.sso_issuer !== null,
      role,
      permissions: roles[role],
      ...(limit === undefined ? {} : { limit }),
      mustChangePassword: found.one_time_until !== null,
      // The provider asks its users for theirs.
      needsSecondFactor:
        this.#strictRoles.includes(role) && found.sso_issuer === null && Number(found.hasSecondFactor) === 0,
    }
  }

  /** Uses up the session's proof of identity, once among parallel calls. Returns false when it is used already. */
  async useProof(sessionId: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('session')
      .set({ proved_at: null })
      .where('id', '=', sessionId)
      .where('proved_at', 'is not', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  /**
   * Gives the session a new token, as if it had just begun. A proof of identity that is used up stays so, unless the user has just
   * given another (`isProved`). Returns the `set-cookie` line. Changes one row, which a request that ends sessions at the same time finds. Throws `unauthenticated` when that was first.
   */
  async renew(header: string | null, { isProved }: { isProved: boolean }): Promise<string> {
    const [token, now] = [randomToken(), Date.now()]
    const { numUpdatedRows } = await this.#db
      .updateTable('session')
      .set({ hash: hashOf(token), began_at: now, seen_at: now, ...(isProved ? { proved_at: now } : {}) })
      .where('hash', '=', this.#hashIn(header))
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new ProblemError('unauthenticated')
    return this.#cookieOf(token)
  }

  /** Ends the session of the cookies, if there is one. Returns the `set-cookie` line that removes its cookie. */
  async signOut(header: string | null): Promise<string> {
    await this.#db.deleteFrom('session').where('hash', '=', this.#hashIn(header)).execute()
    return this.#cookies.line('session')
  }

  /** Ends the user's sessions: one, all but one, or all. */
  async endOf(userId: string, { only, except }: { only?: string; except?: string } = {}): Promise<void> {
    await this.#db
      .deleteFrom('session')
      .where('user_id', '=', userId)
      .$if(only !== undefined, (query) => query.where('id', '=', only ?? ''))
      .$if(except !== undefined, (query) => query.where('id', '!=', except ?? ''))
      .execute()
  }

  /** Returns the user's sessions, the latest first. */
  list(userId: string) {
    return this.#db
      .selectFrom('session')
      .select(['id', 'began_at as createdAt', 'seen_at as lastSeenAt'])
      .select([
        sql<string | null>`nullif(address, '')`.as('address'),
        sql<string | null>`nullif(agent, '')`.as('userAgent'),
      ])
      .where('user_id', '=', userId)
      .where(isAlive(Date.now()))
      .orderBy('seen_at', 'desc')
      .execute()
  }

  /** Returns the number of sessions by user ID. */
  async counts(): Promise<Map<string, number>> {
    const counted = await this.#db
      .selectFrom('session')
      .select(['user_id', ({ fn }) => fn.countAll<number>().as('sessions')])
      .where(isAlive(Date.now()))
      .groupBy('user_id')
      .execute()
    return new Map(counted.map(({ user_id, sessions }) => [user_id, sessions]))
  }

  /** Returns the number of sessions of all users. */
  async total(): Promise<number> {
    return (await this.counts()).values().reduce((sum, sessions) => sum + sessions, 0)
  }

  #cookieOf(token: string): string {
    return this.#cookies.line('session', token, absoluteMs / 1_000)
  }

  #hashIn(header: string | null): string {
    return hashOf(this.#cookies.read(header, 'session') ?? '')
  }
}

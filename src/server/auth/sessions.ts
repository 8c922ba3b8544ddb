import { hash, randomBytes, randomUUID } from 'node:crypto'
import { sql, type CompiledQuery, type InferResult, type SqlBool } from 'kysely'
import { heldWithin, roleNames, roles, type Role } from '#contract/access.ts'
import type { SecondFactorNeed } from '#contract/session.ts'
import type { UiLanguage } from '#contract/text.ts'
import { userLimit, type UserLimit } from '#contract/users.ts'
import type { Database, StoreTransaction } from '../platform/database/database.ts'
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
export const displayEmail = (user: {
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
    .select('session.second_factor')
    .select([
      sql<boolean | number>`(EXISTS (SELECT 1 FROM authenticator WHERE user_id = "user".id AND is_on = 1)
        OR EXISTS (SELECT 1 FROM passkey WHERE user_id = "user".id))`.as('hasSecondFactor'),
      sql<boolean | number>`EXISTS (SELECT 1 FROM second_factor_role WHERE role = "user".role)`.as(
        'isStrict',
      ),
    ])
    .where('hash', '=', hash)
type SessionRow = InferResult<ReturnType<typeof sessionByHash>>[number]

/** Returns what a user whose role requires a second factor still has to do in this session; owning one is not enough. */
function needOf(
  row: Pick<SessionRow, 'second_factor' | 'hasSecondFactor' | 'sso_issuer'>,
): SecondFactorNeed | null {
  if (row.sso_issuer !== null) return row.second_factor === 1 ? null : 'provider'
  if (Number(row.hasSecondFactor) === 0) return 'set-up'
  return row.second_factor === 1 ? null : 'give'
}

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
   * Begins a session and returns its ID and `set-cookie` line; `secondFactor`: the sign-in has proved one. `null` when the user is disabled, or when the user's sessions
   * have ended since the user was read: that request would miss this session.
   */
  async begin(
    { id: userId, access_version }: { id: string; access_version: number },
    { address, userAgent, language }: Omit<Visitor, 'cookie'>,
    { provedAt, secondFactor }: { provedAt: number | null; secondFactor: boolean },
  ): Promise<{ sessionId: string; cookie: string } | null> {
    const [token, sessionId, now] = [randomToken(), randomUUID(), Date.now()]
    const begun = await sql`
      INSERT INTO session (hash, id, user_id, began_at, seen_at, proved_at, second_factor, address, agent)
      SELECT cast(${hashOf(token)} AS text), cast(${sessionId} AS text), id, cast(${now} AS bigint), cast(${now} AS bigint),
        cast(${provedAt} AS bigint), cast(${secondFactor ? 1 : 0} AS integer), cast(${address} AS text), cast(${userAgent.slice(0, 200)} AS text)
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
    const [row] = (await this.#db.executeQuery<SessionRow>({ ...this.#byHash, parameters: [hash] })).rows
    const isOpen = row !== undefined && now - row.seen_at < idleMs && now - row.began_at <= absoluteMs
    if (!isOpen || row.disabled !== 0 || !isRole(row.role)) return null
    const { sessionId, userId, name, role } = row
    const limit = limitOf(row.limited_to)
    if (prolong && now - row.seen_at >= prolongMs)
      await this.#db.updateTable('session').set({ seen_at: now }).where('hash', '=', hash).execute()
    return {
      sessionId,
      authenticatedAt: row.proved_at,
      user: { id: userId, name, email: displayEmail(row) },
      isSsoUser: row.sso_issuer !== null,
      role,
      permissions: heldWithin(limit !== undefined, roles[role]),
      ...(limit === undefined ? {} : { limit }),
      mustChangePassword: row.one_time_until !== null,
      ...(this.#requiresSecondFactor(role, row) ? { requiresSecondFactor: true } : {}),
      secondFactorNeed: this.#requiresSecondFactor(role, row) ? needOf(row) : null,
    }
  }

  /** Returns the roles that require a second factor: those of the configuration, and those that administrators chose. */
  async secondFactorRoles(): Promise<Record<'configured' | 'chosen', Role[]>> {
    const stored = await this.#db.selectFrom('second_factor_role').select('role').execute()
    const isChosen = (role: Role) => stored.some((row) => row.role === role)
    return { configured: [...this.#strictRoles], chosen: roleNames.filter(isChosen) }
  }

  /** Requires a second factor of everyone with the role, or no longer. */
  async requireSecondFactor(transaction: StoreTransaction, role: Role, required: boolean): Promise<void> {
    const insert = transaction.insertInto('second_factor_role').values({ role })
    if (required) await insert.onConflict((conflict) => conflict.doNothing()).execute()
    else await transaction.deleteFrom('second_factor_role').where('role', '=', role).execute()
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
   * Gives the session a new token; it still ends twelve hours after the sign-in. A proof of identity that is used up stays so, unless
   * the user has just given another (`isProved`), also of a second factor (`secondFactor`). Returns the `set-cookie` line. Changes one
   * row, which a request that ends sessions at the same time finds. Throws `unauthenticated` when that was first.
   */
  async renew(
    header: string | null,
    { isProved, secondFactor }: { isProved: boolean; secondFactor: boolean },
  ): Promise<string> {
    const [token, now] = [randomToken(), Date.now()]
    const renewed = await this.#db
      .updateTable('session')
      .set({
        hash: hashOf(token),
        seen_at: now,
        ...(isProved ? { proved_at: now } : {}),
        ...(secondFactor ? { second_factor: 1 } : {}),
      })
      .where('hash', '=', this.#hashIn(header))
      .returning('began_at')
      .executeTakeFirst()
    if (renewed === undefined) throw new ProblemError('unauthenticated')
    return this.#cookieOf(token, renewed.began_at + absoluteMs - now)
  }

  /** Ends the session of the cookies, if there is one. Returns the `set-cookie` line that removes its cookie. */
  async signOut(header: string | null): Promise<string> {
    await this.#db.deleteFrom('session').where('hash', '=', this.#hashIn(header)).execute()
    return this.#cookies.line('session')
  }

  /** Ends the user's sessions: one, all but one, or all. */
  async endOf(
    userId: string,
    { only, except }: { only?: string; except?: string } = {},
    db = this.#db,
  ): Promise<void> {
    await db
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

  #requiresSecondFactor(role: Role, { isStrict }: Pick<SessionRow, 'isStrict'>): boolean {
    return this.#strictRoles.includes(role) || Number(isStrict) === 1
  }

  #cookieOf(token: string, lifeMs = absoluteMs): string {
    return this.#cookies.line('session', token, Math.max(1, Math.ceil(lifeMs / 1_000)))
  }

  #hashIn(header: string | null): string {
    return hashOf(this.#cookies.read(header, 'session') ?? '')
  }
}

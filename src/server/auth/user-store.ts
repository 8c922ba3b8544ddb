import { randomBytes } from 'node:crypto'
import { sql, type Updateable } from 'kysely'
import { allows, canBeLimited, roleNames, type Role } from '#contract/access.ts'
import type { User, UserLimit } from '#contract/users.ts'
import { countOf, type Database, type StoreTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/schema.ts'
import { ProblemError } from '../platform/problems.ts'
import { newSignInPassword } from './password.ts'
import type { AuthParts } from './parts.ts'
import { isRole, limitOf, displayEmail } from './sessions.ts'
import { personHash, type Identity } from './sso-claims.ts'

interface NewUser {
  email: string
  name: string
  password: string
  role: Role
  limit?: UserLimit | null
  /** The password works within a day; after signing in, the user has to choose another. */
  isOneTime?: boolean
}

const newUserId = () => randomBytes(16).toString('hex')

const oneTimeMs = 24 * 3_600_000
const oneTimeUntil = (isOneTime: boolean) => (isOneTime ? Date.now() + oneTimeMs : null)

function oneTimePasswordOf(until: number | null): User['oneTimePassword'] {
  if (until === null) return null
  return until > Date.now() ? 'waiting' : 'expired'
}

/**
 * Returns a user's email for a person at a provider. Issuer and subject identify the person; a provider's email must neither
 * match nor block a local account. `invalid` is a reserved domain (RFC 2606).
 */
const emailOf = ({ issuer, subject }: Identity) => `${personHash(issuer, subject)}@sso.invalid`

type UserParts = Pick<AuthParts, 'hashing' | 'sessions' | 'attempts' | 'secondFactor' | 'passkeys'>

/** A change of a user's access. `version`: the user's as the administrator has seen it; without one, it is not compared. */
interface AccessChange {
  version?: number
  role?: Role | undefined
  disabled?: boolean | undefined
  limit?: UserLimit | null | undefined
}

/** A user as the store has it. */
export type StoredUser = NonNullable<Awaited<ReturnType<UserStore['byId']>>>

/** The console's users, and the changes that administrators make to them. Each change of access ends the user's sessions. */
export class UserStore {
  readonly #db: Database['db']
  readonly #parts: UserParts

  constructor({ db }: Pick<Database, 'db'>, parts: UserParts) {
    this.#db = db
    this.#parts = parts
  }

  /** Returns all users, or the one with this ID, sorted by email. */
  async list(id?: string): Promise<User[]> {
    const rows = await this.#db
      .selectFrom('user')
      .leftJoin('authenticator', (join) =>
        join.onRef('authenticator.user_id', '=', 'user.id').on('authenticator.is_on', '=', 1),
      )
      .select(['user.id', 'email', 'name', 'role', 'disabled', 'one_time_until', 'sso_issuer', 'version'])
      .select((of) =>
        of
          .selectFrom('passkey')
          .whereRef('passkey.user_id', '=', 'user.id')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .as('passkeys'),
      )
      .select([
        'sso_shown_as',
        'created_at',
        'last_sign_in_at',
        'limited_to',
        'authenticator.is_on as second_factor',
      ])
      .where('is_service', '=', 0)
      .$if(id !== undefined, (query) => query.where('user.id', '=', id ?? ''))
      .orderBy('email')
      .execute()
    const open = await this.#parts.sessions.counts()
    const locks = await this.#parts.attempts.lockedUntil(rows.map(({ email }) => email))
    return rows.map((user, at) => ({
      id: user.id,
      name: user.name,
      email: displayEmail(user),
      isSsoUser: user.sso_issuer !== null,
      role: isRole(user.role) ? user.role : null,
      limit: limitOf(user.limited_to) ?? null,
      disabled: user.disabled !== 0,
      secondFactor: user.second_factor === 1,
      passkeys: Number(user.passkeys),
      oneTimePassword: oneTimePasswordOf(user.one_time_until),
      createdAt: user.created_at,
      lastSignInAt: user.last_sign_in_at,
      sessions: open.get(user.id) ?? 0,
      lockedUntil: locks[at] ?? null,
      version: user.version,
    }))
  }

  /** Returns the user. Throws `not-found`. */
  async get(id: string): Promise<User> {
    const [user] = await this.list(id)
    if (user === undefined) throw new ProblemError('not-found')
    return user
  }

  /** Returns the local user with this email. */
  async byEmail(email: string) {
    const user = await this.#users()
      .where('email', '=', email.trim().toLowerCase())
      .where('sso_issuer', 'is', null)
      .where('is_service', '=', 0)
      .executeTakeFirst()
    return user ?? null
  }

  async byId(id: string) {
    return (await this.#users().where('id', '=', id).executeTakeFirst()) ?? null
  }

  /** Replaces a hash by one of the same password, unless the password has changed. */
  async replaceHash(id: string, before: string, hash: string): Promise<void> {
    await this.#db
      .updateTable('user')
      .set({ password: hash })
      .where('id', '=', id)
      .where('password', '=', before)
      .execute()
  }

  /** Creates a user and returns its ID. Throws `user-exists` when the email is taken, and `role-unlimited`. */
  async create({ isOneTime = false, password, email, name, role, limit = null }: NewUser): Promise<string> {
    if (limit !== null && !canBeLimited(role)) throw new ProblemError('role-unlimited')
    const id = newUserId()
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto('user')
      .values({
        id,
        email: email.toLowerCase(),
        name,
        role,
        password: await this.#parts.hashing.hash(password),
        limited_to: limit === null ? null : JSON.stringify(limit),
        one_time_until: oneTimeUntil(isOneTime),
        created_at: Date.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (!numInsertedOrUpdatedRows) throw new ProblemError('user-exists')
    return id
  }

  count(): Promise<number> {
    return countOf(this.#db.selectFrom('user').where('is_service', '=', 0))
  }

  /** True when another user was invited, has signed in or comes from a provider. Unused demo accounts don't count. */
  async hasColleague(id: string): Promise<boolean> {
    const colleague = await this.#db
      .selectFrom('user')
      .select('id')
      .where('id', '!=', id)
      .where((of) =>
        of.or([
          of('sso_issuer', 'is not', null),
          of('last_sign_in_at', 'is not', null),
          of('one_time_until', 'is not', null),
        ]),
      )
      .limit(1)
      .executeTakeFirst()
    return colleague !== undefined
  }

  /** Returns the names of these users by ID, without users who no longer exist. */
  async namesOf(ids: readonly string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map()
    const rows = await this.#db.selectFrom('user').select(['id', 'name']).where('id', 'in', ids).execute()
    return new Map(rows.map(({ id, name }) => [id, name]))
  }

  /** The same as a list, sorted by name. */
  async named(ids: readonly string[]): Promise<{ id: string; name: string }[]> {
    const names = [...(await this.namesOf(ids))].map(([id, name]) => ({ id, name }))
    return names.toSorted((a, b) => a.name.localeCompare(b.name))
  }

  /** Creates a user with a one-time password, and returns both. Throws like `create`. */
  async invite(input: Pick<NewUser, 'email' | 'name' | 'role' | 'limit'>) {
    const password = newSignInPassword()
    const id = await this.create({ ...input, password, isOneTime: true })
    return { user: await this.get(id), password }
  }

  /** Changes the user's name. Throws `not-found` and `user-elsewhere`. */
  async rename(id: string, name: string): Promise<void> {
    await this.#requireLocal(id)
    await this.#db.updateTable('user').set({ name }).where('id', '=', id).execute()
  }

  /**
   * Changes the role, the status or the limit, in a transaction that runs alone (`Audit.transaction`), so that two administrators can't
   * take each other's rights at once. Returns the role and the limit before. Throws `not-found`, `user-elsewhere` for a provider's
   * role, `role-unlimited` when the user would have a limit and a role that administers, `edit-conflict` when the access has changed
   * since `version`, and `last-administrator`.
   */
  async change(
    transaction: StoreTransaction,
    id: string,
    { version, role, disabled, limit }: AccessChange,
  ): Promise<{ role: Role | null; limit: UserLimit | null }> {
    const row = await transaction
      .selectFrom('user')
      .select(['role', 'limited_to', 'version', 'sso_issuer'])
      .where('id', '=', id)
      .where('is_service', '=', 0)
      .executeTakeFirst()
    if (row === undefined) throw new ProblemError('not-found')
    if (role !== undefined && row.sso_issuer !== null) throw new ProblemError('user-elsewhere')
    const before = {
      role: isRole(row.role) ? row.role : null,
      limit: limitOf(row.limited_to) ?? null,
    }
    const [roleAfter, limitAfter] = [role ?? before.role, limit === undefined ? before.limit : limit]
    if (disabled === undefined && limitAfter !== null && roleAfter !== null && !canBeLimited(roleAfter))
      throw new ProblemError('role-unlimited')
    if (version !== undefined && version !== row.version) throw new ProblemError('edit-conflict')
    await this.#changeAccess(
      id,
      {
        ...(role === undefined ? {} : { role }),
        ...(limit === undefined ? {} : { limited_to: limit === null ? null : JSON.stringify(limit) }),
        ...(disabled === undefined ? {} : { disabled: disabled ? 1 : 0 }),
        version: row.version + 1,
      },
      transaction,
    )
    const isAdministrator = (roleNow: Role | null) => roleNow !== null && allows(roleNow, 'user.manage')
    const loses = isAdministrator(before.role) && (disabled === true || !isAdministrator(roleAfter))
    if (loses && (await this.#administrators(transaction)) === 0) throw new ProblemError('last-administrator')
    return before
  }

  /** Returns the number of administrators who are not disabled. */
  #administrators(transaction: StoreTransaction): Promise<number> {
    const managing = roleNames.filter((role) => allows(role, 'user.manage'))
    return countOf(
      transaction
        .selectFrom('user')
        .where('role', 'in', managing)
        .where('disabled', '=', 0)
        .where('is_service', '=', 0),
    )
  }

  async endSessions(id: string): Promise<User> {
    await this.#changeAccess(id, {})
    return this.get(id)
  }

  /** Replaces the user's password with a one-time password and lifts a lock. Throws `not-found` and `user-elsewhere`. */
  async issueOneTimePassword(id: string) {
    const { email } = await this.#requireLocal(id)
    const password = newSignInPassword()
    await this.#setPassword({ id, email }, password, true)
    return { user: await this.get(id), password }
  }

  /** Sets a password that the user has chosen. Throws `password-wrong` when it was changed since `accessVersion` was read. */
  async choosePassword(id: string, accessVersion: number, next: string): Promise<void> {
    const { numUpdatedRows } = await this.#db
      .updateTable('user')
      .set({
        password: await this.#parts.hashing.hash(next),
        one_time_until: null,
        access_version: accessVersion + 1,
      })
      .where('id', '=', id)
      .where('access_version', '=', accessVersion)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new ProblemError('password-wrong')
  }

  /** Removes the authenticator, the backup codes and the passkeys. */
  async removeSecondFactor(id: string): Promise<User> {
    await this.#parts.secondFactor.remove(id)
    await this.#parts.passkeys.removeAll(id)
    await this.#changeAccess(id, {})
    return this.get(id)
  }

  async unlock(id: string): Promise<User> {
    await this.#parts.attempts.unlock(await this.get(id))
    return this.get(id)
  }

  /**
   * The last resort, for the command line: sets a password, ends all sessions, removes the second factor, the passkeys and the lock.
   * Throws `not-found`.
   */
  async resetPassword(email: string, password: string, isOneTime = false): Promise<void> {
    const user = await this.byEmail(email)
    if (user === null) throw new ProblemError('not-found')
    await this.removeSecondFactor(user.id)
    await this.#setPassword(user, password, isOneTime)
  }

  /**
   * Returns the user of a person whom the provider has verified, created at the first sign-in; null for a person who never had a
   * role. A lost role ends the user's sessions, because all of them have that role. `roleBefore`: null at the first sign-in.
   */
  async ofPerson(person: Identity): Promise<(StoredUser & { roleBefore: string | null }) | null> {
    const { issuer, subject, name, shownAs, role } = person
    const claimed = { name, role, sso_issuer: issuer, sso_subject: subject, sso_shown_as: shownAs }
    const email = emailOf(person)
    const before = await this.#users().where('email', '=', email).executeTakeFirst()
    if (role !== null)
      await this.#db
        .insertInto('user')
        .values({ ...claimed, id: newUserId(), email, password: null, created_at: Date.now() })
        .onConflict((conflict) => conflict.column('email').doUpdateSet(claimed))
        .execute()
    const user = await this.#users().where('email', '=', email).executeTakeFirst()
    if (user === undefined) return null
    if (role === null && user.disabled === 0) await this.#changeAccess(user.id, claimed)
    return { ...user, roleBefore: before?.role ?? null }
  }

  #users() {
    return this.#db
      .selectFrom('user')
      .select(['id', 'email', 'name', 'role', 'password', 'disabled', 'one_time_until', 'access_version'])
  }

  /** Returns the user. Throws `not-found`, and `user-elsewhere` for a user whose name, role and password a provider manages. */
  async #requireLocal(id: string): Promise<User> {
    const user = await this.get(id)
    if (user.isSsoUser) throw new ProblemError('user-elsewhere')
    return user
  }

  /** Changes a user's access, and ends the sessions and the sign-ins that wait for a code. */
  async #changeAccess(
    id: string,
    change: Updateable<Tables['user']>,
    db: Database['db'] = this.#db,
  ): Promise<void> {
    const raised = { ...change, access_version: sql<number>`access_version + 1` }
    await db.updateTable('user').set(raised).where('id', '=', id).execute()
    await this.#parts.sessions.endOf(id, {}, db)
  }

  async #setPassword(
    { id, email }: { id: string; email: string },
    password: string,
    isOneTime: boolean,
  ): Promise<void> {
    const hash = await this.#parts.hashing.hash(password)
    await this.#changeAccess(id, { password: hash, one_time_until: oneTimeUntil(isOneTime) })
    await this.#parts.attempts.unlock({ id, email })
  }
}

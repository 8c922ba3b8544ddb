import * as z from 'zod'
import pLimit from 'p-limit'
import { roleNames, type Role } from '#contract/access.ts'
import { letterOrDigit, passwordLength, visible } from '#contract/text.ts'
import type { User } from '#contract/users.ts'
import type { Engine } from './auth-engine.ts'
import { guessable, isGuessablePassword, randomPassword, type PasswordOwner } from './password.ts'
import { ProblemError } from '../platform/http/problems.ts'
import { isNameTaken, shownEmail } from './user-names.ts'
import type { Database } from '../platform/database/database.ts'
import type { SecondFactor } from './second-factor.ts'
import type { SignInLimit } from './sign-in-limit.ts'

const flag = z
  .boolean()
  .nullish()
  .transform((value) => value === true)

/** A user row of better-auth. */
const record = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.string().nullish(),
  banned: flag,
  twoFactorEnabled: flag,
  mustChangePassword: flag,
  oneTimePasswordUntil: z.date().nullish(),
  createdAt: z.date(),
  lastSignInAt: z.date().nullish(),
  ssoIssuer: z.string().nullish(),
  ssoShownAs: z.string().nullish(),
})
type UserRecord = z.infer<typeof record>

const roleOf = ({ role }: UserRecord): Role | null => roleNames.find((known) => known === role) ?? null

interface NewUser {
  email: string
  name: string
  password: string
  role: Role
  /** The password works for one sign-in within a day; then the user has to choose another. */
  isOneTime?: boolean
}

const oneTimeMs = 24 * 3_600_000

const oneTimeFields = (isOneTime: boolean) => ({
  mustChangePassword: isOneTime,
  oneTimePasswordUntil: isOneTime ? new Date(Date.now() + oneTimeMs) : null,
})

function oneTimePasswordOf({
  mustChangePassword,
  oneTimePasswordUntil,
}: UserRecord): User['oneTimePassword'] {
  if (!mustChangePassword) return null
  if (oneTimePasswordUntil == null) return 'used'
  return oneTimePasswordUntil.getTime() > Date.now() ? 'waiting' : 'expired'
}

/** Throws `TypeError`, with a message for the operator, when the password is too short, too long or easy to guess. */
async function checkPassword(password: string, owner: PasswordOwner): Promise<void> {
  const { least, most } = passwordLength
  if (password.length < least || password.length > most)
    throw new TypeError(`the password must have ${least} to ${most} characters`)
  if (await isGuessablePassword(password, owner))
    throw new TypeError(`the password ${guessable}; choose another`)
}

/** Throws `TypeError`, with a message for the operator, when the name has no letter or digit, or invisible characters. */
function checkName(name: string): void {
  if (!visible.test(name) || !letterOrDigit.test(name))
    throw new TypeError('the name needs a letter or digit, and no invisible characters')
}

/** The console's users, and the changes that administrators make to them. Each change of access ends the user's sessions. */
export function createUserDirectory(
  { api, context: { adapter, internalAdapter, password: passwords } }: Engine,
  { exclusively }: Pick<Database, 'exclusively'>,
  { limit, secondFactor }: { limit: SignInLimit; secondFactor: Pick<SecondFactor, 'remove'> },
) {
  const everything = { limit: Number.MAX_SAFE_INTEGER }
  const oneHere = pLimit(1)

  /** Runs one change at a time, on all replicas: two administrators must not demote each other at the same time. */
  const serialized = <Result>(work: () => Promise<Result>): Promise<Result> =>
    oneHere(() => exclusively(work))

  const records = async (): Promise<UserRecord[]> =>
    z.array(record).parse(
      await adapter.findMany({
        model: 'user',
        sortBy: { field: 'email', direction: 'asc' },
        ...everything,
      }),
    )

  async function toUsers(found: readonly UserRecord[]): Promise<User[]> {
    const open = await adapter.findMany<{ userId: string }>({
      model: 'session',
      where: [{ field: 'expiresAt', operator: 'gt', value: new Date() }],
      ...everything,
    })
    const sessions = Map.groupBy(open, ({ userId }) => userId)
    const locks = await limit.lockedUntil(found.map(({ email }) => email))
    return found.map((user, index) => ({
      id: user.id,
      name: user.name,
      email: shownEmail(user),
      isSsoUser: typeof user.ssoIssuer === 'string',
      role: roleOf(user),
      disabled: user.banned,
      secondFactor: user.twoFactorEnabled,
      oneTimePassword: oneTimePasswordOf(user),
      createdAt: user.createdAt.getTime(),
      lastSignInAt: user.lastSignInAt?.getTime() ?? null,
      sessions: sessions.get(user.id)?.length ?? 0,
      lockedUntil: locks[index] ?? null,
    }))
  }

  /** Returns the user. Throws `not-found`. */
  async function user(id: string): Promise<User> {
    const found = await internalAdapter.findUserById(id)
    const [shown] = found === null ? [] : await toUsers([record.parse(found)])
    if (shown === undefined) throw new ProblemError('not-found')
    return shown
  }

  /**
   * Returns a user whose role and password the console manages. Throws `not-found`, and `user-elsewhere` for users of the
   * provider.
   */
  async function localUser(id: string): Promise<User> {
    const found = await user(id)
    if (found.isSsoUser) throw new ProblemError('user-elsewhere')
    return found
  }

  const userByEmail = async (email: string): Promise<UserRecord | null> => {
    const found = await internalAdapter.findUserByEmail(email)
    return found === null ? null : record.parse(found.user)
  }

  /** Ends all sessions, and the sign-ins that wait for a code: they began with access that is no longer valid. */
  async function endAll(id: string): Promise<void> {
    await adapter.deleteMany({ model: 'verification', where: [{ field: 'value', value: id }] })
    await internalAdapter.deleteUserSessions(id)
  }

  const linkPassword = (userId: string, password: string) =>
    internalAdapter.linkAccount({ userId, providerId: 'credential', accountId: userId, password })

  async function setPassword(id: string, password: string, isOneTime: boolean): Promise<void> {
    const hash = await passwords.hash(password)
    // A user of the identity provider has no password yet.
    if ((await internalAdapter.findCredentialAccount(id)) === null) await linkPassword(id, hash)
    else await internalAdapter.updatePassword(id, hash)
    await internalAdapter.updateUser(id, oneTimeFields(isOneTime))
    await endAll(id)
  }

  /** Creates a user and returns its ID. Throws like `checkPassword` and `checkName`, and `user-exists` when the email is taken. */
  async function createUser({ isOneTime = false, password, ...input }: NewUser): Promise<string> {
    checkName(input.name)
    await checkPassword(password, input)
    if ((await userByEmail(input.email)) !== null) throw new ProblemError('user-exists')
    // Hash before creating the user: too many waiting hashes would leave a user without a password.
    const hash = await passwords.hash(password)
    const { user } = await api.createUser({ body: { ...input, data: oneTimeFields(isOneTime) } })
    await linkPassword(user.id, hash)
    return user.id
  }

  return {
    createUser: async (input: NewUser): Promise<void> => {
      await createUser(input)
    },

    userCount: (): Promise<number> => internalAdapter.countTotalUsers(),

    hasUser: async (email: string): Promise<boolean> => (await userByEmail(email)) !== null,

    /** True when another user was invited, has signed in or comes from a provider. Unused demo accounts don't count. */
    hasColleague: async (id: string): Promise<boolean> => {
      const found = await adapter.findMany({
        model: 'user',
        where: [
          { field: 'id', operator: 'ne', value: id },
          ...['ssoIssuer', 'lastSignInAt', 'oneTimePasswordUntil'].map((field) => ({
            field,
            operator: 'ne' as const,
            value: null,
            connector: 'OR' as const,
          })),
        ],
        select: ['id'],
        limit: 1,
      })
      return found.length > 0
    },

    /** Returns all users, sorted by email. */
    users: async (): Promise<User[]> => toUsers(await records()),

    /** Returns the names of these users by ID, without users who no longer exist. */
    namesOf: async (ids: readonly string[]): Promise<Map<string, string>> => {
      if (ids.length === 0) return new Map()
      const found = await adapter.findMany<{ id: string; name: string }>({
        model: 'user',
        where: [{ field: 'id', operator: 'in', value: [...ids] }],
      })
      return new Map(found.map(({ id, name }) => [id, name]))
    },

    user,

    /** Creates a user with a one-time password, and returns both. Throws `user-exists`. */
    async inviteUser(input: Pick<NewUser, 'email' | 'name' | 'role'>) {
      const password = randomPassword()
      const id = await serialized(() => createUser({ ...input, password, isOneTime: true }))
      return { user: await user(id), password }
    },

    /** Changes the user's name. Throws `not-found`, `user-elsewhere`, and `user-name-taken`: lists and exports show only names. */
    renameUser: (id: string, name: string): Promise<void> =>
      serialized(async () => {
        await localUser(id)
        if (await isNameTaken(adapter, name, id)) throw new ProblemError('user-name-taken')
        await internalAdapter.updateUser(id, { name })
      }),

    /**
     * Changes the role, the status or both. Throws `not-found`, `user-elsewhere` for a provider's role, and `last-admin`
     * when no administrator would be left.
     */
    changeUser: (
      id: string,
      { role, disabled }: { role?: Role | undefined; disabled?: boolean | undefined },
    ) =>
      serialized(async () => {
        const { role: before } = await (role === undefined ? user(id) : localUser(id))
        const others = (await records()).filter((other) => other.id !== id)
        const losesAdmin =
          before === 'admin' && (disabled === true || (role !== undefined && role !== 'admin'))
        if (losesAdmin && !others.some((other) => roleOf(other) === 'admin' && !other.banned))
          throw new ProblemError('last-admin')
        await internalAdapter.updateUser(id, {
          ...(role === undefined ? {} : { role }),
          ...(disabled === undefined ? {} : { banned: disabled, banReason: null, banExpires: null }),
        })
        await endAll(id)
        return user(id)
      }),

    async endUserSessions(id: string): Promise<User> {
      await endAll(id)
      return user(id)
    },

    /** Replaces the user's password with a one-time password and lifts a lock. Throws `not-found` and `user-elsewhere`. */
    async issueOneTimePassword(id: string) {
      const { email } = await localUser(id)
      const password = randomPassword()
      await setPassword(id, password, true)
      await limit.unlock(email)
      return { user: await user(id), password }
    },

    async removeSecondFactor(id: string): Promise<User> {
      await secondFactor.remove(id)
      await endAll(id)
      return user(id)
    },

    async unlockUser(id: string): Promise<User> {
      await limit.unlock((await user(id)).email)
      return user(id)
    },

    /**
     * The last resort, for the command line: sets a password, ends all sessions, removes the second factor and the lock.
     * Returns false when there is no such user. Throws like `checkPassword`.
     */
    async resetPassword(email: string, password: string, isOneTime = false): Promise<boolean> {
      const found = await userByEmail(email)
      await checkPassword(password, found ?? { email, name: '' })
      if (found === null) return false
      await secondFactor.remove(found.id)
      await setPassword(found.id, password, isOneTime)
      await limit.unlock(email)
      return true
    },
  }
}

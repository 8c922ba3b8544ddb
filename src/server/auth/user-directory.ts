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

/** A user as better-auth keeps it. */
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
  /** The password opens one sign-in, within a day; then another has to be chosen. */
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

/** Throws `TypeError`, with a sentence for the operator, for a password too short, too long or too easy to guess. */
async function checkPassword(password: string, owner: PasswordOwner): Promise<void> {
  const { least, most } = passwordLength
  if (password.length < least || password.length > most)
    throw new TypeError(`the password must have ${least} to ${most} characters`)
  if (await isGuessablePassword(password, owner))
    throw new TypeError(`the password ${guessable}; choose another`)
}

/** Throws `TypeError`, as `checkPassword`. */
function checkName(name: string): void {
  if (!visible.test(name) || !letterOrDigit.test(name))
    throw new TypeError('the name needs a letter or digit, and no invisible characters')
}

/** The users of the console and what an admin does with them. Each change of access ends the user's sessions. */
export function createUserDirectory(
  { api, context: { adapter, internalAdapter, password: passwords } }: Engine,
  { exclusively }: Pick<Database, 'exclusively'>,
  { limit, secondFactor }: { limit: SignInLimit; secondFactor: Pick<SecondFactor, 'remove'> },
) {
  const everything = { limit: Number.MAX_SAFE_INTEGER }
  const oneHere = pLimit(1)

  /** One change after the other, on all replicas: two admins must not demote each other at the same time. */
  const alone = <Result>(work: () => Promise<Result>): Promise<Result> => oneHere(() => exclusively(work))

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
      elsewhere: typeof user.ssoIssuer === 'string',
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

  /** Throws `not-found`. */
  async function user(id: string): Promise<User> {
    const found = await internalAdapter.findUserById(id)
    const [shown] = found === null ? [] : await toUsers([record.parse(found)])
    if (shown === undefined) throw new ProblemError('not-found')
    return shown
  }

  /** Whose role and password are the console's own. Throws `not-found`, and `user-elsewhere` for people of the provider. */
  async function localUser(id: string): Promise<User> {
    const found = await user(id)
    if (found.elsewhere) throw new ProblemError('user-elsewhere')
    return found
  }

  const userByEmail = async (email: string): Promise<UserRecord | null> => {
    const found = await internalAdapter.findUserByEmail(email)
    return found === null ? null : record.parse(found.user)
  }

  /** Ends all sessions, and the sign-ins that wait for their code: those began with what is no longer good. */
  async function endAll(id: string): Promise<void> {
    await adapter.deleteMany({ model: 'verification', where: [{ field: 'value', value: id }] })
    await internalAdapter.deleteUserSessions(id)
  }

  const linkPassword = (userId: string, password: string) =>
    internalAdapter.linkAccount({ userId, providerId: 'credential', accountId: userId, password })

  async function setPassword(id: string, password: string, isOneTime: boolean): Promise<void> {
    const hash = await passwords.hash(password)
    // A user of the identity provider has none yet.
    if ((await internalAdapter.findCredentialAccount(id)) === null) await linkPassword(id, hash)
    else await internalAdapter.updatePassword(id, hash)
    await internalAdapter.updateUser(id, oneTimeFields(isOneTime))
    await endAll(id)
  }

  /** Throws as `checkPassword` and `checkName`, and `user-exists` when the e-mail is taken. */
  async function createUser({ isOneTime = false, password, ...input }: NewUser): Promise<string> {
    checkName(input.name)
    await checkPassword(password, input)
    if ((await userByEmail(input.email)) !== null) throw new ProblemError('user-exists')
    // Before the user is created: too many waiting hashes would leave a user without a password.
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

    /** Whether anyone besides this user was invited or has signed in: the demonstration's accounts do not count before. */
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

    /** All users, by e-mail. */
    users: async (): Promise<User[]> => toUsers(await records()),

    /** Names by id, of those of these users who are still there. */
    namesOf: async (ids: readonly string[]): Promise<Map<string, string>> => {
      if (ids.length === 0) return new Map()
      const found = await adapter.findMany<{ id: string; name: string }>({
        model: 'user',
        where: [{ field: 'id', operator: 'in', value: [...ids] }],
      })
      return new Map(found.map(({ id, name }) => [id, name]))
    },

    user,

    /** A new user with a password for one sign-in. Throws `user-exists`. */
    async inviteUser(input: Pick<NewUser, 'email' | 'name' | 'role'>) {
      const password = randomPassword()
      const id = await alone(() => createUser({ ...input, password, isOneTime: true }))
      return { user: await user(id), password }
    },

    /** The name that a user chooses. Throws `not-found`, `user-elsewhere`, and `user-name-taken`: lists and exports show names alone. */
    renameUser: (id: string, name: string): Promise<void> =>
      alone(async () => {
        await localUser(id)
        if (await isNameTaken(adapter, name, id)) throw new ProblemError('user-name-taken')
        await internalAdapter.updateUser(id, { name })
      }),

    /** Throws `not-found`, `user-elsewhere`, and `last-admin` where no one could manage users any more. */
    changeUser: (
      id: string,
      { role, disabled }: { role?: Role | undefined; disabled?: boolean | undefined },
    ) =>
      alone(async () => {
        const { role: before } = await (role === undefined ? user(id) : localUser(id))
        const others = (await records()).filter((other) => other.id !== id)
        const goes = before === 'admin' && (disabled === true || (role !== undefined && role !== 'admin'))
        if (goes && !others.some((other) => roleOf(other) === 'admin' && !other.banned))
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

    /** A password for one sign-in in place of the one before; lifts a lock. */
    async giveOneTimePassword(id: string) {
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
     * For the command line, as the last resort: sets a password, ends all sessions, removes second factor and lock.
     * False when there is no such user. Throws as `createUser`.
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

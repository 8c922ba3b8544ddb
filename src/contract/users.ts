import * as z from 'zod/mini'
import { roleNames } from './access.ts'
import { endpoint } from './endpoint.ts'
import { releaseReason } from './reservations.ts'
import { userName } from './text.ts'

/** The e-mail address of a console user. */
const email = z.email('use an e-mail address').check(z.maxLength(254, 'use at most 254 characters'))
const department = z.string().check(z.minLength(1), z.maxLength(200), z.regex(/^[^\p{Cc}]*$/u))
/** Most departments, and most pools, of one limit. */
export const maxLimited = 10
/**
 * For whom and where a user may act: the people of these departments, as the directory names them, and the unbound numbers of these
 * pools, by ID. Reading is open.
 */
export const userLimit = z
  .object({
    departments: z.array(department).check(z.maxLength(maxLimited)),
    pools: z.array(z.uuid()).check(z.maxLength(maxLimited)),
  })
  .check(
    z.refine(({ departments, pools }) => departments.length + pools.length > 0, {
      path: ['departments'],
      error: 'name a department or a pool',
    }),
  )
export type UserLimit = z.infer<typeof userLimit>

/** Times are epoch milliseconds. */
export const user = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** True when the user signs in at the identity provider, which manages role and password. */
  isSsoUser: z.boolean(),
  /** Null for a role that the console does not know; it has no permissions. */
  role: z.nullable(z.enum(roleNames)),
  /** Null for a user without a limit. */
  limit: z.nullable(userLimit),
  disabled: z.boolean(),
  /** True with an authenticator app. */
  secondFactor: z.boolean(),
  passkeys: z.number(),
  /** State of the password from an invitation or a reset; null once the user has chosen a password. */
  oneTimePassword: z.nullable(z.enum(['waiting', 'expired'])),
  createdAt: z.number(),
  lastSignInAt: z.nullable(z.number()),
  sessions: z.number(),
  /** Until when the account is locked against passwords and codes; null when it is not locked. */
  lockedUntil: z.nullable(z.number()),
  /** Increases with each change of the user's access. */
  version: z.number(),
})
export type User = z.infer<typeof user>

const params = z.object({ id: z.string().check(z.regex(/^[\w-]{1,64}$/)) })
/** The password is shown once and stored only as a hash. It works for a day; after signing in, the user chooses another. */
const oneTimePassword = z.object({ user, password: z.string() })

/** The roles that require a second factor in each session: those of `REQUIRE_SECOND_FACTOR`, and those that administrators chose. */
const secondFactorRoles = z.object({
  configured: z.array(z.enum(roleNames)),
  chosen: z.array(z.enum(roleNames)),
})

export type SecondFactorRoles = z.infer<typeof secondFactorRoles>

/** Returns every user, sorted by e-mail: a console has hundreds at most. */
export const listUsers = endpoint({
  method: 'GET',
  path: '/api/users',
  access: 'user.manage',
  answer: z.object({ items: z.array(user), secondFactorRoles }),
})

/** Requires a second factor of everyone with a role, or no longer. Takes effect at each user's next request. */
export const requireSecondFactor = endpoint({
  method: 'PUT',
  path: '/api/second-factor-roles/:role',
  access: 'user.manage',
  freshSignIn: true,
  params: z.object({ role: z.enum(roleNames) }),
  body: z.object({ required: z.boolean() }),
  answer: secondFactorRoles,
})

/** Creates a user with a random password, to be changed at the first sign-in. Refused as `user-exists`, and as `role-unlimited` for a limit
 * and a role that administers. */
export const inviteUser = endpoint({
  method: 'POST',
  path: '/api/users',
  access: 'user.manage',
  freshSignIn: true,
  body: z.object({
    email,
    name: userName,
    role: z.enum(roleNames),
    limit: z._default(z.nullable(userLimit), null),
  }),
  answer: oneTimePassword,
})

/**
 * Ends the user's sessions, so the change takes effect everywhere at once. Refused as `own-account` for the caller's own
 * account: the caller stays an administrator. Refused as `role-unlimited` for a limit and a role that administers (`canBeLimited`),
 * unless the limit is removed with the same change; as `edit-conflict` when the user's access has changed since `version`, and as
 * `last-administrator` when no administrator who is not disabled would be left. The pending requests of a user who can no longer work on
 * requests go back to the administrators.
 */
export const changeUser = endpoint({
  method: 'PATCH',
  path: '/api/users/:id',
  access: 'user.manage',
  freshSignIn: true,
  params,
  body: z
    .object({
      version: z.number(),
      role: z.optional(z.enum(roleNames)),
      disabled: z.optional(z.boolean()),
      limit: z.optional(z.nullable(userLimit)),
      /** With `disabled`: releases the user's open reservations, except of numbers kept back, and gives this reason. */
      releaseReason: z.optional(releaseReason),
    })
    .check(
      z.refine((change) => change.releaseReason === undefined || change.disabled === true, {
        path: ['releaseReason'],
        message: 'only with disabled',
      }),
      z.refine(
        ({ version: _version, releaseReason: _reason, role, limit, ...others }) =>
          Object.keys(others).length === (role === undefined && limit === undefined ? 1 : 0),
        'give one change',
      ),
    ),
  answer: user,
})

export const endUserSessions = endpoint({
  method: 'DELETE',
  path: '/api/users/:id/sessions',
  access: 'user.manage',
  freshSignIn: true,
  params,
  answer: user,
})

/** Sets a new random password, to be changed at the next sign-in; ends the user's sessions and lifts a lock. */
export const resetUserPassword = endpoint({
  method: 'POST',
  path: '/api/users/:id/password',
  access: 'user.manage',
  freshSignIn: true,
  params,
  answer: oneTimePassword,
})

/** For a user who has lost their device; ends the user's sessions. */
export const removeSecondFactor = endpoint({
  method: 'DELETE',
  path: '/api/users/:id/second-factor',
  access: 'user.manage',
  freshSignIn: true,
  params,
  answer: user,
})

/** Lifts an account's lock, which follows too many wrong passwords or codes, before it expires. */
export const unlockUser = endpoint({
  method: 'DELETE',
  path: '/api/users/:id/lock',
  access: 'user.manage',
  freshSignIn: true,
  params,
  answer: user,
})

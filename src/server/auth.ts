import { betterAuth, type BetterAuthOptions } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { admin } from 'better-auth/plugins'
import { createAccessControl } from 'better-auth/plugins/access'
import { adminAc, defaultStatements } from 'better-auth/plugins/admin/access'
import { roleNames, type Role } from '#contract/access.ts'
import { createHashing } from './hashing.ts'
import { longestPassword, shortestPassword } from './password.ts'
import { stepUpPlugin } from './step-up.ts'
import { shownEmail, ssoCalls, ssoPlugin } from './sso-plugin.ts'
import type { Database } from './store/database.ts'

export interface SignedIn {
  sessionId: string
  /** When the session began, epoch milliseconds: by signing in, or by a step-up. */
  signedInAt: number
  user: { id: string; name: string; email: string }
  role: Role
}

/** How a session check ended; `cookies` carry a prolonged session to the browser. */
export interface SessionCheck {
  signedIn: SignedIn | null
  cookies: string[]
}

export type SignInOutcome =
  { ok: true; cookies: string[] } | { ok: false; tooMany: boolean; retryAfter: number | null }

export type StepUpOutcome = { ok: true; cookies: string[] } | { ok: false; tooMany: boolean }

/** Idle and absolute limits of a session (trust 1.5). */
const idleSeconds = 30 * 60
const absoluteMs = 12 * 3_600_000
/** A session is prolonged at most once a minute. */
const prolongSeconds = 60
const signInsPerMinute = 10
/** Where better-auth reads the caller's address: a header that only we can set, since each request to it is built here. */
const addressHeader = 'x-caller-address'

function checkPassword({ length }: string): void {
  if (length < shortestPassword || length > longestPassword)
    throw new TypeError(`the password must have ${shortestPassword} to ${longestPassword} characters`)
}

const isRole = (value: unknown): value is Role => roleNames.some((role) => role === value)

/** Users, passwords and sessions by better-auth, in the console's own store. */
export async function createAuth(database: Database, options: { publicUrl: string; secret: string }) {
  const secure = options.publicUrl.startsWith('https:')
  const cookieName = secure ? '__Host-console-session' : 'console-session'
  const accessControl = createAccessControl(defaultStatements)
  const authOptions = {
    baseURL: options.publicUrl,
    basePath: '/api/auth',
    secret: options.secret,
    trustedOrigins: [options.publicUrl],
    database: { db: database.db, type: database.engine },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: shortestPassword,
      maxPasswordLength: longestPassword,
      password: createHashing(),
    },
    session: { expiresIn: idleSeconds, updateAge: prolongSeconds },
    rateLimit: {
      enabled: true,
      storage: 'database',
      window: 60,
      max: 1000,
      customRules: { '/sign-in/email': { window: 60, max: signInsPerMinute } },
    },
    advanced: {
      useSecureCookies: false,
      cookies: {
        session_token: {
          name: cookieName,
          attributes: { secure, httpOnly: true, sameSite: 'strict', path: '/' },
        },
      },
      ipAddress: { ipAddressHeaders: [addressHeader] },
    },
    // The admin role is better-auth's for its own calls; what a role may do here is contract/access.ts alone.
    plugins: [
      ssoPlugin,
      stepUpPlugin,
      admin({
        ac: accessControl,
        roles: {
          admin: accessControl.newRole(adminAc.statements),
          supervisor: accessControl.newRole({ user: [], session: [] }),
        },
        adminRoles: ['admin'],
        defaultRole: 'none',
      }),
    ],
    telemetry: { enabled: false },
    logger: { disabled: true },
  } satisfies BetterAuthOptions
  await database.exclusively(async () => {
    const { runMigrations } = await getMigrations(authOptions)
    await runMigrations()
  })
  // Not before: it looks at the tables at once and would remember for good that another replica was still making them.
  const auth = betterAuth(authOptions)
  const context = await auth.$context

  const call = (
    path: string,
    init: { body: unknown; cookie: string | null; address: string; userAgent: string },
  ) =>
    auth.handler(
      new Request(`${options.publicUrl}/api/auth${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          origin: options.publicUrl,
          [addressHeader]: init.address,
          'user-agent': init.userAgent.slice(0, 200),
          ...(init.cookie === null ? {} : { cookie: init.cookie }),
        },
        body: JSON.stringify(init.body),
      }),
    )

  return {
    ...ssoCalls(auth.api.enterBySso, context),

    /** Checks e-mail and password; the session goes into the cookies alone. */
    async signIn(input: {
      email: string
      password: string
      address: string
      userAgent: string
    }): Promise<SignInOutcome> {
      const { email, password, address, userAgent } = input
      const response = await call('/sign-in/email', {
        body: { email, password },
        cookie: null,
        address,
        userAgent,
      })
      if (response.ok) return { ok: true, cookies: response.headers.getSetCookie() }
      if (response.status >= 500) throw new Error(`sign-in answered ${response.status}`)
      if (response.status !== 429) return { ok: false, tooMany: false, retryAfter: null }
      // Told by the limit per address; too many hashes at once are over in a second.
      const wait = Number(response.headers.get('x-retry-after'))
      return { ok: false, tooMany: true, retryAfter: wait > 0 ? wait : 1 }
    },

    async signOut(cookie: string | null): Promise<{ cookies: string[] }> {
      const response = await call('/sign-out', { body: {}, cookie, address: '', userAgent: '' })
      return { cookies: response.headers.getSetCookie() }
    },

    /**
     * Who is calling; being asked for somebody prolongs the session unless `prolong` is false. Two cookies of our name mean
     * that somebody planted one: nobody.
     */
    async session(
      cookie: string | null,
      { prolong }: { prolong: boolean } = { prolong: true },
    ): Promise<SessionCheck> {
      const nobody: SessionCheck = { signedIn: null, cookies: [] }
      if (
        cookie === null ||
        cookie.split(';').filter((part) => part.trim().startsWith(`${cookieName}=`)).length !== 1
      )
        return nobody
      const { response, headers } = await auth.api.getSession({
        headers: new Headers({ cookie }),
        query: { disableRefresh: !prolong },
        returnHeaders: true,
      })
      if (response === null || Date.now() - response.session.createdAt.getTime() > absoluteMs) return nobody
      const { id, name, role, banned } = response.user
      const email = shownEmail(response.user)
      if (banned === true || !isRole(role)) return nobody
      return {
        signedIn: {
          sessionId: response.session.id,
          signedInAt: response.session.createdAt.getTime(),
          user: { id, name, email },
          role,
        },
        cookies: headers.getSetCookie(),
      }
    },

    /** Checks the user's own password again; the session then goes on as a new one, in the cookies alone. */
    async stepUp(input: {
      cookie: string | null
      password: string
      address: string
      userAgent: string
    }): Promise<StepUpOutcome> {
      const { password, ...caller } = input
      const response = await call('/step-up', { body: { password }, ...caller })
      if (response.ok) return { ok: true, cookies: response.headers.getSetCookie() }
      if (response.status >= 500) throw new Error(`step-up answered ${response.status}`)
      return { ok: false, tooMany: response.status === 429 }
    },

    /** False for somebody who signs in elsewhere and has no password here. */
    async hasPassword(userId: string): Promise<boolean> {
      const account = await context.internalAdapter.findCredentialAccount(userId)
      return typeof account?.password === 'string'
    },

    /** Throws `TypeError` for a password too short or long, and when the e-mail is taken. */
    async createUser(input: { email: string; name: string; password: string; role: Role }): Promise<void> {
      checkPassword(input.password)
      await auth.api.createUser({ body: input })
    },

    /** Sets a password and ends all sessions of the user; false when there is no such user. Throws as `createUser`. */
    async resetPassword(email: string, password: string): Promise<boolean> {
      checkPassword(password)
      const found = await context.internalAdapter.findUserByEmail(email)
      if (found === null) return false
      await context.internalAdapter.updatePassword(found.user.id, await context.password.hash(password))
      await context.internalAdapter.deleteUserSessions(found.user.id)
      return true
    },

    userCount: (): Promise<number> => context.internalAdapter.countTotalUsers(),

    /** All users, by e-mail. */
    async users(): Promise<{ email: string; name: string; role: string }[]> {
      const users = await context.internalAdapter.listUsers(Number.MAX_SAFE_INTEGER, undefined, {
        field: 'email',
        direction: 'asc',
      })
      return users.map((user) => ({
        email: shownEmail(user),
        name: user.name,
        role: 'role' in user && typeof user.role === 'string' ? user.role : '',
      }))
    },
  }
}
export type Auth = Awaited<ReturnType<typeof createAuth>>

import { betterAuth, type BetterAuthOptions } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { admin, twoFactor } from 'better-auth/plugins'
import { createAccessControl } from 'better-auth/plugins/access'
import { adminAc, defaultStatements } from 'better-auth/plugins/admin/access'
import { passwordLength } from '#contract/text.ts'
import { createHashing, type PasswordCost } from './hashing.ts'
import { sessionPlugin } from './session-plugin.ts'
import { createSignedCookies } from './signed-cookies.ts'
import { ssoPlugin } from './sso-plugin.ts'
import type { Database } from '../platform/database/database.ts'
import { versionOf, type Secrets } from '../platform/database/encryption.ts'

export interface EngineOptions {
  publicUrl: string
  secret: string
  /** During a rotation: the previous or the next secret, which is accepted as well. */
  previousSecret?: string | null | undefined
  /** Cost of new hashes; defaults to `passwordCost`. */
  hashCost?: PasswordCost | undefined
}

/** A session ends after this long without use. */
const idleSeconds = 30 * 60
/** better-auth prolongs a session at most once a minute. */
const prolongSeconds = 60
/** How long a sign-in waits for its code after a right password. */
const codeSeconds = 10 * 60
/**
 * The header from which better-auth reads the caller's address. Only we can set it, because we build each request to
 * better-auth.
 */
const addressHeader = 'x-caller-address'

const cookieNames = (publicUrl: string) => {
  const prefix = publicUrl.startsWith('https:') ? '__Host-' : ''
  return {
    session: `${prefix}console-session`,
    challenge: `${prefix}console-challenge`,
    device: `${prefix}console-device`,
  }
}

function optionsFor(
  database: Database,
  publicUrl: string,
  { current, previous }: Secrets,
  { hash, verify }: Pick<ReturnType<typeof createHashing>, 'hash' | 'verify'>,
) {
  const accessControl = createAccessControl(defaultStatements)
  const names = cookieNames(publicUrl)
  const attributes = {
    secure: publicUrl.startsWith('https:'),
    httpOnly: true,
    sameSite: 'strict' as const,
    path: '/',
  }
  return {
    appName: 'Extension Console',
    baseURL: publicUrl,
    basePath: '/api/auth',
    // `secret` signs cookies; `secrets` encrypts.
    secret: current,
    secrets: [current, ...(previous === null ? [] : [previous])].map((value) => ({
      version: versionOf(value),
      value,
    })),
    trustedOrigins: [publicUrl],
    database: { db: database.db, type: database.engine },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordLength.least,
      maxPasswordLength: passwordLength.most,
      password: { hash, verify },
    },
    user: {
      additionalFields: {
        /** True while the user has a one-time password. */
        mustChangePassword: { type: 'boolean', required: false, defaultValue: false, input: false },
        /** When the one-time password expires; null once it is used. */
        oneTimePasswordUntil: { type: 'date', required: false, input: false },
        lastSignInAt: { type: 'date', required: false, input: false },
      },
    },
    session: { expiresIn: idleSeconds, updateAge: prolongSeconds },
    // The console counts attempts by account and by address (sign-in-limit.ts). better-auth's window would never end
    // behind an office's single address with a sign-in every minute.
    rateLimit: { enabled: false },
    advanced: {
      useSecureCookies: false,
      cookies: {
        session_token: { name: names.session, attributes },
        two_factor: { name: names.challenge, attributes },
      },
      ipAddress: { ipAddressHeaders: [addressHeader] },
    },
    plugins: [
      ssoPlugin,
      sessionPlugin,
      // better-auth needs the admin role for its own calls. Permissions in the console come from contract/access.ts only.
      admin({
        ac: accessControl,
        roles: {
          admin: accessControl.newRole(adminAc.statements),
          supervisor: accessControl.newRole({ user: [], session: [] }),
        },
        adminRoles: ['admin'],
        defaultRole: 'none',
      }),
      // One atomic counter counts codes and passwords together (sign-in-limit.ts).
      twoFactor({ accountLockout: { enabled: false }, twoFactorCookieMaxAge: codeSeconds }),
    ],
    telemetry: { enabled: false },
    logger: { disabled: true },
  } satisfies BetterAuthOptions
}

/** The origin of a request, in the form that better-auth takes. */
export interface Visitor {
  /** The request's cookies, or only the relevant ones. */
  cookie: string | null
  address: string
  userAgent: string
}

/** Opens better-auth in the console's own store, and migrates its tables. */
export async function openEngine(database: Database, options: EngineOptions) {
  const { publicUrl } = options
  const secrets = { current: options.secret, previous: options.previousSecret ?? null }
  const hashing = createHashing(options.hashCost)
  const authOptions = optionsFor(database, publicUrl, secrets, hashing)
  await database.exclusively(async () => {
    const { runMigrations } = await getMigrations(authOptions)
    await runMigrations()
  })
  // Create better-auth after the migration: it reads the tables at once and would never notice tables that another
  // replica creates later.
  const auth = betterAuth(authOptions)
  const context = await auth.$context
  const signedCookies = createSignedCookies(secrets)

  /** Returns the request's cookies in a header, signed with the current secret, the only one that better-auth knows. */
  const cookieHeaders = (cookie: string | null) =>
    new Headers(cookie === null ? {} : { cookie: signedCookies.signedAgain(cookie) })

  function headersFor({ cookie, address, userAgent }: Visitor): Headers {
    const headers = cookieHeaders(cookie)
    headers.set(addressHeader, address)
    headers.set('user-agent', userAgent.slice(0, 200))
    return headers
  }

  return {
    api: auth.api,
    context,
    names: cookieNames(publicUrl),
    secrets,
    signedCookies,
    cookieHeaders,
    headersFor,
    isOutdated: hashing.isOutdated,
    /** Sends a request to better-auth, built only from these arguments. */
    post: (path: string, body: unknown, from: Visitor): Promise<Response> => {
      const headers = headersFor(from)
      headers.set('content-type', 'application/json')
      headers.set('origin', publicUrl)
      const init = { method: 'POST', headers, body: JSON.stringify(body) }
      return auth.handler(new Request(`${publicUrl}/api/auth${path}`, init))
    },
  }
}
export type Engine = Awaited<ReturnType<typeof openEngine>>

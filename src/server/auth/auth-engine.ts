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
  /** During a rotation: still, or already, good. */
  previousSecret?: string | null | undefined
  /** Of new hashes; `passwordCost` where it is left out. */
  hashCost?: PasswordCost | undefined
  /** How long a hash waits for others. */
  hashWaitMs?: number | undefined
}

/** Idle limit of a session. */
const idleSeconds = 30 * 60
/** A session is prolonged at most once a minute. */
const prolongSeconds = 60
/** How long a right password waits for its code. */
const codeSeconds = 10 * 60
/** Where better-auth reads the caller's address: a header that only we can set, since each request to it is built here. */
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
    // Signs cookies; `secrets` encrypts.
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
        /** Still has a one-time password. */
        mustChangePassword: { type: 'boolean', required: false, defaultValue: false, input: false },
        /** Until when it opens a sign-in; null once it has. */
        oneTimePasswordUntil: { type: 'date', required: false, input: false },
        lastSignInAt: { type: 'date', required: false, input: false },
      },
    },
    session: { expiresIn: idleSeconds, updateAge: prolongSeconds },
    // By account and by address the console counts itself (sign-in-limit.ts): better-auth's window would never end
    // behind an office's one address, where there is a sign-in every minute.
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
      // The admin role is better-auth's for its own calls; what a role may do here is contract/access.ts alone.
      admin({
        ac: accessControl,
        roles: {
          admin: accessControl.newRole(adminAc.statements),
          supervisor: accessControl.newRole({ user: [], session: [] }),
        },
        adminRoles: ['admin'],
        defaultRole: 'none',
      }),
      // Codes are counted with passwords, in one atomic counter (sign-in-limit.ts).
      twoFactor({ accountLockout: { enabled: false }, twoFactorCookieMaxAge: codeSeconds }),
    ],
    telemetry: { enabled: false },
    logger: { disabled: true },
  } satisfies BetterAuthOptions
}

/** Where a request comes from, as better-auth takes it. */
export interface Visitor {
  /** The request's cookies, or those of them that count. */
  cookie: string | null
  address: string
  userAgent: string
}

/** better-auth in the console's own store, its tables brought up to date. */
export async function openEngine(database: Database, options: EngineOptions) {
  const { publicUrl } = options
  const secrets = { current: options.secret, previous: options.previousSecret ?? null }
  const hashing = createHashing(options.hashCost, options.hashWaitMs)
  const authOptions = optionsFor(database, publicUrl, secrets, hashing)
  await database.exclusively(async () => {
    const { runMigrations } = await getMigrations(authOptions)
    await runMigrations()
  })
  // Not earlier: it looks at the tables at once and would never notice that another replica made them later.
  const auth = betterAuth(authOptions)
  const context = await auth.$context
  const signedCookies = createSignedCookies(secrets)

  /** As better-auth takes a request's cookies. */
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
    /** A request to better-auth, made of nothing but what is given here. */
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

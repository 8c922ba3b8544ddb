import type { Role } from '#contract/access.ts'
import type { Audit } from '../audit/audit-store.ts'
import type { OidcConfig } from '../platform/config/config.ts'
import type { Database } from '../platform/database/database.ts'
import { createSeal } from '../platform/database/encryption.ts'
import type { Log } from '../platform/log.ts'
import type { Timings } from '../platform/timings.ts'
import { createActionLimits } from './action-limits.ts'
import { ApiTokens } from './api-tokens.ts'
import { Attempts } from './attempts.ts'
import { createCookies } from './cookies.ts'
import { Hashing, type PasswordCost } from './hashing.ts'
import { createOidc } from './oidc.ts'
import { Passkeys } from './passkeys.ts'
import { createRefusals } from './refusals.ts'
import { SecondFactor } from './second-factor.ts'
import { Sessions } from './sessions.ts'
import { createSignIn } from './sign-in.ts'
import { createStepUp } from './step-up.ts'
import { createUserStore } from './user-store.ts'

interface AuthOptions {
  publicUrl: string
  secret: string
  /** During a rotation: the previous or the next secret, which is accepted as well. */
  previousSecret?: string | null | undefined
  /** Cost of new hashes; defaults to `passwordCost`. */
  hashCost?: PasswordCost | undefined
  /** The roles that require a second factor. */
  strictRoles?: readonly Role[] | undefined
}

/** Opens users, passwords, second factors and sessions. */
export function createAuth(
  database: Database,
  { publicUrl, secret, previousSecret = null, hashCost, strictRoles }: AuthOptions,
) {
  const seal = createSeal(secret, previousSecret)
  const hashing = new Hashing(hashCost)
  const attempts = new Attempts(database, seal)
  const cookies = createCookies(publicUrl, seal)
  const sessions = new Sessions(database, cookies, strictRoles)
  const secondFactor = new SecondFactor(database, seal)
  const passkeys = new Passkeys(database, { cookies, attempts, publicUrl })
  const apiTokens = new ApiTokens(database)
  const users = createUserStore(database, { hashing, sessions, attempts, secondFactor, passkeys })
  return {
    ...createSignIn({ users, hashing, attempts, cookies, sessions, secondFactor, passkeys }),
    ...users,
    ...createStepUp({ users, hashing, attempts, secondFactor, sessions }),
    session: (...given: Parameters<Sessions['check']>) => sessions.check(...given),
    apiToken: (authorization: string) => apiTokens.check(authorization),
    apiTokens,
    signOut: (header: string | null) => sessions.signOut(header),
    cookies,
    sessions,
    secondFactor,
    passkeys,
    once: (what: string) => attempts.once(what),
  }
}
export type Auth = ReturnType<typeof createAuth>

interface AuthServiceOptions extends AuthOptions {
  audit: Pick<Audit, 'write'>
  log: Log
  oidc: OidcConfig | null
  timings: Pick<Timings, 'signInStepMs'>
}

/** Opens `createAuth` and the parts that only the BFF needs: single sign-on, action limits, and records of refused requests. */
export function openAuth(database: Database, { audit, log, oidc, timings, ...options }: AuthServiceOptions) {
  const auth = createAuth(database, options)
  return {
    ...auth,
    /** `null` without single sign-on. */
    oidc: oidc === null ? null : createOidc(oidc, options.publicUrl, timings.signInStepMs),
    actionLimits: createActionLimits(database),
    refusals: createRefusals({ audit, log }),
  }
}
export type AuthService = ReturnType<typeof openAuth>

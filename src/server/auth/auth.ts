import type { Role } from '#contract/access.ts'
import type { Audit } from '../audit/audit-store.ts'
import type { OidcConfig } from '../platform/config/config.ts'
import type { Database } from '../platform/database/database.ts'
import { createSeal } from '../platform/database/encryption.ts'
import type { Log } from '../platform/log.ts'
import type { Timings } from '../platform/timings.ts'
import { ApiTokens } from './api-tokens.ts'
import { Attempts } from './attempts.ts'
import { Cookies } from './cookies.ts'
import { Hashing, type PasswordCost } from './hashing.ts'
import { Oidc } from './oidc.ts'
import type { AuthParts } from './parts.ts'
import { Passkeys } from './passkeys.ts'
import { Refusals } from './refusals.ts'
import { SecondFactor } from './second-factor.ts'
import { Sessions } from './sessions.ts'
import { SignIn } from './sign-in.ts'
import { StepUp } from './step-up.ts'
import { UserStore } from './user-store.ts'

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

/** Opens users, passwords, second factors, sessions and API tokens. */
export function createAuth(
  database: Database,
  { publicUrl, secret, previousSecret = null, hashCost, strictRoles }: AuthOptions,
) {
  const seal = createSeal(secret, previousSecret)
  const attempts = new Attempts(database, seal)
  const cookies = new Cookies(publicUrl, seal)
  const parts: AuthParts = {
    hashing: new Hashing(hashCost),
    attempts,
    cookies,
    sessions: new Sessions(database, cookies, strictRoles),
    secondFactor: new SecondFactor(database, seal),
    passkeys: new Passkeys(database, { cookies, attempts, publicUrl }),
  }
  const users = new UserStore(database, parts)
  return {
    ...parts,
    users,
    apiTokens: new ApiTokens(database),
    stepUp: new StepUp({ ...parts, users }),
    signIn: new SignIn({ ...parts, users }),
  }
}
export type Auth = ReturnType<typeof createAuth>

interface AuthServiceOptions extends AuthOptions {
  audit: Pick<Audit, 'write'>
  log: Log
  oidc: OidcConfig | null
  timings: Pick<Timings, 'signInStepMs'>
}

/** Opens `createAuth` and what only the BFF needs: single sign-on, and records of refused requests. */
export function openAuth(database: Database, { audit, log, oidc, timings, ...options }: AuthServiceOptions) {
  return {
    ...createAuth(database, options),
    /** `null` without single sign-on. */
    oidc: oidc === null ? null : new Oidc(oidc, options.publicUrl, timings.signInStepMs),
    refusals: new Refusals({ audit, log }),
  }
}
export type AuthService = ReturnType<typeof openAuth>

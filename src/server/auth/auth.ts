import type { Audit } from '../audit/audit-store.ts'
import type { OidcConfig } from '../platform/config/config.ts'
import type { Database } from '../platform/database/database.ts'
import type { Log } from '../platform/log.ts'
import type { Timings } from '../platform/timings.ts'
import { createActionLimits } from './action-limits.ts'
import { ApiTokens } from './api-tokens.ts'
import { createOidc } from './oidc.ts'
import { openParts, type AuthOptions } from './parts.ts'
import { createRefusals } from './refusals.ts'
import { createSignIn } from './sign-in.ts'
import { createStepUp } from './step-up.ts'
import { UserStore } from './user-store.ts'

/** Opens users, passwords, second factors and sessions. */
export function createAuth(database: Database, options: AuthOptions) {
  const parts = openParts(database, options)
  const { attempts, cookies, sessions, secondFactor, passkeys } = parts
  const apiTokens = new ApiTokens(database)
  const users = new UserStore(database, parts)
  return {
    ...createSignIn(users, parts),
    users,
    ...createStepUp(users, parts),
    session: sessions.check.bind(sessions),
    apiToken: apiTokens.check.bind(apiTokens),
    apiTokens,
    signOut: sessions.signOut.bind(sessions),
    cookies,
    sessions,
    secondFactor,
    passkeys,
    once: attempts.once.bind(attempts),
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

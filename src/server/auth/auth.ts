import type { Audit } from '../audit/audit-store.ts'
import type { OidcConfig } from '../platform/config/config.ts'
import type { Database } from '../platform/database/database.ts'
import { createSeal } from '../platform/database/encryption.ts'
import type { Log } from '../platform/log.ts'
import type { Timings } from '../platform/timings.ts'
import { createActionLimits } from './action-limits.ts'
import { openEngine, type EngineOptions } from './auth-engine.ts'
import { createKnownDevices } from './known-devices.ts'
import { createOidc } from './oidc.ts'
import { createOwnAccount } from './own-account.ts'
import { createRefusals } from './refusals.ts'
import { createSecondFactor } from './second-factor.ts'
import { createSessionStore } from './session-store.ts'
import { createSignIn } from './sign-in.ts'
import { createSignInLimit } from './sign-in-limit.ts'
import { createSsoCalls } from './sso-plugin.ts'
import { createStepUp } from './step-up.ts'
import { createUserDirectory } from './user-directory.ts'

/** Opens users, passwords, second factors and sessions: better-auth in the console's own store. */
export async function createAuth(
  database: Database,
  options: EngineOptions,
  timings?: Pick<Timings, 'signInWaitMs' | 'signInLookMs'>,
) {
  const engine = await openEngine(database, options)
  const seal = createSeal(options.secret, options.previousSecret)
  const limit = createSignInLimit(database, seal, timings)
  const devices = createKnownDevices(seal, {
    name: engine.names.device,
    secure: options.publicUrl.startsWith('https:'),
  })
  const sessions = createSessionStore(engine, database)
  const secondFactor = createSecondFactor(engine, limit)
  return {
    ...createSignIn(engine, { limit, devices, sessions, secondFactor }),
    session: sessions.check,
    sessionTokenOf: sessions.tokenOf,
    sessionCount: sessions.count,
    signOut: sessions.signOut,
    ...createSsoCalls(engine.api.enterBySso, engine.context, sessions),
    ...createUserDirectory(engine, database, { limit, secondFactor }),
    ...createStepUp(engine, { limit, secondFactor, sessions }),
    own: createOwnAccount(engine, secondFactor),
    secondFactor,
  }
}
export type Auth = Awaited<ReturnType<typeof createAuth>>

interface AuthServiceOptions extends EngineOptions {
  audit: Pick<Audit, 'write'>
  log: Log
  oidc: OidcConfig | null
  timings: Pick<Timings, 'signInWaitMs' | 'signInLookMs' | 'signInStepMs'>
}

/** Opens `createAuth` and the parts that only the BFF needs: single sign-on, action limits, and records of refused requests. */
export async function openAuth(
  database: Database,
  { audit, log, oidc, timings, ...options }: AuthServiceOptions,
) {
  const auth = await createAuth(database, options, timings)
  await auth.secondFactor.encryptAllAgain()
  return {
    ...auth,
    /** `null` without single sign-on. */
    oidc: oidc === null ? null : createOidc(oidc, options.publicUrl, timings.signInStepMs),
    actionLimits: createActionLimits(database),
    refusals: createRefusals({ audit, log, now: () => Date.now() }),
  }
}
export type AuthService = Awaited<ReturnType<typeof openAuth>>

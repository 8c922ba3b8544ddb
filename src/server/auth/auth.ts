import { openEngine, type EngineOptions } from './auth-engine.ts'
import { createKnownDevices } from './known-devices.ts'
import { createOwnAccount } from './own-account.ts'
import { createSecondFactor } from './second-factor.ts'
import { createSessionCheck, sessionTokenReader } from './session-check.ts'
import { createSessionLimits } from './session-limits.ts'
import { createSignIn } from './sign-in.ts'
import { createSignOut } from './sign-out.ts'
import { createSlewedClock } from './slewed-clock.ts'
import { ssoCalls } from './sso-sessions.ts'
import { stepUpCalls } from './step-up.ts'
import type { Database } from '../platform/database/database.ts'
import { createSeal } from '../platform/database/encryption.ts'
import { createSignInLimit } from './sign-in-limit.ts'
import type { Timings } from '../platform/timings.ts'
import { createUserDirectory } from './user-directory.ts'

/** Users, passwords, second factors and sessions by better-auth, in the console's own store. */
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
  const clock = createSlewedClock()
  const session = createSessionCheck(engine, database, clock)
  const sessions = createSessionLimits(engine, database, clock)
  const secondFactor = createSecondFactor(engine, limit)
  const signOut = createSignOut(engine)
  return {
    ...createSignIn(engine, { limit, devices, session, sessions, secondFactor, signOut }),
    signOut,
    session,
    sessionTokenOf: sessionTokenReader(engine),
    ...ssoCalls(engine.api.enterBySso, engine.context, sessions),
    ...createUserDirectory(engine, database, limit),
    ...stepUpCalls(engine, secondFactor),
    own: createOwnAccount(engine, secondFactor),
    secondFactor,
  }
}
export type Auth = Awaited<ReturnType<typeof createAuth>>

import type { Role } from '#contract/access.ts'
import { openEngine, type EngineOptions } from './auth-engine.ts'
import { createKnownDevices } from './known-devices.ts'
import { createOwnAccount } from './own-account.ts'
import { createSecondFactor } from './second-factor.ts'
import { createSessionCheck, sessionTokenReader } from './session-check.ts'
import { createSessionLimits } from './session-limits.ts'
import { createSignIn } from './sign-in.ts'
import { createSignOut } from './sign-out.ts'
import { createSlewedClock } from './slewed-clock.ts'
import { ssoCalls } from './sso-plugin.ts'
import { stepUpCalls } from './step-up.ts'
import type { Database } from '../store/database.ts'
import { createSeal } from '../store/seal.ts'
import { createSignInLimit } from '../store/sign-in-limit.ts'
import type { Timings } from '../timings.ts'
import { createUserDirectory } from './user-directory.ts'

export interface SignedIn {
  sessionId: string
  /**
   * When the user last proved who they are, epoch milliseconds: by signing in or a step-up here, or as the identity
   * provider dates it (`auth_time`); null where the provider does not.
   */
  provedAt: number | null
  user: { id: string; name: string; email: string }
  /** Signed in at the identity provider. */
  elsewhere: boolean
  role: Role
  /** Came in with a one-time password: nothing but changing it is open to them. */
  mustChangePassword: boolean
}

/** How a session check ended; `cookies` carry a prolonged session to the browser. */
export interface SessionCheck {
  signedIn: SignedIn | null
  cookies: string[]
}

/** `codeNeeded`: the password was right and a second factor is on; the cookies hold the challenge, not a session. */
export type SignInOutcome =
  | { ok: true; codeNeeded: boolean; cookies: string[] }
  | {
      ok: false
      why: 'wrong' | 'too-many' | 'expired' | 'one-time-password-invalid'
      retryAfter: number | null
    }

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

import type { Role } from '#contract/access.ts'
import { openEngine, type EngineOptions } from './auth-engine.ts'
import { createOwnAccount } from './own-account.ts'
import { rememberRefusals } from './remembered-refusals.ts'
import { createSecondFactor } from './second-factor.ts'
import { createSessionCheck } from './session-check.ts'
import { createSignIn } from './sign-in.ts'
import { createSignOut } from './sign-out.ts'
import { ssoCalls } from './sso-plugin.ts'
import { stepUpCalls } from './step-up.ts'
import type { Database } from '../store/database.ts'
import { createSeal } from '../store/seal.ts'
import { createAddressLimit, createSignInLimit } from '../store/sign-in-limit.ts'
import { createUserDirectory } from './user-directory.ts'

export interface SignedIn {
  sessionId: string
  /** When the session began, epoch milliseconds: by signing in, or by a step-up. */
  signedInAt: number
  user: { id: string; name: string; email: string }
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
  | { ok: false; why: 'wrong' | 'too-many' | 'expired'; retryAfter: number | null }

/** Users, passwords, second factors and sessions by better-auth, in the console's own store. */
export async function createAuth(database: Database, options: EngineOptions) {
  const engine = await openEngine(database, options)
  const seal = createSeal(options.secret)
  const counted = createSignInLimit(database, seal)
  const remembered = rememberRefusals(counted)
  const limit = {
    ...counted,
    ...remembered,
    unlock: async (account: string) => {
      await counted.unlock(account)
      remembered.forget(account)
    },
  }
  const addresses = rememberRefusals(createAddressLimit(database, seal))
  const secondFactor = createSecondFactor(engine, limit)
  const signOut = createSignOut(engine)
  return {
    ...createSignIn(engine, { limit, addresses }, secondFactor, signOut),
    signOut,
    session: createSessionCheck(engine, database, options.secret),
    ...ssoCalls(engine.api.enterBySso, engine.context),
    ...createUserDirectory(engine, database, limit),
    ...stepUpCalls(engine),
    own: createOwnAccount(engine, secondFactor),
    secondFactor,
  }
}
export type Auth = Awaited<ReturnType<typeof createAuth>>

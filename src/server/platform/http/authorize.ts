import type { Context } from 'hono'
import type { Endpoint } from '#contract/endpoint.ts'
import type { StepUpNeed } from '#contract/step-up.ts'
import type { SessionCheck, SignedIn } from './caller.ts'
import { ProblemError } from '../problems.ts'
import type { UserRate } from './user-rate.ts'

/** The facts of a request that every handler in the BFF can read. */
export interface RequestFacts {
  requestId: string
  /** The caller's network address; behind trusted proxies, the address they report. */
  address: string
  /** `null` before the session is known, and for requests without a session. */
  caller: SignedIn | null
  /** The matched endpoint's path, for the log. */
  route: string
  /** Calls to the service that the request waits for. */
  callsUnderWay: number
}
export type AppEnv = { Variables: { facts: RequestFacts } }

/** Reads the caller's session or API token and whether the caller needs a step-up, and uses up the proof of identity. */
export interface SessionReader {
  session: (cookie: string | null, options: { prolong: boolean }) => Promise<SessionCheck>
  /** The caller with the token of an `authorization` header. */
  apiToken: (authorization: string) => Promise<SignedIn | null>
  stepUpNeed: (caller: SignedIn) => Promise<StepUpNeed>
  useProof: (caller: SignedIn) => Promise<StepUpNeed>
}

/** Returns the `authorization` header of a script; `null` for a browser: it sends cookies, or a name and password for a proxy. */
export function apiTokenOf(c: Context): string | null {
  const authorization = c.req.header('authorization')
  const isScript = authorization?.startsWith('Bearer ') === true && c.req.header('cookie') === undefined
  return isScript ? authorization : null
}

/** Checks whether a caller may call an endpoint. Reads the store on every request. */
export function createAuthorization(sessions: SessionReader, userRate: UserRate) {
  async function refuseIfNeeded(needed: Promise<StepUpNeed>): Promise<void> {
    const need = await needed.catch(() => {
      throw new ProblemError('unavailable')
    })
    if (need !== 'nothing') throw new ProblemError(need === 'sign-in' ? 'sign-in-again' : 'step-up-needed')
  }

  async function check(c: Context<AppEnv>, prolong: boolean): Promise<SessionCheck> {
    const authorization = apiTokenOf(c)
    if (authorization === null) return sessions.session(c.req.header('cookie') ?? null, { prolong })
    return { signedIn: await sessions.apiToken(authorization), cookies: [] }
  }

  async function readSession(c: Context<AppEnv>, prolong: boolean) {
    const { signedIn, cookies } = await check(c, prolong).catch(() => {
      throw new ProblemError('unavailable')
    })
    if (signedIn === null) throw new ProblemError('unauthenticated')
    c.get('facts').caller = signedIn
    return { signedIn, cookies }
  }

  async function requireAccess(signedIn: SignedIn, { access, path, freshSignIn }: Endpoint): Promise<void> {
    if (access === 'anyone') throw new TypeError(`${path} is open to anyone: mountOpen it`)
    const { permissions, apiToken } = signedIn
    if (access !== 'signed-in') {
      if (!permissions.includes(access)) throw new ProblemError('forbidden')
      if (signedIn.mustChangePassword) throw new ProblemError('password-change-required')
      if (signedIn.needsSecondFactor === true) throw new ProblemError('second-factor-required')
    }
    if (apiToken === undefined) {
      if (freshSignIn !== false) await refuseIfNeeded(sessions.stepUpNeed(signedIn))
      return
    }
    // A script cannot prove its user's identity: the scope `secret.reveal` replaces it. No scope opens the user's own account.
    const isProved = freshSignIn === false || permissions.includes('secret.reveal')
    if (access === 'signed-in' || !isProved) throw new ProblemError('forbidden')
  }

  /** Returns the caller when the session may call the endpoint. Every endpoint except the open ones uses this check. */
  async function authorize(
    c: Context<AppEnv>,
    endpoint: Endpoint,
    { prolong, weight }: { prolong: boolean; weight: number },
  ): Promise<SignedIn> {
    c.get('facts').route = endpoint.path
    const { signedIn, cookies } = await readSession(c, prolong)
    // Sets cookies before any rejection, because the session is already prolonged.
    for (const cookie of cookies) c.header('set-cookie', cookie, { append: true })
    const retryAfter = userRate(
      signedIn.apiToken === undefined ? signedIn.user.id : signedIn.sessionId,
      weight,
    )
    if (retryAfter !== null) throw new ProblemError('too-many-requests', { retryAfter })
    await requireAccess(signedIn, endpoint)
    return signedIn
  }

  return {
    authorize,
    /** Uses up the caller's proof of identity. Throws when another call was first. */
    useProof: async (caller: SignedIn) => {
      if (caller.apiToken === undefined) await refuseIfNeeded(sessions.useProof(caller))
    },
  }
}

import type { Context } from 'hono'
import { allows } from '#contract/access.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { StepUpNeed } from '#contract/step-up.ts'
import type { SessionCheck, SignedIn } from './caller.ts'
import { ProblemError } from './problems.ts'
import type { UserRate } from './user-rate.ts'

/** What every request of ours carries along inside the BFF. */
export interface RequestFacts {
  requestId: string
  /** The caller's network address; behind trusted proxies the one that they report. */
  address: string
  /** Null before the session is known, and for strangers. */
  caller: SignedIn | null
  /** The matched endpoint's path, for the log. */
  route: string
}
export type AppEnv = { Variables: { facts: RequestFacts } }

/** What the mount asks about who is calling. */
export interface SessionReader {
  session: (cookie: string | null, options: { prolong: boolean }) => Promise<SessionCheck>
  stepUpNeed: (caller: SignedIn) => Promise<StepUpNeed>
}

/** Who may call an endpoint now, asked of the store each time. */
export function createAuthorization(sessions: SessionReader, userRate: UserRate) {
  async function requireFreshSignIn(caller: SignedIn): Promise<void> {
    const need = await sessions.stepUpNeed(caller).catch(() => {
      throw new ProblemError('unavailable')
    })
    if (need !== 'nothing') throw new ProblemError(need === 'sign-in' ? 'sign-in-again' : 'step-up-needed')
  }

  async function readSession(c: Context<AppEnv>, prolong: boolean) {
    const { signedIn, cookies } = await sessions
      .session(c.req.header('cookie') ?? null, { prolong })
      .catch(() => {
        throw new ProblemError('unavailable')
      })
    if (signedIn === null) throw new ProblemError('unauthenticated')
    c.get('facts').caller = signedIn
    return { signedIn, cookies }
  }

  async function requireAccess(signedIn: SignedIn, { access, path, freshSignIn }: Endpoint): Promise<void> {
    if (access === 'anyone') throw new TypeError(`${path} is open to anyone: mountOpen it`)
    if (access !== 'signed-in') {
      if (!allows(signedIn.role, access)) throw new ProblemError('forbidden')
      if (signedIn.mustChangePassword) throw new ProblemError('password-change-required')
    }
    if (freshSignIn === true) await requireFreshSignIn(signedIn)
  }

  /** The caller, if their session may call the endpoint; every endpoint but the open ones passes this one check. */
  async function authorize(
    c: Context<AppEnv>,
    endpoint: Endpoint,
    { prolong, weight }: { prolong: boolean; weight: number },
  ): Promise<SignedIn> {
    c.get('facts').route = endpoint.path
    const { signedIn, cookies } = await readSession(c, prolong)
    // Before any refusal, since the session is prolonged either way.
    for (const cookie of cookies) c.header('set-cookie', cookie, { append: true })
    const retryAfter = userRate(signedIn.user.id, weight)
    if (retryAfter !== null) throw new ProblemError('too-many-requests', { retryAfter })
    await requireAccess(signedIn, endpoint)
    return signedIn
  }

  /** The caller once the body is there: it may take half a minute, in which their access may be taken away. */
  async function authorizeAgain(c: Context<AppEnv>, endpoint: Endpoint): Promise<SignedIn> {
    const { signedIn } = await readSession(c, false)
    await requireAccess(signedIn, endpoint)
    return signedIn
  }

  return { authorize, authorizeAgain }
}

import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { LRUCache } from 'lru-cache'
import type { Endpoint } from '#contract/endpoint.ts'
import type { StepUpNeed } from '#contract/step-up.ts'
import { ProblemError, throwUnavailable } from '../problems.ts'
import type { SignedIn } from './caller.ts'

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
/** `Bindings`: undefined when the app is called in process. */
export type AppEnv = { Bindings: Partial<HttpBindings> | undefined; Variables: { facts: RequestFacts } }

/** What each request needs of auth: the caller, by the cookies or the `authorization` header, and the step-up that the caller needs. */
export interface CallerChecks {
  sessions: { check: (cookie: string | null, options: { prolong: boolean }) => Promise<SignedIn | null> }
  apiTokens: { check: (authorization: string) => Promise<SignedIn | null> }
  stepUp: Record<'need' | 'useProof', (caller: SignedIn) => Promise<StepUpNeed>>
}

/** Returns the `authorization` header of a script; `null` for a browser: it sends cookies, or a name and password for a proxy. */
export function apiTokenOf(c: Context): string | null {
  const authorization = c.req.header('authorization')
  const isScript = authorization?.startsWith('Bearer ') === true && c.req.header('cookie') === undefined
  return isScript ? authorization : null
}

async function refuseIfNeeded(needed: Promise<StepUpNeed>): Promise<void> {
  const need = await needed.catch(throwUnavailable)
  if (need !== 'nothing') throw new ProblemError(need === 'sign-in' ? 'sign-in-again' : 'step-up-needed')
}

/** The least recently used bucket is full again long before the cache drops it. */
const maxBuckets = 10_000
/** The size of the burst, in seconds' worth of requests. */
const burstSeconds = 3

/** Decides whether a caller may call an endpoint. Reads the store on every request. */
export class Authorization {
  readonly #auth: CallerChecks
  readonly #perSecond: number
  readonly #buckets = new LRUCache<string, { left: number; at: number }>({ max: maxBuckets })

  /** @param perSecond requests of weight 1 of one user, over all sessions of this process, or of one API token */
  constructor(auth: CallerChecks, perSecond: number) {
    this.#auth = auth
    this.#perSecond = perSecond
  }

  /** Returns the caller when the session may call the endpoint. Every endpoint except the open ones uses this check. */
  async authorize(
    c: Context<AppEnv>,
    endpoint: Endpoint,
    { prolong, weight }: { prolong: boolean; weight: number },
  ): Promise<SignedIn> {
    const signedIn = await this.#readCaller(c, prolong)
    const { apiToken, sessionId, user } = signedIn
    this.#countRequest(apiToken === undefined ? user.id : sessionId, weight)
    await this.#requireAccess(signedIn, endpoint)
    return signedIn
  }

  /** Uses up the caller's proof of identity. Throws when another call was first. */
  async useProof(caller: SignedIn): Promise<void> {
    if (caller.apiToken === undefined) await refuseIfNeeded(this.#auth.stepUp.useProof(caller))
  }

  /** Takes the weight from the caller's token bucket. A request heavier than the burst needs a full one. Throws `too-many-requests`. */
  #countRequest(key: string, weight: number): void {
    const most = this.#perSecond * burstSeconds
    const cost = Math.min(Math.max(weight, 1), most)
    const now = performance.now()
    const bucket = this.#buckets.get(key) ?? { left: most, at: now }
    const left = Math.min(most, bucket.left + ((now - bucket.at) / 1_000) * this.#perSecond)
    this.#buckets.set(key, { left: left < cost ? left : left - cost, at: now })
    if (left < cost)
      throw new ProblemError('too-many-requests', { retryAfter: Math.ceil((cost - left) / this.#perSecond) })
  }

  async #readCaller(c: Context<AppEnv>, prolong: boolean): Promise<SignedIn> {
    const authorization = apiTokenOf(c)
    const reading =
      authorization === null
        ? this.#auth.sessions.check(c.req.header('cookie') ?? null, { prolong })
        : this.#auth.apiTokens.check(authorization)
    const signedIn = await reading.catch(throwUnavailable)
    if (signedIn === null) throw new ProblemError('unauthenticated')
    c.get('facts').caller = signedIn
    return signedIn
  }

  async #requireAccess(signedIn: SignedIn, { access, path, freshSignIn }: Endpoint): Promise<void> {
    if (access === 'anyone') throw new TypeError(`${path} is open to anyone: mountOpen it`)
    const { permissions, apiToken, secondFactorNeed } = signedIn
    if (access !== 'signed-in') {
      if (!permissions.includes(access)) throw new ProblemError('forbidden')
      if (signedIn.mustChangePassword) throw new ProblemError('password-change-required')
      if (secondFactorNeed !== null) throw new ProblemError('second-factor-required')
    }
    // A password alone must not change the account, or another factor could be added with it.
    if (freshSignIn !== false && secondFactorNeed !== null && secondFactorNeed !== 'set-up')
      throw new ProblemError('second-factor-required')
    if (apiToken === undefined) {
      if (freshSignIn !== false) await refuseIfNeeded(this.#auth.stepUp.need(signedIn))
      return
    }
    // A script cannot prove its user's identity: the scope `secret.reveal` replaces it. No scope opens the user's own account.
    const isProved = freshSignIn === false || permissions.includes('secret.reveal')
    if (access === 'signed-in' || !isProved) throw new ProblemError('forbidden')
  }
}

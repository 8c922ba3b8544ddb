import type { Endpoint } from '#contract/endpoint.ts'
import { currentSession, signOut } from '#contract/session.ts'
import { ProblemError } from '../problems.ts'

/**
 * Requests at once. Just under the 32 + 100 that may call the service or wait in its queue (upstream/send.ts): further requests
 * would be rejected there, after most of the cost of an answer. Endpoints that are open to anyone have their own places, so that
 * strangers cannot keep signed-in users out; more places than the sign-ins that may wait (auth/attempts.ts).
 */
const most = { 'signed-in': 128, anyone: 48 }
/** Made once: a rejection needs no stack trace. */
export const busy = new ProblemError('unavailable', { retryAfter: 1 })
/** What a browser needs to show its session or to sign out: cheap, and always answered. */
const alwaysAnswered: ReadonlySet<string> = new Set([currentSession.path, signOut.path])
/** All endpoints that are open to anyone are below it. */
const signInPaths = '/api/auth/'

/** Rejects API requests that would only make the others late. */
export class LoadShedder {
  readonly #onReject: () => void
  readonly #running = { 'signed-in': 0, anyone: 0 }

  constructor(onReject: () => void) {
    this.#onReject = onReject
  }

  /** True, and counted as rejected, when a signed-in user's request to this path of the API would find no place. */
  rejects(path: string): boolean {
    if (this.#running['signed-in'] < most['signed-in']) return false
    if (path.startsWith(signInPaths) || alwaysAnswered.has(path)) return false
    this.#onReject()
    return true
  }

  /** Runs the work of a request to this endpoint. Throws `unavailable` when too many requests are being answered. */
  async run<Result>({ access, path }: Endpoint, work: () => Promise<Result>): Promise<Result> {
    if (alwaysAnswered.has(path)) return work()
    const kind = access === 'anyone' ? access : 'signed-in'
    if (this.#running[kind] >= most[kind]) {
      this.#onReject()
      throw busy
    }
    this.#running[kind]++
    try {
      return await work()
    } finally {
      this.#running[kind]--
    }
  }
}

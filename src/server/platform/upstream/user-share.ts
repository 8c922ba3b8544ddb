import { LRUCache } from 'lru-cache'
import pLimit, { type LimitFunction } from 'p-limit'
import { ProblemError } from '../http/problems.ts'
import { requestScope } from '../log.ts'

/** Calls of one user under way at once: half of the service's places for users (upstream/transport.ts). */
const mostAtOnce = 16
/** Calls of one user that wait for these; more are refused. */
const mostWaiting = 32
const retryAfter = 2
/** The least recently used one has long been idle when it is dropped. */
const mostUsers = 1_000

/**
 * Runs a call to the service within the share of the user whose request makes it, so that one user's slow reads leave places
 * to all others. Work without a user has no share. Throws `too-many-requests` when too many calls of the user wait.
 */
export function createUserShare() {
  const limits = new LRUCache<string, LimitFunction>({ max: mostUsers, memoMethod: () => pLimit(mostAtOnce) })

  return async <Result>(isBulk: boolean, call: () => Promise<Result>): Promise<Result> => {
    const caller = requestScope.getStore()?.caller ?? null
    if (caller === null) return call()
    // Look-ups for a preview have connections of their own, and do not delay the user's pages.
    const limit = limits.memo(`${caller.user.id} ${isBulk ? 'bulk' : 'page'}`)
    if (limit.pendingCount >= mostWaiting) throw new ProblemError('too-many-requests', { retryAfter })
    return limit(call)
  }
}

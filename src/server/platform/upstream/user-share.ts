import { LRUCache } from 'lru-cache'
import pLimit, { type LimitFunction } from 'p-limit'
import { ProblemError } from '../problems.ts'
import { requestScope } from '../log.ts'

/** Calls one user may have in flight: half of the connections that users share (`inFlight` in upstream/send.ts). */
const maxAtOnce = 16
/** Calls of one user that may wait; further calls are rejected. */
const maxWaiting = 32
const retryAfter = 2
/** The least recently used limit has long been idle when the cache drops it. */
const maxUsers = 1_000

/** Marks a request as waiting for the service, so that a deadline can name what was slow. */
export async function waitForService<Result>(call: () => Promise<Result>): Promise<Result> {
  const scope = requestScope.getStore()
  if (scope === undefined) return call()
  scope.callsUnderWay++
  try {
    return await call()
  } finally {
    scope.callsUnderWay--
  }
}

/**
 * Runs a call to the service within the requesting user's share, so that one user's slow reads leave connections for other
 * users. Work without a user is not limited. Throws `too-many-requests` when 32 calls of the user already wait.
 */
export function createUserShare() {
  const limits = new LRUCache<string, LimitFunction>({ max: maxUsers, memoMethod: () => pLimit(maxAtOnce) })

  return async <Result>(isBulk: boolean, call: () => Promise<Result>): Promise<Result> => {
    const caller = requestScope.getStore()?.caller ?? null
    if (caller === null) return waitForService(call)
    // Look-ups for a preview use separate connections, so they must not count against the user's pages.
    const limit = limits.memo(`${caller.user.id} ${isBulk ? 'bulk' : 'page'}`)
    if (limit.pendingCount >= maxWaiting) throw new ProblemError('too-many-requests', { retryAfter })
    return waitForService(() => limit(call))
  }
}

import { LRUCache } from 'lru-cache'

/** The least recently used bucket is full again long before the cache drops it. */
const maxBuckets = 10_000
/** The size of the burst, in seconds' worth of requests. */
const burstSeconds = 3

/**
 * Limits each user, over all sessions, to `perSecond` requests of weight 1, with a burst of three seconds' worth (a token
 * bucket). Per process.
 */
export function createUserRate(perSecond: number) {
  const most = perSecond * burstSeconds
  const buckets = new LRUCache<string, { left: number; at: number }>({ max: maxBuckets })

  /** Returns the seconds to wait; `null` when the request is allowed. A request heavier than the burst needs a full bucket. */
  return (userId: string, weight: number): number | null => {
    const cost = Math.min(Math.max(weight, 1), most)
    const now = performance.now()
    const bucket = buckets.get(userId) ?? { left: most, at: now }
    const left = Math.min(most, bucket.left + ((now - bucket.at) / 1000) * perSecond)
    buckets.set(userId, { left: left < cost ? left : left - cost, at: now })
    return left < cost ? Math.ceil((cost - left) / perSecond) : null
  }
}

import { LRUCache } from 'lru-cache'

/** The least recently used bucket is full again long before it is dropped. */
const mostBuckets = 10_000
/** The burst, as seconds' worth of requests. */
const burstSeconds = 3

/**
 * A bucket for each user, however many sessions they have: `perSecond` requests, and a burst of three seconds' worth. Per
 * process.
 */
export function createUserRate(perSecond: number) {
  const most = perSecond * burstSeconds
  const buckets = new LRUCache<string, { left: number; at: number }>({ max: mostBuckets })

  /** Seconds to wait; null when the request may be answered. */
  return (userId: string): number | null => {
    const now = performance.now()
    const bucket = buckets.get(userId) ?? { left: most, at: now }
    const left = Math.min(most, bucket.left + ((now - bucket.at) / 1000) * perSecond)
    buckets.set(userId, { left: left < 1 ? left : left - 1, at: now })
    return left < 1 ? Math.ceil((1 - left) / perSecond) : null
  }
}
export type UserRate = ReturnType<typeof createUserRate>

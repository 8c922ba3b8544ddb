/** Buckets kept before those that are full again are let go. */
const mostBuckets = 10_000
/** What may come at once, as seconds' worth of requests. */
const burstSeconds = 3

/** A bucket for each session: `perSecond` requests, and a burst of three seconds' worth. For this process alone. */
export function createSessionRate(perSecond: number) {
  const most = perSecond * burstSeconds
  const buckets = new Map<string, { left: number; at: number }>()

  function letGo(now: number): void {
    for (const [sessionId, { left, at }] of buckets)
      if (left + ((now - at) / 1000) * perSecond >= most) buckets.delete(sessionId)
  }

  /** Seconds to wait; null when the request may be answered. */
  return (sessionId: string): number | null => {
    const now = performance.now()
    if (buckets.size >= mostBuckets) letGo(now)
    const bucket = buckets.get(sessionId) ?? { left: most, at: now }
    const left = Math.min(most, bucket.left + ((now - bucket.at) / 1000) * perSecond)
    buckets.set(sessionId, { left: left < 1 ? left : left - 1, at: now })
    return left < 1 ? Math.ceil((1 - left) / perSecond) : null
  }
}
export type SessionRate = ReturnType<typeof createSessionRate>

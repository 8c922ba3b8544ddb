import { LRUCache } from 'lru-cache'

/** Keys remembered at most; the store is asked about the others again. */
const mostKeys = 10_000
/** A lock that was lifted on another replica may still refuse here for this long. */
const rememberedMs = 5_000

/** Remembers for a moment which keys are locked, so that a flood of refused tries costs the store nothing. */
export function createRefusalMemory() {
  const refusals = new LRUCache<string, { until: number; forgottenAt: number }>({ max: mostKeys })
  return {
    /** Seconds to wait where the key was refused a moment ago; otherwise null. */
    recall(key: string): number | null {
      const refusal = refusals.get(key)
      const now = performance.now()
      return refusal === undefined || refusal.forgottenAt <= now
        ? null
        : Math.max(1, Math.ceil((refusal.until - now) / 1_000))
    },
    remember(key: string, seconds: number): void {
      const now = performance.now()
      const until = now + seconds * 1_000
      refusals.set(key, { until, forgottenAt: Math.min(until, now + rememberedMs) })
    },
    /** Forgets all keys that begin so. */
    forget(prefix: string): void {
      const forgotten = [...refusals.keys()].filter((key) => key.startsWith(prefix))
      for (const key of forgotten) refusals.delete(key)
    },
  }
}

import type { AddressLimit } from '../store/sign-in-limit.ts'

/** Keys remembered at most; the store is asked about the others again. */
const mostKeys = 10_000
/** So long after it was lifted on another replica, a limit may still refuse here. */
const rememberedMs = 5_000

/**
 * Answers a try that was refused a moment ago from memory, so that a flood of them costs the store nothing and readers do not
 * wait behind it. What gives a try back or lifts the limit on this replica is seen at once, on another within five seconds.
 */
export function rememberRefusals(limit: AddressLimit) {
  const refusals = new Map<string, { until: number; forgottenAt: number }>()
  /** Accounts are the same in any case and between any spaces. */
  const same = (key: string): string => key.trim().toLowerCase()

  function remember(key: string, seconds: number): void {
    const now = performance.now()
    const until = now + seconds * 1_000
    const [oldest] = refusals.keys()
    if (oldest !== undefined && refusals.size >= mostKeys) refusals.delete(oldest)
    refusals.set(same(key), { until, forgottenAt: Math.min(until, now + rememberedMs) })
  }

  /** Seconds to wait where the key was refused a moment ago; otherwise null. */
  function justRefused(key: string): number | null {
    const refusal = refusals.get(same(key))
    const now = performance.now()
    if (refusal === undefined) return null
    if (refusal.forgottenAt > now) return Math.max(1, Math.ceil((refusal.until - now) / 1_000))
    refusals.delete(same(key))
    return null
  }

  return {
    justRefused,
    async take(key: string): Promise<number | null> {
      const known = justRefused(key)
      if (known !== null) return known
      const wait = await limit.take(key)
      if (wait !== null) remember(key, wait)
      return wait
    },
    async giveBack(key: string): Promise<void> {
      await limit.giveBack(key)
      refusals.delete(same(key))
    },
    /** The limit was lifted. */
    forget: (key: string): void => void refusals.delete(same(key)),
  }
}
export type RememberedLimit = Pick<ReturnType<typeof rememberRefusals>, 'take' | 'giveBack' | 'justRefused'>

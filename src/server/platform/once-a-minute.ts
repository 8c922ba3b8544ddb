import { LRUCache } from 'lru-cache'

const minuteMs = 60_000
/** Beyond this many keys, the least recently used key may get another row within its minute. */
const maxKeys = 10_000

/** True while the minute that ends at `until` runs. A later end than possible dates from before the clock was set back. */
const isInMinute = (at: number, until: number): boolean => until > at && until <= at + minuteMs

/**
 * Writes at most one row a minute per key (such as site and kind), because anyone can cause these rows and the audit never
 * deletes any. `write` receives the number of rows left out since the last one; a failed write does not count.
 */
export function createOnceAMinute(now: () => number) {
  const written = new LRUCache<string, { until: number; leftOut: number }>({ max: maxKeys })
  return async (keys: readonly string[], write: (leftOut: number) => Promise<void>): Promise<void> => {
    const at = now()
    const known = keys.flatMap((key) => written.get(key) ?? [])
    const recent = known.filter(({ until }) => isInMinute(at, until))
    for (const last of recent) last.leftOut++
    if (recent.length > 0) return
    const leftOut = Math.max(0, ...known.map((last) => last.leftOut))
    for (const key of keys) written.set(key, { until: at + minuteMs, leftOut: 0 })
    try {
      await write(leftOut)
    } catch (error) {
      for (const key of keys) written.delete(key)
      throw error
    }
  }
}

/** Returns the reason text of a row that counts `leftOut` similar rows; `null` for 0. */
export const andMore = (leftOut: number): string | null =>
  leftOut === 0 ? null : `${leftOut} similar events suppressed`

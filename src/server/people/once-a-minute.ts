const minuteMs = 60_000
/** Keys remembered at most; beyond that some are told of again. */
const most = 10_000

/**
 * True for a key that has not been met for a minute. What strangers can have written on record at will is written once for
 * where it comes from: nothing is ever taken off it.
 */
export function createOnceAMinute(now: () => number) {
  const until = new Map<string, number>()
  return (key: string): boolean => {
    const at = now()
    if ((until.get(key) ?? 0) > at) return false
    if (until.size >= most) until.clear()
    until.set(key, at + minuteMs)
    return true
  }
}

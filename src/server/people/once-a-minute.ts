const minuteMs = 60_000
/** Keys remembered at most; beyond that some are written again early. */
const most = 10_000

/**
 * Writes what strangers can cause at will once a minute for each key, such as its network and kind: nothing is ever removed
 * from the record, and it must not grow without end. `write` gets the number of those left out since the last one; a failed
 * write does not count. Without keys, everything is written.
 */
export function createOnceAMinute(now: () => number) {
  const written = new Map<string, { until: number; leftOut: number }>()
  return async (keys: readonly string[], write: (leftOut: number) => Promise<void>): Promise<void> => {
    const at = now()
    const known = keys.flatMap((key) => written.get(key) ?? [])
    const recent = known.filter(({ until }) => until > at)
    for (const last of recent) last.leftOut++
    if (recent.length > 0) return
    const leftOut = Math.max(0, ...known.map((last) => last.leftOut))
    if (written.size >= most) written.clear()
    for (const key of keys) written.set(key, { until: at + minuteMs, leftOut: 0 })
    try {
      await write(leftOut)
    } catch (error) {
      for (const key of keys) written.delete(key)
      throw error
    }
  }
}

/** The reason of a row that stands for others like it; null where it stands for itself. */
export const andMore = (leftOut: number): string | null =>
  leftOut === 0 ? null : `and ${leftOut} more like it since the last one on record`

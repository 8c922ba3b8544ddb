const minuteMs = 60_000
/** Keys remembered at most; beyond that some are told of again. */
const most = 10_000

/**
 * Writes what strangers can bring about at will once a minute for each key, such as where it comes from and of what kind it
 * is: nothing is ever taken off the record, and it must not grow without end. `write` is told how many like it were left
 * out since the last; what cannot be written is no first. Without keys all is written.
 */
export function createOnceAMinute(now: () => number) {
  const told = new Map<string, { until: number; untold: number }>()
  return async (keys: readonly string[], write: (untold: number) => Promise<void>): Promise<void> => {
    const at = now()
    const recent = keys.map((key) => told.get(key)).filter((last) => last !== undefined && last.until > at)
    if (recent.length > 0) {
      for (const last of recent) if (last !== undefined) last.untold++
      return
    }
    const untold = Math.max(0, ...keys.map((key) => told.get(key)?.untold ?? 0))
    if (told.size >= most) told.clear()
    for (const key of keys) told.set(key, { until: at + minuteMs, untold: 0 })
    try {
      await write(untold)
    } catch (error) {
      for (const key of keys) told.delete(key)
      throw error
    }
  }
}

/** The reason of a row that stands for others like it; null where it stands for itself. */
export const andMore = (untold: number): string | null =>
  untold === 0 ? null : `and ${untold} more like it since the last one on record`

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
    const known = keys.flatMap((key) => told.get(key) ?? [])
    const recent = known.filter(({ until }) => until > at)
    for (const last of recent) last.untold++
    if (recent.length > 0) return
    const untold = Math.max(0, ...known.map((last) => last.untold))
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

import { LRUCache } from 'lru-cache'

const minuteMs = 60_000
/** Beyond this many keys, the least recently used key may get another row within its minute. */
const maxKeys = 10_000

/** True while the minute that ends at `until` runs. A later end than possible dates from before the clock was set back. */
const isInMinute = (at: number, until: number): boolean => until > at && until <= at + minuteMs

/** Limits the rows per minute over all keys. */
interface Budget {
  most: number
  /** Writes one row that counts the rows beyond a minute's budget. Called before the first row of a later minute. */
  writeExcess: (excess: number) => Promise<void>
}

/**
 * Writes at most one row a minute per key (such as site and kind), because anyone can cause these rows and the record never
 * deletes any. `write` receives the number of rows left out since the last one; a failed write does not count. Without keys,
 * writes every row within the budget.
 */
export function createOnceAMinute(now: () => number, budget: Budget | null = null) {
  const written = new LRUCache<string, { until: number; leftOut: number }>({ max: maxKeys })
  let minute = { until: 0, rows: 0, excess: 0 }
  /** The excess of earlier minutes that has no row yet. */
  let pending = 0

  function takeRow(at: number): boolean {
    if (!isInMinute(at, minute.until)) {
      pending += minute.excess
      minute = { until: at + minuteMs, rows: 0, excess: 0 }
    }
    const hasRoom = budget === null || minute.rows < budget.most
    if (hasRoom) minute.rows++
    else minute.excess++
    return hasRoom
  }

  async function writePending(): Promise<void> {
    if (budget === null) return
    const excess = pending
    pending = 0
    await budget.writeExcess(excess).catch((error: unknown) => {
      pending += excess
      throw error
    })
  }

  return async (keys: readonly string[], write: (leftOut: number) => Promise<void>): Promise<void> => {
    const at = now()
    const known = keys.flatMap((key) => written.get(key) ?? [])
    const recent = known.filter(({ until }) => isInMinute(at, until))
    for (const last of recent) last.leftOut++
    if (recent.length > 0 || !takeRow(at)) return
    const leftOut = Math.max(0, ...known.map((last) => last.leftOut))
    for (const key of keys) written.set(key, { until: at + minuteMs, leftOut: 0 })
    try {
      // Awaits only when needed, so that the log line of a crash is written before the process ends.
      if (pending > 0) await writePending()
      await write(leftOut)
    } catch (error) {
      for (const key of keys) written.delete(key)
      throw error
    }
  }
}
export type OnceAMinute = ReturnType<typeof createOnceAMinute>

/** Returns the reason text of a row that counts `leftOut` similar rows; `null` for 0. */
export const andMore = (leftOut: number): string | null =>
  leftOut === 0 ? null : `and ${leftOut} more like it since the last one on record`

import { LRUCache } from 'lru-cache'

const minuteMs = 60_000
/** A key beyond these is written again early. */
const mostKeys = 10_000

/** Whether the minute that ends at `until` is running. One that ends later than it could was begun before the clock was put back. */
const isInMinute = (at: number, until: number): boolean => until > at && until <= at + minuteMs

/** Rows a minute over all keys. */
interface Budget {
  most: number
  /** Writes the one row for all that exceeded a minute's budget. Called before the first row of a later minute. */
  writeExcess: (excess: number) => Promise<void>
}

/**
 * Writes what strangers can cause at will once a minute for each key, such as its site and kind, because rows are never removed
 * from the record. `write` gets the number of rows left out since the last one; a failed write does not count. Without keys,
 * every row within the budget is written.
 */
export function createOnceAMinute(now: () => number, budget: Budget | null = null) {
  const written = new LRUCache<string, { until: number; leftOut: number }>({ max: mostKeys })
  let minute = { until: 0, rows: 0, excess: 0 }
  /** Of earlier minutes, without a row yet. */
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
      // Not awaited without need: the line of a crash is written before the process ends.
      if (pending > 0) await writePending()
      await write(leftOut)
    } catch (error) {
      for (const key of keys) written.delete(key)
      throw error
    }
  }
}
export type OnceAMinute = ReturnType<typeof createOnceAMinute>

/** The reason of a row that counts others like it; null where it counts none. */
export const andMore = (leftOut: number): string | null =>
  leftOut === 0 ? null : `and ${leftOut} more like it since the last one on record`

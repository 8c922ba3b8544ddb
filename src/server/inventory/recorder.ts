import pLimit from 'p-limit'
import type { CallReport, Observation } from '#upstream/client.ts'
import { isValueError } from '../platform/database/store-fault.ts'
import type { SeenListener } from '../numbers/number-tracker.ts'

/** Maximum of numbers that wait for a write, so an unreachable store does not fill the memory. */
const maxWaiting = 20_000

/** Collects observations and writes them every `writeMs`, so that no request waits for the write. */
export function createInventoryRecorder(
  write: (observations: readonly Observation[]) => Promise<void>,
  { onFault, writeMs }: { onFault: (error: unknown) => void; writeMs: number },
) {
  /** The latest observation of each number, and beside it the latest in the idle list. */
  let waiting = new Map<string, Observation>()
  const oneByOne = pLimit(1)
  const listeners: SeenListener[] = []

  /** Splits a batch in halves to find and skip the observations whose content the store rejects. Saves the rest. */
  async function save(batch: readonly Observation[]): Promise<void> {
    try {
      await write(batch)
    } catch (error) {
      if (!isValueError(error)) throw error
      if (batch.length === 1) return onFault(error)
      const middle = batch.length >> 1
      await save(batch.slice(0, middle))
      await save(batch.slice(middle))
    }
  }
  async function writeWaiting(): Promise<void> {
    const batch = [...waiting.values()]
    waiting = new Map()
    if (batch.length === 0) return
    await save(batch)
    for (const listener of listeners) await listener(batch).catch(onFault)
  }
  function hold(ext: string, observation: Observation): void {
    const key = observation.source === 'idle' ? `${ext} idle` : ext
    const other = waiting.get(key)
    if (other === undefined ? waiting.size < maxWaiting : other.at <= observation.at)
      waiting.set(key, observation)
  }
  /**
   * Writes the observations so far. Throws the store's errors; a failed batch is dropped, because its numbers will be observed
   * again.
   */
  const flush = (): Promise<void> => oneByOne(writeWaiting)
  const timer = setInterval(() => void flush().catch(onFault), writeMs)
  timer.unref()

  return {
    observe: ({ extensions }: Pick<CallReport, 'extensions'>): void => {
      if (extensions === null) return
      const { records, absent, source, at } = extensions
      for (const record of records) hold(record.ext, { records: [record], absent: [], source, at })
      for (const ext of absent) hold(ext, { records: [], absent: [ext], source, at })
    },
    flush,
    /** Adds a listener. It must not call `flush`, which waits for it. */
    onSeen: (listener: SeenListener): void => {
      listeners.push(listener)
    },
    close: async (): Promise<void> => {
      clearInterval(timer)
      await flush().catch(onFault)
    },
  }
}
export type InventoryRecorder = ReturnType<typeof createInventoryRecorder>

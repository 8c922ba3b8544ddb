import type { Observation } from './observations.ts'
import type { InventoryStore } from './inventory-store.ts'
import { isContentFault } from '../platform/database/store-fault.ts'

/** Numbers that wait at most; a store that is away must not fill the memory. */
const mostWaiting = 20_000

/** Collects what was seen and writes it now and then, so that nobody waits for it. */
export function createInventoryWatch(
  inventory: Pick<InventoryStore, 'saw'>,
  { onFault, writeMs }: { onFault: (error: unknown) => void; writeMs: number },
) {
  /** What was seen last of each number: a page that is read again and again takes no more room. */
  let waiting = new Map<string, Observation>()
  let flushing: Promise<void> = Promise.resolve()

  /** What the store refuses for its content is looked for by halves and left out; the rest is kept. */
  async function save(batch: readonly Observation[]): Promise<void> {
    try {
      await inventory.saw(batch)
    } catch (error) {
      if (!isContentFault(error)) throw error
      if (batch.length === 1) return onFault(error)
      const middle = batch.length >> 1
      await save(batch.slice(0, middle))
      await save(batch.slice(middle))
    }
  }
  async function write(): Promise<void> {
    const batch = [...waiting.values()]
    waiting = new Map()
    if (batch.length > 0) await save(batch)
  }
  function hold(ext: string, observation: Observation): void {
    const other = waiting.get(ext)
    if (other === undefined ? waiting.size < mostWaiting : other.at <= observation.at)
      waiting.set(ext, observation)
  }
  /** Writes what was seen so far. Throws what the store says; what it did not take is seen again. */
  function flush(): Promise<void> {
    flushing = flushing.catch(() => undefined).then(write)
    return flushing
  }
  const timer = setInterval(() => void flush().catch(onFault), writeMs)
  timer.unref()

  return {
    seen({ records, absent, source, at }: Observation): void {
      for (const record of records) hold(record.ext, { records: [record], absent: [], source, at })
      for (const ext of absent) hold(ext, { records: [], absent: [ext], source, at })
    },
    flush,
    async close(): Promise<void> {
      clearInterval(timer)
      await flush().catch(onFault)
    },
  }
}
export type InventoryWatch = ReturnType<typeof createInventoryWatch>

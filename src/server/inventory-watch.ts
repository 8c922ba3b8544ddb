import type { Sighting } from './sightings.ts'
import type { InventoryStore } from './store/inventory-store.ts'

const flushMs = 1_000
/** Records that wait at most; a store that is away must not fill the memory. */
const mostWaiting = 20_000

/** Collects what was seen and writes it now and then, so that nobody waits for it. */
export function createInventoryWatch(
  inventory: Pick<InventoryStore, 'saw'>,
  { onFault }: { onFault: (error: unknown) => void },
) {
  let waiting: Sighting[] = []
  let held = 0
  let flushing: Promise<void> = Promise.resolve()

  async function write(): Promise<void> {
    const batch = waiting
    waiting = []
    held = 0
    if (batch.length > 0) await inventory.saw(batch)
  }
  /** Writes what was seen so far. Throws what the store says; what it did not take is seen again. */
  function flush(): Promise<void> {
    flushing = flushing.catch(() => undefined).then(write)
    return flushing
  }
  const timer = setInterval(() => void flush().catch(onFault), flushMs)
  timer.unref()

  return {
    seen(sighting: Sighting): void {
      const size = sighting.records.length + sighting.absent.length
      if (held + size > mostWaiting) return
      held += size
      waiting.push(sighting)
    },
    flush,
    async close(): Promise<void> {
      clearInterval(timer)
      await flush().catch(onFault)
    },
  }
}
export type InventoryWatch = ReturnType<typeof createInventoryWatch>

import { setTimeout as sleep } from 'node:timers/promises'
import type { Change } from './ledger.ts'
import type { ItemRow } from './tables.ts'

/** Writes the changes of many rows together. Changes that arrive during one transaction go into the next. */
export class ChangeBatch {
  readonly #gatherMs: number
  readonly #write: (changes: readonly Change[]) => Promise<readonly (ItemRow | null)[]>
  #gathered: { change: Change; resolve: (row: ItemRow | null) => void; reject: (error: unknown) => void }[] =
    []
  #isWriting = false

  /** `gatherMs`: the time between two transactions. */
  constructor(gatherMs: number, write: (changes: readonly Change[]) => Promise<readonly (ItemRow | null)[]>) {
    this.#gatherMs = gatherMs
    this.#write = write
  }

  /**
   * Resolves when the change is durable, with the row as it is now, or null when it was no longer in its state. Throws `LeaseLost`
   * or the store's error.
   */
  write(change: Change): Promise<ItemRow | null> {
    const { promise, resolve, reject } = Promise.withResolvers<ItemRow | null>()
    this.#gathered.push({ change, resolve, reject })
    // After this turn of the event loop, so that rows that change together are written together.
    setImmediate(() => void this.#flush())
    return promise
  }

  async #flush(): Promise<void> {
    if (this.#isWriting) return
    this.#isWriting = true
    while (this.#gathered.length > 0) {
      const entries = this.#gathered
      this.#gathered = []
      try {
        const rows = await this.#write(entries.map(({ change }) => change))
        for (const [index, { resolve }] of entries.entries()) resolve(rows[index] ?? null)
      } catch (error) {
        for (const { reject } of entries) reject(error)
      }
      await sleep(this.#gatherMs)
    }
    this.#isWriting = false
  }
}

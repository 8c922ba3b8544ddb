import { setTimeout as sleep } from 'node:timers/promises'
import type { JobLedger, Step } from './ledger.ts'
import type { Lease } from './lease.ts'

/** Time between two transactions, in ms. Larger batches cost less per row. */
const gatherMs = 5

/** Writes the steps of many rows together. Steps that arrive during one transaction go into the next. */
export function createBatchWriter(
  ledger: Pick<JobLedger, 'write'>,
  lease: Lease,
  onDesiredState: (desiredState: string) => void,
) {
  interface Entry {
    step: Step
    resolve: (claimed: boolean) => void
    reject: (error: unknown) => void
  }
  let gathered: Entry[] = []
  let writing = false

  async function flush(): Promise<void> {
    if (writing) return
    writing = true
    while (gathered.length > 0) {
      const entries = gathered
      gathered = []
      try {
        const { claimed, desiredState } = await ledger.write(
          lease,
          entries.map(({ step }) => step),
        )
        for (const { step, resolve } of entries) resolve(step.kind !== 'claim' || claimed.has(step.position))
        onDesiredState(desiredState)
      } catch (error) {
        for (const { reject } of entries) reject(error)
      }
      await sleep(gatherMs)
    }
    writing = false
  }

  return {
    /**
     * Resolves when the step is durable. Returns true, or for a claim, whether the row was still pending. Throws `LeaseLost` or
     * the store's error.
     */
    write: (step: Step): Promise<boolean> =>
      new Promise((resolve, reject) => {
        gathered.push({ step, resolve, reject })
        // Flush after this turn of the event loop, so that rows that change together are written together.
        setImmediate(() => void flush())
      }),
  }
}
export type BatchWriter = ReturnType<typeof createBatchWriter>

import type { Database } from '#server/platform/database/database.ts'
import { Numbers } from '#server/numbers/numbers.ts'
import { markUnlisted, observe, type Observed } from '#server/numbers/observe.ts'
import { observedIn } from '#server/numbers/recorder.ts'
import { testAudit } from '../test-audit.ts'
import type { Observation } from '#upstream/client.ts'
import { extensionRecord, type ExtensionRecord, type NumberedExtension } from '#upstream/records.ts'

/** A record as the client parses it. */
export const seenExtension = (ext: string, fields: Partial<ExtensionRecord>): NumberedExtension => ({
  ...extensionRecord.parse({}),
  ...fields,
  ext,
})

/** Writes what the service shows. Throws the first error of what could not be written. */
export async function observeAll(...call: Parameters<typeof observe>): Promise<void> {
  const [failure] = await observe(...call)
  if (failure !== undefined) throw failure.error
}

/** Reads and writes of numbers in one object. */
export function numberStore(
  database: Pick<Database, 'db' | 'engine' | 'now' | 'clock' | 'withLock'>,
  account: string,
) {
  const reads = new Numbers(database, account)
  const store = { database, account, audit: testAudit(database) }
  return Object.assign(reads, {
    byNumber: async (ext: string) => (await reads.byNumbers([ext]))[0] ?? null,
    recordObserved: (observed: readonly Observed[]) => observeAll(store, observed),
    recordSeen: (seen: readonly Observation[]) => observeAll(store, seen.flatMap(observedIn)),
    markUnlisted: (numbers: readonly string[], state: 'unavailable' | 'unknown', at: number) =>
      markUnlisted(store, numbers, state, at),
  })
}

import { bindStatus } from '#upstream/assumptions.ts'
import { UpstreamError } from '#upstream/errors.ts'
import type { NumberedExtension, Upstream } from '#upstream/upstream.ts'
import { holderOf } from './assignments.ts'
import { problemCodeOf } from './problems.ts'
import type { AssignmentReader } from './store/assignment-reader.ts'
import type { AssignmentSettler } from './store/assignment-settler.ts'
import type { AssignmentStore } from './store/assignment-store.ts'
import { system } from './store/audit-store.ts'

/** How often reservations are gone through, and how long one stays unasked, ms. */
export const watchEveryMs = 15_000
const askAgainMs = 60_000
/** Numbers of one round: what a slow service takes is not a person's to wait for. */
const numbersPerRound = 20

interface Turn {
  /** Waits for its share of what the background may ask of the service. */
  read: <Result>(call: () => Promise<Result>) => Promise<Result>
  signal: AbortSignal
}

/** Follows reserved numbers: bound, taken, expired. */
export function createAssignmentWatch({
  upstream,
  store,
  reader,
  settler,
}: {
  upstream: Pick<Upstream, 'getExtension'>
  store: AssignmentStore
  reader: AssignmentReader
  settler: AssignmentSettler
}) {
  /** The number as the service shows it, null when it does not know it. */
  async function lookUp(ext: string, signal: AbortSignal): Promise<NumberedExtension | null> {
    try {
      return (await upstream.getExtension({ ext }, { signal, bulk: true })).data
    } catch (error) {
      if (error instanceof UpstreamError && problemCodeOf(error) === 'extension-not-found') return null
      throw error
    }
  }

  return {
    /** What somebody has just read anyway tells of reservations too. */
    async seen(records: readonly NumberedExtension[]): Promise<void> {
      const bound = new Map(
        records
          .filter((record) => record.bindStatus === bindStatus.bound)
          .map((record) => [record.ext, record]),
      )
      for (const open of await reader.openAmong([...bound.keys()])) {
        const record = bound.get(open.ext)
        if (record !== undefined) await settler.bound(open, holderOf(record))
      }
    },

    /** One round. Throws what the service or the store says; the next round goes on with the rest. */
    async round({ read, signal }: Turn): Promise<void> {
      await store.expireAll(system)
      for (const open of await reader.due(askAgainMs, numbersPerRound)) {
        if (signal.aborted) return
        const found = await read(() => lookUp(open.ext, signal))
        if (found?.bindStatus === bindStatus.bound) await settler.bound(open, holderOf(found))
        else await settler.looked(open, found === null ? 'missing' : 'free')
      }
    },
  }
}
export type AssignmentWatch = ReturnType<typeof createAssignmentWatch>

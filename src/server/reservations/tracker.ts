import pLimit from 'p-limit'
import { bindStatus } from '#upstream/assumptions.ts'
import { isOfOneAnswer } from '#upstream/errors.ts'
import type { NumberedExtension, Upstream } from '#upstream/upstream.ts'
import type { Turn } from '../platform/background.ts'
import { isNotFound } from '../platform/http/problems.ts'
import { holderOf, type Holder } from './answers.ts'
import type { ReservationReads } from './store-reads.ts'
import type { ReservationWrites } from './store-writes.ts'
import { defaultTimings, type Timings } from '../platform/timings.ts'

/** Numbers looked up in one round. */
const numbersPerRound = 20

/** Notices when reserved numbers are bound, taken or expired. Errors of the store about observations go to `onFault`. */
export function createReservationTracker({
  upstream,
  reads,
  writes,
  onFault,
  timings = defaultTimings,
}: {
  upstream: Pick<Upstream, 'getExtension'>
  reads: ReservationReads
  writes: ReservationWrites
  onFault: (error: unknown) => void
  timings?: Pick<Timings, 'reservationAgainMs' | 'reservationGatherMs'>
}) {
  const bound = new Map<string, { holder: Holder; at: number }>()
  /** Numbers whose look-up ended a round, the latest last: looked up after all others. */
  const failing = new Set<string>()
  let timer: NodeJS.Timeout | null = null
  const oneByOne = pLimit(1)

  /** The number as the service shows it; `missing` when it has no such number. */
  async function lookUp(
    ext: string,
    signal: AbortSignal,
  ): Promise<NumberedExtension | 'missing' | 'unreadable'> {
    try {
      return (await upstream.getExtension({ ext }, { signal, bulk: true })).data
    } catch (error) {
      if (!isOfOneAnswer(error)) throw error
      return isNotFound(error) ? 'missing' : 'unreadable'
    }
  }

  async function markSeen(seen: ReadonlyMap<string, { holder: Holder; at: number }>): Promise<void> {
    for (const open of await reads.openAmong([...seen.keys()])) {
      const observation = seen.get(open.ext)
      // An observation from before the reservation says nothing about it.
      if (observation !== undefined && observation.at >= open.reserved_at)
        await writes.markBound(open, observation.holder)
    }
  }

  /** Writes the gathered observations, one batch after the other. */
  function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const seen = new Map(bound)
    bound.clear()
    return oneByOne(() => markSeen(seen)).catch(onFault)
  }

  return {
    /** Records of any call. `at`: when the service was asked, epoch milliseconds. */
    saw: ({ records, at }: { records: readonly NumberedExtension[]; at: number }): void => {
      for (const record of records)
        if (record.bindStatus === bindStatus.bound) bound.set(record.ext, { holder: holderOf(record), at })
      if (bound.size > 0) timer ??= setTimeout(() => void flush(), timings.reservationGatherMs).unref()
    },

    /** Writes what still waits. */
    close: () => flush(),

    /** One round of look-ups. Throws errors of the service and the store; the next round continues with the rest. */
    round: async ({ read, signal }: Turn): Promise<void> => {
      await writes.expireAll()
      const due = await reads.due(timings.reservationAgainMs, numbersPerRound)
      const order = [...failing]
      for (const open of due.toSorted((a, b) => order.indexOf(a.ext) - order.indexOf(b.ext))) {
        if (signal.aborted) return
        failing.delete(open.ext)
        failing.add(open.ext)
        const found = await read(() => lookUp(open.ext, signal))
        failing.delete(open.ext)
        if (typeof found === 'string') await writes.noteLookUp(open, found)
        else if (found.bindStatus === bindStatus.bound) await writes.markBound(open, holderOf(found))
        else await writes.noteLookUp(open, 'free')
      }
    },
  }
}

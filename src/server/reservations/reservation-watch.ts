import { bindStatus } from '#upstream/assumptions.ts'
import { isOfOneAnswer } from '#upstream/errors.ts'
import type { NumberedExtension, Upstream } from '#upstream/upstream.ts'
import { holderOf } from './reservations.ts'
import type { Turn } from '../platform/background.ts'
import { isNotFound } from '../platform/http/problems.ts'
import type { Holder } from './reservation-rows.ts'
import type { ReservationReader } from './reservation-reader.ts'
import type { ReservationSettler } from './reservation-settler.ts'
import type { ReservationStore } from './reservation-store.ts'
import { system } from '../audit/audit-store.ts'
import { defaultTimings, type Timings } from '../platform/timings.ts'

/** Numbers of one round: what a slow service takes is not a person's to wait for. */
const numbersPerRound = 20

/** Follows reserved numbers: bound, taken, expired. What the store says against noting what was seen goes to `onFault`. */
export function createReservationWatch({
  upstream,
  store,
  reader,
  settler,
  onFault,
  timings = defaultTimings,
}: {
  upstream: Pick<Upstream, 'getExtension'>
  store: ReservationStore
  reader: ReservationReader
  settler: ReservationSettler
  onFault: (error: unknown) => void
  timings?: Pick<Timings, 'reservationAgainMs' | 'reservationGatherMs'>
}) {
  const bound = new Map<string, { holder: Holder; at: number }>()
  /** Numbers whose look-up ended a round, the latest last: whatever they do, the others get their turn first. */
  const stopped = new Set<string>()
  let timer: NodeJS.Timeout | null = null
  let last = Promise.resolve()

  /** The number as the service shows it; `missing` when it does not know it. */
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

  async function noteAll(seen: ReadonlyMap<string, { holder: Holder; at: number }>): Promise<void> {
    for (const open of await reader.openAmong([...seen.keys()])) {
      const observation = seen.get(open.ext)
      // Seen before it was reserved, it says nothing of now.
      if (observation !== undefined && observation.at >= open.reserved_at)
        await settler.bound(open, observation.holder)
    }
  }

  /** One after the other. */
  function note(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const seen = new Map(bound)
    bound.clear()
    last = last.then(() => noteAll(seen)).catch(onFault)
    return last
  }

  return {
    /** What somebody has read anyway tells of reservations too. `at`: when the service was asked, epoch milliseconds. */
    seen(records: readonly NumberedExtension[], at: number): void {
      for (const record of records)
        if (record.bindStatus === bindStatus.bound) bound.set(record.ext, { holder: holderOf(record), at })
      if (bound.size > 0) timer ??= setTimeout(() => void note(), timings.reservationGatherMs).unref()
    },

    /** ResponseWarnings what is still waiting. */
    close: () => note(),

    /** One round. Throws what the service or the store says; the next round goes on with the rest. */
    round: async ({ read, signal }: Turn): Promise<void> => {
      await store.expireAll(system)
      const due = await reader.due(timings.reservationAgainMs, numbersPerRound)
      const places = [...stopped]
      for (const open of due.toSorted((a, b) => places.indexOf(a.ext) - places.indexOf(b.ext))) {
        if (signal.aborted) return
        stopped.delete(open.ext)
        stopped.add(open.ext)
        const found = await read(() => lookUp(open.ext, signal))
        stopped.delete(open.ext)
        if (typeof found === 'string') await settler.looked(open, found)
        else if (found.bindStatus === bindStatus.bound) await settler.bound(open, holderOf(found))
        else await settler.looked(open, 'free')
      }
    },
  }
}

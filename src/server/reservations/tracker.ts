import type { Upstream } from '#upstream/client.ts'
import type { Turn } from '../platform/background.ts'
import { createNumberTracker } from '../numbers/number-tracker.ts'
import { defaultTimings, type Timings } from '../platform/timings.ts'
import type { ReservationReads } from './store-reads.ts'
import type { ReservationWrites } from './store-writes.ts'

/** Numbers to look up per round. */
const numbersPerRound = 20

/** Detects when reserved numbers are bound, taken or expired. */
export function createReservationTracker({
  upstream,
  reads,
  writes,
  timings = defaultTimings,
}: {
  upstream: Pick<Upstream, 'getExtension'>
  reads: ReservationReads
  writes: ReservationWrites
  timings?: Pick<Timings, 'reservationAgainMs'>
}) {
  const tracker = createNumberTracker({
    upstream,
    due: () => reads.due(timings.reservationAgainMs, numbersPerRound),
    openEntries: (numbers) => reads.openAmong(numbers),
    isRelevant: (shown) => typeof shown === 'object',
    record: (open, shown) =>
      typeof shown === 'object' ? writes.markBound(open, shown.holder) : writes.noteLookUp(open, shown),
  })
  return {
    ...tracker,
    round: async (turn: Turn): Promise<void> => {
      await writes.expireAll()
      await tracker.round(turn)
    },
  }
}

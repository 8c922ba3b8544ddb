import type { Upstream } from '#upstream/client.ts'
import type { Turn } from '../platform/background.ts'
import { createNumberTracker } from '../numbers/number-tracker.ts'
import type { ReservationReads } from './store-reads.ts'
import type { ReservationWrites } from './store-writes.ts'

/** Detects when reserved numbers are bound, taken or expired. */
export function createReservationTracker(
  upstream: Pick<Upstream, 'getExtension'>,
  reads: ReservationReads,
  writes: ReservationWrites,
) {
  const tracker = createNumberTracker({
    upstream,
    reads,
    againMs: 60_000,
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

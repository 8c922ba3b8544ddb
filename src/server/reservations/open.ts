import type { NumberState } from '#contract/number-states.ts'
import type { FeatureContext } from '../feature.ts'
import type { SeenListener } from '../numbers/observed.ts'
import type { ReservationReads } from './store-reads.ts'
import { KeepBack } from './keep-back.ts'
import { ReservationWrites, type Directory } from './store-writes.ts'
import { createReservationTracker } from './tracker.ts'

interface ReservationDeps extends FeatureContext {
  reservations: ReservationReads
  directory: Directory
  /** Adds a listener of observed numbers. */
  onSeen: (listener: SeenListener) => void
  /** The states of numbers by number, with the observations so far. */
  statesOf: (numbers: readonly string[]) => Promise<ReadonlyMap<string, NumberState>>
}

/** Reserves numbers for agents, and tracks them until they are bound, taken or expired. */
export function openReservations(deps: ReservationDeps) {
  const { database, account, upstream, reservations: reads } = deps
  const writes = new ReservationWrites(deps)
  const tracker = createReservationTracker(upstream, reads, writes)
  deps.onSeen(tracker.recordSeen)
  deps.background.every('reservations', 15_000, tracker.round)
  return { ...deps, reads, writes, keepBack: new KeepBack(database, account) }
}
export type ReservationParts = ReturnType<typeof openReservations>

import type { NumberState } from '#contract/number-states.ts'
import type { FeatureContext } from '../feature.ts'
import type { ReservationReads } from './store-reads.ts'
import { ReservationWrites, type Directory } from './store-writes.ts'

interface ReservationDeps extends FeatureContext {
  reservations: ReservationReads
  directory: Directory
  /** The states of numbers by number, with the observations so far. */
  statesOf: (numbers: readonly string[]) => Promise<ReadonlyMap<string, NumberState>>
}

/** Reserves numbers for agents. */
export const openReservations = (deps: ReservationDeps) => ({
  ...deps,
  reads: deps.reservations,
  writes: new ReservationWrites(deps),
})
export type ReservationParts = ReturnType<typeof openReservations>

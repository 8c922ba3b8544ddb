import type { ItemFilterState } from '#contract/jobs.ts'
import type { NumberState } from '#contract/number-states.ts'
import type { ReservationState } from '#contract/reservations.ts'
import type { Meaning } from '../../ui/text/meaning.ts'

export const numberMeanings: Record<NumberState, Meaning> = {
  free: 'free',
  reserved: 'reserved',
  bound: 'bound',
  unavailable: 'unavailable',
  unknown: 'unknown',
  gone: 'ended',
}

export const reservationMeanings: Record<ReservationState, Meaning> = {
  reserved: 'reserved',
  bound: 'bound',
  taken: 'failed',
  expired: 'ended',
  released: 'ended',
}

/** A job's rows. */
export const itemMeanings: Record<ItemFilterState, Meaning> = {
  done: 'done',
  mismatched: 'attention',
  sending: 'running',
  inDoubt: 'inDoubt',
  pending: 'waiting',
  needsReview: 'attention',
  failed: 'failed',
  cancelled: 'ended',
}

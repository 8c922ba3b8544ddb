import type { NumberState } from '#contract/number-states.ts'
import type { ZoneTimes } from '#contract/zone-time.ts'
import type { Upstream } from '#upstream/client.ts'
import type { Audit } from '../audit/audit-store.ts'
import type { Limits } from '../numbers/limits.ts'
import type { PeopleOf } from '../numbers/people.ts'
import type { Background } from '../platform/background.ts'
import type { Database } from '../platform/database/database.ts'
import type { Seal } from '../platform/database/encryption.ts'
import type { Timings } from '../platform/timings.ts'
import type { SeenListener } from '../numbers/number-tracker.ts'
import type { ReservationReads } from './store-reads.ts'
import type { Directory } from './joiners.ts'
import { keepBackIn } from './keep-back.ts'
import { ReservationWrites } from './store-writes.ts'
import { createReservationTracker } from './tracker.ts'

interface ReservationDeps {
  database: Database
  reservations: ReservationReads
  account: string
  audit: Audit
  seal: Seal
  upstream: Pick<Upstream, 'getExtension' | 'searchIdlePage'>
  /** Adds a listener of observed numbers. */
  onSeen: (listener: SeenListener) => void
  background: Pick<Background, 'every'>
  timings: Timings
  times: ZoneTimes
  directory: Directory
  peopleOf: PeopleOf
  limits: Limits
  /** The states of numbers by number, with the observations so far. */
  statesOf: (numbers: readonly string[]) => Promise<ReadonlyMap<string, NumberState>>
}

/** Reserves numbers for agents, and tracks them until they are bound, taken or expired. */
export function openReservations(deps: ReservationDeps) {
  const { database, account, audit, upstream, timings } = deps
  const reads = deps.reservations
  const writes = new ReservationWrites(deps)
  const tracker = createReservationTracker({ reads, writes, upstream, timings })
  deps.onSeen(tracker.recordSeen)
  deps.background.every('reservations', timings.reservationsEveryMs, tracker.round)
  return {
    reads,
    writes,
    keepBack: keepBackIn(database.now, account),
    upstream,
    audit,
    peopleOf: deps.peopleOf,
    limits: deps.limits,
    times: deps.times,
    statesOf: deps.statesOf,
  }
}
export type ReservationParts = ReturnType<typeof openReservations>

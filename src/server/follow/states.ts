import type { PersonKind, ReservationState } from '#contract/reservations.ts'
import type { observableKinds } from '#contract/service-requests.ts'
import { isSameId } from '#upstream/records.ts'
import type { ShownNumber } from '../numbers/shown.ts'

/** What one reservation or request sees of its number. `mayBeColleague`: with an account that may be the person's. */
type Sight = 'free' | 'gone' | 'own' | 'other' | 'mayBeColleague' | 'unclear'

function sightOf(shown: ShownNumber, agentUuid: string | null, mayBeColleague: boolean): Sight {
  if (shown === 'missing') return 'gone'
  if (typeof shown === 'string') return shown
  const { agentUuid: holder } = shown.holder
  if (holder === null) return 'mayBeColleague'
  if (agentUuid === null) return mayBeColleague ? 'mayBeColleague' : 'other'
  return isSameId(holder, agentUuid) ? 'own' : 'other'
}

/**
 * What each sight does to each kind of open reservation. `wait`: the number is not free, so the reservation can't expire. No account is
 * a line's or a room's, so none can be another one's: the number is in use, and who has it is shown.
 */
const reservationTable: Record<
  'own' | 'colleague' | 'resource' | 'kept',
  Record<Sight, 'stay' | 'wait' | 'bound' | 'lost'>
> = {
  own: { free: 'stay', gone: 'stay', own: 'bound', other: 'lost', mayBeColleague: 'wait', unclear: 'stay' },
  colleague: {
    free: 'stay',
    gone: 'stay',
    own: 'bound',
    other: 'lost',
    mayBeColleague: 'wait',
    unclear: 'stay',
  },
  resource: {
    free: 'stay',
    gone: 'stay',
    own: 'bound',
    other: 'bound',
    mayBeColleague: 'bound',
    unclear: 'stay',
  },
  kept: { free: 'stay', gone: 'stay', own: 'wait', other: 'lost', mayBeColleague: 'wait', unclear: 'stay' },
}

const dayMs = 24 * 3_600_000
/** An end is decided by a look-up that began after it, or without a clear one after this long. */
export const graceMs = 3_600_000

/** An open reservation. `agentUuid`: whom it is for, null for a resource and a new colleague without one; with `keepDays`, who leaves the number. */
export interface OpenReservation {
  agentUuid: string | null
  kind: PersonKind
  keepDays: number | null
  /** Epoch milliseconds. Without meaning while a number kept back waits. */
  expiresAt: number
  /** True while the service shows the number with a person who does not decide it: see `wait`. */
  isWaiting: boolean
}

export interface Next {
  state: Exclude<ReservationState, 'released'>
  isWaiting: boolean
  expiresAt: number
}

/** `mayBeColleague`: the holder's account may be that of the new colleague. `at`: when the look-up began, epoch milliseconds. */
export interface Shown {
  number: ShownNumber
  mayBeColleague: boolean
  at: number
}

function tableOf({ agentUuid, kind, keepDays }: OpenReservation): keyof typeof reservationTable {
  if (keepDays !== null) return 'kept'
  if (agentUuid !== null) return 'own'
  return kind === 'resource' ? 'resource' : 'colleague'
}

/** What becomes of an open reservation. */
export function next(row: OpenReservation, { number, mayBeColleague, at }: Shown, now: number): Next {
  const { keepDays, expiresAt } = row
  const sight = sightOf(number, row.agentUuid, mayBeColleague)
  const step = reservationTable[tableOf(row)][sight]
  if (step === 'bound') return { state: 'bound', isWaiting: false, expiresAt }
  if (step === 'lost') return { state: 'taken', isWaiting: false, expiresAt }
  const isWaiting = step === 'wait' || (sight === 'unclear' && row.isWaiting)
  if (keepDays !== null && isWaiting) return { state: 'reserved', isWaiting, expiresAt }
  // Kept back: the days begin when the agent has left the number.
  if (keepDays !== null && row.isWaiting)
    return { state: 'reserved', isWaiting: false, expiresAt: now + keepDays * dayMs }
  const isLookedUp = sight !== 'unclear' && at >= expiresAt
  const isOver = now >= expiresAt && (isLookedUp || now >= expiresAt + graceMs)
  // While the account of the number's holder is not identified, the reservation came true; it did not expire.
  const end = isWaiting ? 'bound' : 'expired'
  return { state: isOver ? end : 'reserved', isWaiting, expiresAt }
}

/** What fulfills a request. A new password is never visible. */
const fulfills = new Map<string, Sight>([
  ['rebind', 'own'],
  ['swap', 'own'],
  ['unbind', 'free'],
  ['delete', 'gone'],
] satisfies [(typeof observableKinds)[number], Sight][])

/** A requested change. `other`: the other number of a swap, and the agent who is to have it. */
interface Requested {
  kind: string
  agentUuid: string | null
  other?: { agentUuid: string | null; shown: ShownNumber }
}

/** True when the service shows the requested change. */
export const isFulfilled = ({ kind, agentUuid, other }: Requested, shown: ShownNumber): boolean =>
  sightOf(shown, agentUuid, false) === fulfills.get(kind) &&
  (other === undefined || sightOf(other.shown, other.agentUuid, false) === 'own')

import type { Pair, PairOutcome, Reservation } from '#contract/reservations.ts'
import type { ReserveStart } from './open-reserve.tsx'

/** Why another number must be chosen, and the time to which its words refer. */
interface Refusal {
  outcome: PairOutcome
  at: number
}

interface FormState {
  start: ReserveStart
  /** The numbers that were refused when they were sent, the latest last. */
  refusals: readonly Refusal[]
}

/** Without a pick, the likeliest number is sent. */
interface Choosing extends FormState {
  step: 'choosing'
  picked: string | undefined
}

/**
 * The request is under way, or has no answer: sent again, it has the result of the first time. Its number stays, although its
 * reservation may be read before the answer.
 */
interface Sent extends FormState {
  step: 'sending' | 'unanswered'
  pair: Pair
}

interface Reserved {
  step: 'reserved'
  reservation: Reservation
  /** What another reservation starts with. */
  next: ReserveStart
}

/** What the dialog that reserves a number does. */
export type ReserveState = Choosing | Sent | Reserved

export type ReserveEvent =
  | { type: 'picked'; ext: string }
  | { type: 'sent'; pair: Pair }
  /** `at`: the server's time. */
  | { type: 'answered'; outcome: PairOutcome; at: number }
  | { type: 'failed' }
  | { type: 'another' }

export const beginReserve = (start: ReserveStart): Choosing => ({
  step: 'choosing',
  start,
  picked: start.ext,
  refusals: [],
})

/** Colleagues who start together come one after the other. */
const nextStart = ({ pool }: ReserveStart, { colleague }: Pair): ReserveStart => ({
  pool,
  colleague: colleague && {
    kind: colleague.kind,
    department: colleague.department,
    startsOn: colleague.startsOn,
  },
})

function readAnswer({ start, refusals, pair }: Sent, refusal: Refusal): ReserveState {
  const { code, reservation } = refusal.outcome
  if (code === null && reservation !== null)
    return { step: 'reserved', reservation, next: nextStart(start, pair) }
  return code === 'agent-exists'
    ? { step: 'choosing', start, refusals, picked: pair.ext }
    : { step: 'choosing', start, refusals: [...refusals, refusal], picked: undefined }
}

/** Ignores an event that does not belong to the step. */
export function reserveReducer(state: ReserveState, event: ReserveEvent): ReserveState {
  switch (state.step) {
    case 'choosing':
    case 'unanswered': {
      const { start, refusals } = state
      if (event.type === 'picked') return { step: 'choosing', start, refusals, picked: event.ext }
      return event.type === 'sent' ? { step: 'sending', start, refusals, pair: event.pair } : state
    }
    case 'sending':
      if (event.type === 'failed') return { ...state, step: 'unanswered' }
      if (event.type === 'answered') return readAnswer(state, { outcome: event.outcome, at: event.at })
      return state
    case 'reserved':
      return event.type === 'another' ? beginReserve(state.next) : state
  }
}

interface NumbersRead<Suggestion extends { ext: string }> {
  /** The numbers that the console suggests, the likeliest first. */
  suggested: readonly Suggestion[]
  reservations: ReadonlyMap<string, Reservation>
  now: number
}

/** Returns the numbers to offer, the one to send, and why another one must be chosen. */
export function selectNumbers<Suggestion extends { ext: string }>(
  state: Choosing | Sent,
  { suggested, reservations, now }: NumbersRead<Suggestion>,
): { numbers: Suggestion[]; ext: string | undefined; refusal: Refusal | undefined } {
  const { refusals } = state
  const numbers = suggested.filter(
    ({ ext }) => !reservations.has(ext) && !refusals.some(({ outcome }) => outcome.ext === ext),
  )
  const refusal = refusals.at(-1)
  if (state.step !== 'choosing') return { numbers, ext: state.pair.ext, refusal }
  const { picked } = state
  // Another window or user has reserved the number that is picked.
  const reservation = reservations.get(picked ?? '')
  if (reservation !== undefined) {
    const { ext } = reservation
    const outcome = {
      ext,
      code: 'reservation-held',
      reservation,
      holder: null,
      reason: null,
      request: null,
    } as const
    return { numbers, ext: undefined, refusal: { outcome, at: now } }
  }
  // After a refusal, no other number is sent before the user has picked it.
  const likeliest = refusal === undefined ? numbers[0]?.ext : undefined
  return { numbers, ext: numbers.some(({ ext }) => ext === picked) ? picked : likeliest, refusal }
}

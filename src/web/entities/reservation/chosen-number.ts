import type { PairOutcome, Reservation } from '#contract/reservations.ts'

/** What has become of the number in the form: the one that the user picked, and those that were refused when they were sent. */
export interface NumberChoice {
  picked: string | undefined
  refused: readonly PairOutcome[]
  /** The server's time of the latest refusal. */
  refusedAt: number
}

type NumberEvent = { kind: 'picked'; ext: string } | { kind: 'refused'; outcome: PairOutcome; at: number }

export const beginChoice = (given: string | undefined): NumberChoice => ({
  picked: given,
  refused: [],
  refusedAt: 0,
})

export function changeChoice(choice: NumberChoice, event: NumberEvent): NumberChoice {
  if (event.kind === 'picked') return { ...choice, picked: event.ext }
  return { picked: undefined, refused: [...choice.refused, event.outcome], refusedAt: event.at }
}

interface Known<Offered extends { ext: string }> {
  /** The numbers that the console suggests, the likeliest first. */
  suggested: readonly Offered[]
  reservations: ReadonlyMap<string, Reservation>
  /** While the request is under way, the number may already be reserved by it. */
  isSending: boolean
}

/** Returns the numbers to offer, the one that is sent, and why another one must be chosen. */
export function offerNumbers<Offered extends { ext: string }>(
  { picked, refused, refusedAt }: NumberChoice,
  { suggested, reservations, isSending }: Known<Offered>,
) {
  const latest = refused.at(-1)
  const isRefused = (ext: string) => refused.some((each) => each.ext === ext)
  // Another window or user has reserved the number that is picked.
  const lost = picked === undefined || isRefused(picked) || isSending ? undefined : reservations.get(picked)
  const numbers = suggested.filter(({ ext }) => ext !== lost?.ext && !isRefused(ext))
  if (lost !== undefined) {
    const problem: PairOutcome = {
      ext: lost.ext,
      code: 'reservation-held',
      reservation: lost,
      holder: null,
      reason: null,
      request: null,
    }
    return { numbers, ext: undefined, problem, problemAt: null }
  }
  // After a refusal, no other number is taken before the user has picked it.
  const usual = latest === undefined ? numbers[0]?.ext : undefined
  const ext = numbers.some((each) => each.ext === picked) ? picked : usual
  return { numbers, ext, problem: latest, problemAt: refusedAt }
}

/** Why a token was renewed: it was due; the service refused it in the first half of its life; or a code was suspected to mean that. */
export interface Renewal {
  /** Epoch ms by the store's clock. */
  at: number
  because: 'due' | 'refused' | 'suspected'
}

const hourMs = 3_600_000
/** So many early refusals in an hour mean that another system takes the token away (trust 3.1, foreign client). */
const refusalsForContest = 3
/** While that goes on: renewals an hour at most, and the least time between two, ms. */
const renewalsPerHour = 12
const leastGapMs = 60_000
/** How many renewals are remembered. */
const remembered = 24

/** The history with one more renewal. */
export const withRenewal = (renewals: readonly Renewal[], renewal: Renewal): Renewal[] =>
  [...renewals, renewal].slice(-remembered)

/** True while another system uses the same app id and cuts our tokens off. */
export function isContested(renewals: readonly Renewal[], now: number): boolean {
  const refused = renewals.filter(({ at, because }) => because === 'refused' && at > now - hourMs)
  return refused.length >= refusalsForContest
}

/** How long the next renewal has to wait, ms; 0 unless the token is contested. */
export function contestWaitMs(renewals: readonly Renewal[], now: number): number {
  if (!isContested(renewals, now)) return 0
  const last = renewals.at(-1)?.at ?? -Infinity
  const first = renewals.at(-renewalsPerHour)?.at ?? -Infinity
  return Math.max(0, last + leastGapMs - now, first + hourMs - now)
}

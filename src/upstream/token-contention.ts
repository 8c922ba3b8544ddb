/** Why a token was renewed: it was due; the service refused it in the first half of its life; or a code was suspected to mean that. */
export interface Renewal {
  /** Epoch ms by the store's clock. */
  at: number
  because: 'due' | 'refused' | 'suspected'
}

const hourMs = 3_600_000
/** So many early refusals in an hour mean that another system takes the token away. */
const refusalsForContest = 3
/** While that goes on, the least time between two renewals, ms: for the first few of an hour, and after them. */
const quickRenewals = 11
const quickGapMs = 60_000
const slowGapMs = 5 * 60_000
/** How many renewals are remembered. */
const remembered = 24

/** The history with one more renewal. */
export const withRenewal = (renewals: readonly Renewal[], renewal: Renewal): Renewal[] =>
  [...renewals, renewal].slice(-remembered)

/** When another system, which uses the same app id, cut our tokens off in the last hour, epoch ms; none while it does not. */
export function contentionAt(renewals: readonly Renewal[], now: number): number[] {
  const refused = renewals.filter(({ at, because }) => because === 'refused' && at > now - hourMs)
  return refused.length >= refusalsForContest ? refused.map(({ at }) => at) : []
}

export const hasContention = (renewals: readonly Renewal[], now: number): boolean =>
  contentionAt(renewals, now).length > 0

/** How long the next renewal has to wait, ms; 0 unless the token is contested. */
export function contestWaitMs(renewals: readonly Renewal[], now: number): number {
  if (!hasContention(renewals, now)) return 0
  const last = renewals.at(-1)?.at ?? -Infinity
  // Renewals by hand, and those that were due, are nothing the other system caused.
  const forced = contentionAt(renewals, now)
  return Math.max(0, last + (forced.length < quickRenewals ? quickGapMs : slowGapMs) - now)
}

/** Why a token was renewed: it was due; the service refused it in the first half of its life; or a code was suspected to mean that. */
export interface Renewal {
  /** Epoch ms by the store's clock. */
  at: number
  because: 'due' | 'refused' | 'suspected'
  /** The time that the request for the token signed, as sent. */
  signedAt?: string | undefined
}

const hourMs = 3_600_000
/** Early refusals in an hour that mean that another system ends our tokens. */
const refusalsOfContention = 3
/** Least time between two renewals then, ms: for the first few of an hour, and after them. */
const quickRenewals = 11
const quickGapMs = 60_000
export const longestGapMs = 5 * 60_000
/** How many renewals are remembered. */
const remembered = 24

/** The history with one more renewal. */
export const withRenewal = (renewals: readonly Renewal[], renewal: Renewal): Renewal[] =>
  [...renewals, renewal].slice(-remembered)

/** When another system with the same app id ended our tokens in the last hour, epoch ms; empty without contention. */
export function contentionAt(renewals: readonly Renewal[], now: number): number[] {
  const refused = renewals.filter(
    // Later than now: from before the store's clock was put back.
    ({ at, because }) => because === 'refused' && at > now - hourMs && at <= now,
  )
  return refused.length >= refusalsOfContention ? refused.map(({ at }) => at) : []
}

export const hasContention = (renewals: readonly Renewal[], now: number): boolean =>
  contentionAt(renewals, now).length > 0

/** How long the next renewal has to wait, ms; 0 without contention. */
export function contentionWaitMs(renewals: readonly Renewal[], now: number): number {
  if (!hasContention(renewals, now)) return 0
  const last = renewals.findLast(({ at }) => at <= now)?.at ?? -Infinity
  // Renewals by a person, and those that were due, were not caused by the other system.
  const forced = contentionAt(renewals, now)
  return Math.max(0, last + (forced.length < quickRenewals ? quickGapMs : longestGapMs) - now)
}

/**
 * A token's renewal. `due`: by age; `refused`: the service refused the token in the first half of its life; `suspected`: a code
 * was suspected to mean a refused token.
 */
export interface Renewal {
  /** Epoch ms by the store's clock. */
  at: number
  because: 'due' | 'refused' | 'suspected'
}

const hourMs = 3_600_000
/** This many early refusals in an hour mean that another system ends our tokens. */
const refusalsOfContention = 3
/** Least time between two renewals during contention, ms: the quick gap below `quickRefusals` refusals in an hour, then the longest. */
const quickRefusals = 11
const quickGapMs = 60_000
export const maxGapMs = 5 * 60_000
/** Number of renewals kept. */
const remembered = 24

/** Returns the history with one more renewal. */
export const withRenewal = (renewals: readonly Renewal[], renewal: Renewal): Renewal[] =>
  [...renewals, renewal].slice(-remembered)

/** Returns when another system with the same app id ended our tokens in the last hour, epoch ms; empty without contention. */
export function contentionAt(renewals: readonly Renewal[], now: number): number[] {
  const refused = renewals.filter(
    // Renewals later than now date from before the store's clock was put back.
    ({ at, because }) => because === 'refused' && at > now - hourMs && at <= now,
  )
  return refused.length >= refusalsOfContention ? refused.map(({ at }) => at) : []
}

export const hasContention = (renewals: readonly Renewal[], now: number): boolean =>
  contentionAt(renewals, now).length > 0

/** Returns how long the next renewal has to wait, ms; 0 without contention. */
export function contentionWaitMs(renewals: readonly Renewal[], now: number): number {
  if (!hasContention(renewals, now)) return 0
  const last = renewals.findLast(({ at }) => at <= now)?.at ?? -Infinity
  // Count only refusals: the other system did not cause manual renewals or renewals that were due.
  const forced = contentionAt(renewals, now)
  return Math.max(0, last + (forced.length < quickRefusals ? quickGapMs : maxGapMs) - now)
}

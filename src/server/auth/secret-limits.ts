import { ProblemError } from '../platform/http/problems.ts'
import type { SignedIn } from '../platform/http/caller.ts'
import type { ActionLimits } from './action-limits.ts'

const minuteMs = 60_000
/** Per user, over all replicas. */
const limits = [
  { most: 10, ms: minuteMs },
  { most: 100, ms: 24 * 60 * minuteMs },
]

/**
 * Counts a read of SIP passwords: one extension's, or those of a job. Throws `too-many-requests`, and `unavailable` where
 * the store cannot count.
 */
export async function countSecretRead(
  actionLimits: ActionLimits,
  { user }: Pick<SignedIn, 'user'>,
): Promise<void> {
  const wait = await actionLimits.take(user.id, 'reveal', limits).catch(() => {
    throw new ProblemError('unavailable')
  })
  if (wait > 0) throw new ProblemError('too-many-requests', { retryAfter: Math.ceil(wait / 1_000) })
}

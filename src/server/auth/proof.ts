import type { ProblemCode } from '#contract/problem.ts'
import { ProblemError } from '../platform/http/problems.ts'

/** Whether a password or code was right, or the seconds to wait when there were too many tries. */
interface Proof {
  right: boolean
  retryAfter: number | null
}

/** Throws `wrong`, or `too-many-requests`. */
export function requireProof({ right, retryAfter }: Proof, wrong: ProblemCode): void {
  if (retryAfter !== null) throw new ProblemError('too-many-requests', { retryAfter })
  if (!right) throw new ProblemError(wrong)
}

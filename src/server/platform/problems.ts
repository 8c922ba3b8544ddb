import type { Problem, ProblemCode, refusedByService } from '#contract/problem.ts'
import { UpstreamError, type RefusalMeaning } from '#upstream/errors.ts'
import { isStoreFault, isTransactionFault, isUnreachable } from './database/store-fault.ts'

type Detail = Pick<Problem, 'upstream' | 'created' | 'existingRequest' | 'errors' | 'limit' | 'retryAfter'>

/** An error of the BFF that becomes an `application/problem+json` answer. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  readonly code: ProblemCode
  readonly detail: Detail
  constructor(code: ProblemCode, detail: Detail = {}, options?: ErrorOptions) {
    super(code, options)
    this.code = code
    this.detail = detail
  }
}

/** Returns the refusal of one field of a request. */
export const fieldRefused = (path: string, message: string): ProblemError =>
  new ProblemError('bad-request', { errors: [{ path, message }] })

/** Turns a failure of the store into the answer to try again; the failure itself is logged (`faultIn`). */
export function throwUnavailable(cause: unknown): never {
  throw new ProblemError('unavailable', {}, { cause })
}

/** Returns what an error is about: the error that a problem was made from, if any. */
const causeOf = (error: unknown): unknown => (error instanceof ProblemError ? error.cause : error)

/** True for an error of a write, also on record, that every other write meets as well: the store takes nothing now. */
export const isStoreAway = (error: unknown): boolean =>
  isStoreFault(causeOf(error)) && !isTransactionFault(causeOf(error))

/** True for an error of a write that is done again with a later one: the store or the audit takes nothing now. */
export const isPostponed = (error: unknown): boolean =>
  isStoreFault(error) || (error instanceof ProblemError && error.code === 'unavailable')

/** True for the reason of a signal whose caller left. */
export const isAbort = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'AbortError'

const byMeaning: Record<RefusalMeaning, (typeof refusedByService)[number]> = {
  notFound: 'extension-not-found',
  exists: 'extension-exists',
  bound: 'extension-bound',
  agentBound: 'agent-bound',
  agentNotFound: 'agent-not-found',
  quota: 'quota-reached',
  companyUnknown: 'company-unknown',
}

/** True when the number does not exist, which is not a failure of the service. */
export const isNotFound = (error: UpstreamError): boolean => problemCodeOf(error) === 'extension-not-found'

/** Maps an error of the service to the console's problem code. */
export const problemCodeOf = ({ kind, meaning }: UpstreamError): ProblemCode =>
  kind === 'refused' && meaning !== null ? byMeaning[meaning] : `upstream-${kind}`

/**
 * Returns what to log of a request's error: a crash, or a fault of the store other than a lost connection, which every request would
 * log. `undefined` for all that is no fault of the console.
 */
export function faultIn(error: unknown): unknown {
  const cause = causeOf(error)
  const isElsewhere = cause instanceof UpstreamError || (cause instanceof Error && isUnreachable(cause))
  return isElsewhere ? undefined : cause
}

/** Converts any error to a problem; an unknown error becomes `internal`, without its detail. */
export function toProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error
  if (error instanceof UpstreamError)
    return new ProblemError(problemCodeOf(error), {
      upstream: { operation: error.operation, code: error.code, message: error.serviceMessage },
      ...(error.retryAfter === null ? {} : { retryAfter: error.retryAfter }),
    })
  return new ProblemError(isStoreFault(error) ? 'unavailable' : 'internal')
}

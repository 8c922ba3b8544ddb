import { isSingleRequestError, isUnanswered, type UpstreamError } from '#upstream/errors.ts'
import { isNotFound } from '../problems.ts'

/**
 * What one read proves: `absent`: the service does not know what was asked for; `unusable`: an answer that proves nothing, while other reads
 * may succeed; `unanswered`: no response, so the service may be down.
 */
type OneRead = { result: 'answered' | 'absent' | 'unusable' } | { result: 'unanswered'; error: UpstreamError }

/** Reads something of the service. Throws errors that affect every read, and that of a call that `signal` ended, which proves nothing. */
export async function readOne(call: () => Promise<unknown>, signal: AbortSignal): Promise<OneRead> {
  try {
    await call()
    return { result: 'answered' }
  } catch (error) {
    if (isSingleRequestError(error)) return { result: isNotFound(error) ? 'absent' : 'unusable' }
    if (isUnanswered(error) && !signal.aborted) return { result: 'unanswered', error }
    throw error
  }
}

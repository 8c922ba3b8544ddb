import { isOfOneAnswer, isUnanswered, type UpstreamError } from '#upstream/errors.ts'

/**
 * Whether a crawl continues after a failed read of a number or agent. Without any answer it ends, since the service may be
 * away; the second time in a row for the same one it continues, so that one bad record does not block the others.
 */
export function createSkipPolicy(): (error: unknown, about: string) => error is UpstreamError {
  let last: string | null = null
  return (error, about): error is UpstreamError => {
    if (isOfOneAnswer(error)) return true
    if (!isUnanswered(error)) return false
    const again = last === about
    last = again ? null : about
    return again
  }
}

import { isSingleRequestError, isUnanswered, type UpstreamError } from '#upstream/errors.ts'

/**
 * Returns a check of whether a crawl may skip a failed read of a number or agent. After a read without any response the crawl
 * stops, because the service may be down. After the second in a row for the same number or agent, it skips, so one bad record
 * does not block the rest.
 */
export function createSkipPolicy(): (error: unknown, about: string) => error is UpstreamError {
  let last: string | null = null
  return (error, about): error is UpstreamError => {
    if (isSingleRequestError(error)) return true
    if (!isUnanswered(error)) return false
    const again = last === about
    last = again ? null : about
    return again
  }
}

import { isOfOneAnswer, isUnanswered, type UpstreamError } from '#upstream/errors.ts'

/**
 * Whether a crawl goes on after what was asked about one number or agent has failed. Where nothing came at all it ends, for
 * the service may be away; but the second time running it is passed over, so that one alone does not keep the others waiting.
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

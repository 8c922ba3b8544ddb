import type { CallReport } from '#upstream/client.ts'
import { isUnanswered, type UpstreamErrorKind } from '#upstream/errors.ts'

/** The service is called when no call was reported for this long; sooner while it does not answer. */
const silentMs = 60_000
const awayMs = 15_000

/** Errors of calls that were not sent, or only after a token that could not be renewed. */
const notSent: readonly UpstreamErrorKind[] = ['paused', 'busy', 'token']

const otherAnswers: readonly UpstreamErrorKind[] = ['invalid', 'not-json', 'paging']

type CallReported = Pick<CallReport, 'operation' | 'startedAt' | 'milliseconds' | 'error'>

/** Since when the service has not answered this process, by every call to it. */
export class Answering {
  noAnswerSince: number | null = null
  /** Since when the idle list arrives in another shape than the profile says. */
  otherAnswersSince: number | null = null
  #reportedAt: number | null = null
  #checking: Promise<unknown> | null = null

  report({ operation, startedAt, milliseconds, error }: CallReported): void {
    if (error !== null && notSent.includes(error.kind)) return
    const endedAt = startedAt + Math.round(milliseconds)
    this.#reportedAt = endedAt
    if (error?.kind === 'failing' || isUnanswered(error)) this.noAnswerSince ??= endedAt
    else this.noAnswerSince = null
    // This list is read at least once a minute while a page asks, so it also shows when the answers are right again.
    if (operation !== 'search_idle_page') return
    if (error !== null && otherAnswers.includes(error.kind)) this.otherAnswersSince ??= endedAt
    else if (error === null) this.otherAnswersSince = null
  }

  /** Makes one call if the service was not called lately, and waits for its report. */
  async check(now: number, call: () => Promise<unknown>): Promise<void> {
    this.#reportedAt ??= now
    if (now - this.#reportedAt < (this.noAnswerSince === null ? silentMs : awayMs)) return
    this.#checking ??= call().finally(() => {
      this.#checking = null
    })
    await this.#checking
  }
}
